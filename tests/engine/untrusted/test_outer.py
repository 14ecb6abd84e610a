"""Bubblewrap around the server: what it is told to show, and what is measured inside. A stand-in plays it where it is not installed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from grader.checks import launch, outer
from grader.checks.sandbox import Program, Reply, Sandbox
from grader.results import IsolationLevel
from grader.untrusted import confine
from tests.engine.untrusted.conftest import LIMITS


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that comes first on PATH, and a user who is not root."""
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return tmp_path


def program(folder: Path, script: str) -> None:
    path = folder / "bwrap"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def works(sandbox: Sandbox) -> bool:
    with sandbox.spawn(Program("m", b"def f(x): return x + 1", "m.py"), LIMITS) as child:
        child.load()
        answer = child.call("f", (1,), {})
    return isinstance(answer, Reply) and answer.value == 2


def test_only_python_numpy_and_two_packages_are_shown_read_only() -> None:
    numpy, grader = Path("/site/numpy"), Path("/made-up/grader")
    command = outer.wrapped(["/usr/bin/python3", "-c", "pass"], numpy, grader)
    writable = [word for word in command if word in ("--bind", "--dev-bind", "--bind-try", "--proc", "--tmpfs")]
    shown = {command[i + 1] for i, word in enumerate(command) if word in ("--ro-bind", "--ro-bind-try")}

    assert writable == []
    assert {path for path in shown if path.startswith("/made-up")} == {
        "/made-up/grader/__init__.py",
        "/made-up/grader/wire",
        "/made-up/grader/untrusted",
    }
    assert {path for path in shown if path.startswith("/site")} == {"/site/numpy", "/site/numpy.libs"}
    assert not shown & {"/", "/usr", "/etc", "/home", "/proc", "/tmp", "/root"}
    assert {"--unshare-user", "--unshare-net", "--unshare-ipc", "--die-with-parent"} <= set(command)
    assert command[command.index("--cap-drop") + 1] == "ALL"


def test_root_does_without() -> None:
    assert os.geteuid() != 0 or not outer.is_possible()


def test_where_bubblewrap_does_not_work_the_server_starts_without_it(on_path: Path) -> None:
    program(on_path, "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")

    assert outer.is_possible()
    with Sandbox.start() as sandbox:
        assert works(sandbox)
        assert sandbox.isolation.layers.get("outer", "none") == "none"


def test_a_bubblewrap_that_wraps_nothing_is_found_out(on_path: Path) -> None:
    program(on_path, 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')

    with Sandbox.start() as sandbox:
        assert works(sandbox)
        assert sandbox.isolation.layers.get("outer", "none") == "none"
        if os.getuid() != 0:
            assert sandbox.isolation.level is not IsolationLevel.WALLED


def test_this_very_process_is_behind_no_wall() -> None:
    assert confine.outer_wall() == "none"


def test_the_wrapped_command_ends_in_the_plain_one() -> None:
    plain, wrapped = launch.boot_command("server", "1"), launch.boot_command("server", "1", is_wrapped=True)

    assert wrapped[wrapped.index("--") + 2 :] == plain[1:]
    assert os.path.samefile(wrapped[wrapped.index("--") + 1], plain[0])
