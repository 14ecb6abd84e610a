"""Inside containers: under filters like theirs, loaded by the test itself, the level is what can really be had there."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

import pytest

from grader.untrusted import seccomp
from tests.engine.running import REPOSITORY
from tests.engine.untrusted.container import LANDLOCK, REFUSED

UNDER = """
    import json, sys
    from grader.checks.sandbox import Sandbox
    from grader.errors import IsolationUnavailable
    from grader.results import IsolationLevel
    from tests.engine.untrusted.container import enter

    refused, no_filters, level = json.loads(sys.argv[1])
    enter(refused, no_filters=no_filters)
    try:
        with Sandbox.start(level=IsolationLevel(level) if level else None) as sandbox:
            through = [result.name for result in sandbox.canaries() if not result.is_held]
            print(json.dumps([sandbox.isolation.level.value, dict(sandbox.isolation.layers), through]))
    except IsolationUnavailable as error:
        print(json.dumps(["refused", error.message, []]))
    """


def under(refused: list[int], *, no_filters: bool = False, level: str = "") -> tuple[str, object, list[str]]:
    if seccomp.this_machine() is not seccomp.X86_64:
        pytest.skip("the filters of this test are for x86-64 Linux")
    command = [sys.executable, "-c", textwrap.dedent(UNDER), json.dumps([refused, no_filters, level])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY)
    assert done.returncode == 0, done.stderr
    level_found, layers, through = json.loads(done.stdout)
    return level_found, layers, through


@pytest.mark.isolation
def test_a_containers_default_profile_changes_nothing() -> None:
    level, _, through = under(REFUSED)

    assert level in ("contained", "walled")
    assert through == []


@pytest.mark.isolation
def test_without_landlock_the_filter_holds_alone() -> None:
    level, layers, through = under([*REFUSED, *LANDLOCK])

    assert level in ("contained", "walled")
    assert isinstance(layers, dict) and layers["landlock"] == "none" and layers["seccomp"] == "no-fs"
    assert through == []


def test_where_no_filter_can_be_loaded_the_level_is_separated_and_canaries_say_so() -> None:
    level, layers, through = under(REFUSED, no_filters=True)

    assert level == "separated"
    assert isinstance(layers, dict) and layers["seccomp"] == "none"
    assert "local_socket" in through
    assert "fork" not in through, "RLIMIT_NPROC stands in for the filter here"


def test_where_no_filter_can_be_loaded_contained_is_refused() -> None:
    level, message, _ = under(REFUSED, no_filters=True, level="contained")

    assert level == "refused"
    assert "only be `separated` here, not `contained`" in str(message)
