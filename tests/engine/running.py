"""Runs `grader` as a person would, in a process of its own whose leftovers can be looked at; knows nothing of what it grades."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

REPOSITORY = Path(__file__).resolve().parents[2]
EXAMPLE = REPOSITORY / "examples" / "class"
PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended. `left_behind` are processes that outlived it."""

    code: int
    stdout: str
    stderr: str
    left_behind: tuple[str, ...]


def environment(home: Path, **more: str) -> dict[str, str]:
    """A clean environment with a home and a temporary folder of its own, so that leftovers are seen."""
    for name in ("home", "tmp", "cwd"):
        (home / name).mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "VIRTUAL_ENV") if name in os.environ}
    return kept | {
        "HOME": str(home / "home"),
        "TMPDIR": str(home / "tmp"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "PYTHONPATH": str(REPOSITORY),
        "PYTHONDONTWRITEBYTECODE": "1",
        **more,
    }


def start(arguments: Sequence[str], home: Path, **more: str) -> subprocess.Popen[str]:
    """Start `grader` with these arguments in an empty folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments],
        cwd=home / "cwd" if (home / "cwd").is_dir() else None,
        env=environment(home, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def grader(arguments: Sequence[str], home: Path, **more: str) -> Ran:
    """Run `grader` to its end, as the parent of whatever it leaves behind."""
    environment(home)
    adopt_orphans()
    before = set(psutil.Process().children(recursive=True))
    process = start(arguments, home, **more)
    stdout, stderr = process.communicate()
    return Ran(process.returncode, stdout, stderr, outlivers(before))


def adopt_orphans() -> None:
    """Make this process the new parent of orphans below it, so that a daemon cannot slip away to init."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def outlivers(before: set[psutil.Process], patience_s: float = 5.0) -> tuple[str, ...]:
    """What still runs below this process and did not before; killed processes get a moment to be gone."""
    deadline = time.monotonic() + patience_s
    while True:
        reap()
        left = [each for each in psutil.Process().children(recursive=True) if each not in before and is_alive(each)]
        if not left or time.monotonic() > deadline:
            return tuple(describe(each) for each in left)
        time.sleep(0.05)


def reap() -> None:
    """Collect adopted orphans that have ended; children of subprocess objects are left to their owners."""
    for child in psutil.Process().children():
        try:
            if child.status() == psutil.STATUS_ZOMBIE:
                os.waitpid(child.pid, os.WNOHANG)
        except (psutil.Error, ChildProcessError):
            continue


def is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def describe(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline()) or process.name()
    except psutil.Error:
        return f"process {process.pid}"


def snapshot(folder: Path) -> Mapping[str, tuple[int, float]]:
    """Every file below a folder with its size and time of change."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_size, path.lstat().st_mtime)
        for path in sorted(folder.rglob("*"))
        if not path.is_dir()
    }
