"""A layer that is silently not there: no learner byte reaches a child that has less than was measured. Class D92."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks.sandbox import EVERY_WALL, Program, Sandbox
from grader.checks.servers import ForkServer
from grader.errors import IsolationUnavailable
from tests.engine.untrusted.conftest import LIMITS

pytestmark = pytest.mark.isolation


@pytest.mark.parametrize("lost", ["filter", "landlock", "user"])
def test_a_child_with_less_than_was_measured_gets_nothing(lost: str, tmp_path: Path) -> None:
    canary = tmp_path / "ran"
    program = Program("m", f"open({str(canary)!r}, 'w')".encode(), "m.py")
    with Sandbox.start() as sandbox:
        layer = {"filter": "seccomp", "landlock": "landlock", "user": "user"}[lost]
        had = sandbox.isolation.layers[layer]
        sandbox._server.close()
        sandbox._server = ForkServer(walls=tuple(wall for wall in EVERY_WALL if wall != lost))
        if had in ("none", "same"):
            return  # this machine, or this user, never had it
        with pytest.raises(IsolationUnavailable, match="other layers"):
            sandbox.spawn(program, LIMITS)

    assert not canary.exists()
