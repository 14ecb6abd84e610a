"""Runs `grader` as a person would, in a process of its own whose leftovers can be looked at; knows nothing of what it grades."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

REPOSITORY = Path(__file__).resolve().parents[2]
EXAMPLE = REPOSITORY / "examples" / "class"
PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER = 36, 37


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


def can_mount() -> bool:
    """Whether this system allows a file system of one's own, to fill it up."""
    unshare = shutil.which("unshare")
    return unshare is not None and subprocess.run([unshare, "-rm", "true"], capture_output=True, check=False).returncode == 0


def right_class(home: Path, learners: int, ending: str = "# {number}\n") -> Path:
    """A class in `home` whose every learner handed in right work of their own: each file ends otherwise. A secret lies beside it."""
    source = (REPOSITORY / "solutions" / "o3_weights" / "softmax_rows.py").read_text(encoding="utf-8")
    for number in range(learners):
        folder = home / "work" / f"learner-{number:02}"
        folder.mkdir(parents=True)
        (folder / "softmax_rows.py").write_text(f"{source}\n{ending.format(number=number)}", encoding="utf-8")
    (home / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n", encoding="utf-8")
    (home / "secret").write_bytes(b"k" * 32)
    environment(home)
    return home


def least_cpu_s(folder: Path, *arguments: str) -> float:
    """The least CPU seconds of a few runs of a Python with these arguments, without input: load makes CPU time dearer, never cheaper."""

    def one() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, *arguments]
        env = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=env, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(one() for _ in range(5))


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
    with adopted_orphans():
        before = living()
        process = start(arguments, home, **more)
        stdout, stderr = process.communicate()
        return Ran(process.returncode, stdout, stderr, outlivers(before))


@contextlib.contextmanager
def adopted_orphans() -> Iterator[None]:
    """This process is the new parent of orphans below it, so that a daemon cannot slip away to init.

    Only for so long: the orphans of later tests would come here too, and stay as zombies that nobody collects.
    """
    prctl, was = ctypes.CDLL(None, use_errno=True).prctl, ctypes.c_int(0)
    prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(was), 0, 0, 0)
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(PR_SET_CHILD_SUBREAPER, was.value, 0, 0, 0)


def living() -> frozenset[psutil.Process]:
    """Every process below this one that has not ended."""
    return frozenset(each for each in psutil.Process().children(recursive=True) if is_alive(each))


def outlivers(before: frozenset[psutil.Process], patience_s: float = 5.0) -> tuple[str, ...]:
    """What still runs below this process and did not before; killed processes get a moment to be gone.

    What a process from before has started meanwhile is its own: the browser of all tests starts helpers when it likes.
    """
    deadline = time.monotonic() + patience_s
    while True:
        reap(before)
        left = {each for each in living() - before if not _is_below(each, before)}
        if not left or time.monotonic() > deadline:
            return tuple(sorted(describe(each) for each in left))
        time.sleep(0.05)


def _is_below(process: psutil.Process, before: frozenset[psutil.Process]) -> bool:
    try:
        return not before.isdisjoint(process.parents())
    except psutil.Error:  # it has just ended
        return True


def reap(before: frozenset[psutil.Process]) -> None:
    """Collect adopted orphans that have ended; children from before are left to whoever started them."""
    for child in psutil.Process().children():
        try:
            if child not in before and child.status() == psutil.STATUS_ZOMBIE:
                os.waitpid(child.pid, os.WNOHANG)
        except (psutil.Error, ChildProcessError):
            continue


@dataclass(frozen=True, slots=True)
class Held:
    """What this process holds open: its descriptors with what they lead to, and the living processes below it."""

    descriptors: frozenset[tuple[int, str]]
    processes: frozenset[psutil.Process]


def held() -> Held:
    """Measured after a collection: else garbage of earlier tests would be counted now, and be gone at the next look."""
    gc.collect()
    return Held(frozenset(_descriptors()), living())


def _descriptors() -> Iterator[tuple[int, str]]:
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # the one that the listing itself took
            yield int(name), os.readlink(f"/proc/self/fd/{name}")


def grown(before: Held) -> tuple[str, ...]:
    """What is held now that was not before. What has gone meanwhile is nobody's fault."""
    left = outlivers(before.processes)
    opened = held().descriptors - before.descriptors
    return (*left, *(f"descriptor {number}: {target}" for number, target in sorted(opened)))


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
