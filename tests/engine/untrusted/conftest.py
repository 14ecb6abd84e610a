"""Sandboxes for the tests of the wall: forked and spawned children, one server for a whole module."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grader.checks import sandbox as module
from grader.checks.sandbox import Child, Limits, Loaded, Program, Sandbox

LIMITS = Limits(call_cpu_s=0.5, call_wall_s=5.0, load_cpu_s=2.0, load_wall_s=20.0, memory_bytes=512 << 20)


@pytest.fixture(scope="session")
def forked() -> Iterator[Sandbox]:
    """The best that this machine has."""
    with Sandbox.start() as started:
        yield started


@pytest.fixture(scope="session")
def spawned() -> Iterator[Sandbox]:
    """As on a system without fork, descriptors over sockets or files in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.ForkServer, "is_possible", staticmethod(lambda: False))
        started = Sandbox.start()
    with started:
        yield started


@pytest.fixture(params=["forked", "spawned"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Both ways to make a child."""
    found: Sandbox = request.getfixturevalue(request.param)
    return found


Open = Callable[..., Child]


@pytest.fixture
def open_child(forked: Sandbox) -> Iterator[Open]:
    """Opens a loaded child for some source: open_child(source, limits=…, **fields of Program)."""
    made: list[Child] = []

    def start(source: str, *, limits: Limits = LIMITS, sandbox: Sandbox | None = None, **fields: Any) -> Child:
        program = Program("level.work", textwrap.dedent(source).encode(), "work.py", **fields)
        child = (sandbox or forked).spawn(program, limits)
        made.append(child)
        loaded = child.load()
        assert isinstance(loaded, Loaded), loaded
        return child

    yield start
    for child in made:
        child.close()
