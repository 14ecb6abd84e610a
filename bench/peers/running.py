"""Running a peer on a folder: what it gave each submission, with limits from outside where it has none of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

CHECK_S = 5  # what a check may take, where a peer has such a limit
SUBMISSION_S = 60  # what a submission may take, where only the outside can limit it
MOST_READ = 4 << 20


@dataclass(frozen=True, slots=True)
class Graded:
    """What came of one submission. `score` is None when there is no result; `said` is everything a learner might be shown."""

    score: float | None
    wall_s: float
    is_killed: bool = False
    said: str = ""
    hidden: str = ""  # right answers to hidden inputs, for instructors only, given once for a class; "" for those of work.py

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


class Grader(Protocol):
    """One grader. `work` is an empty folder of its own."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        """Grade submission folders; the outcome of each by its name."""
        ...


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended; `output` is both its streams, cut."""

    code: int
    is_killed: bool
    wall_s: float
    output: str


def run(command: Sequence[str | Path], limit_s: float, cwd: Path, log: Path, env: Mapping[str, str] | None = None) -> Ended:
    """Run a program in a group of its own, into a file; the group is killed when the time is over."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")}
    started = time.monotonic()
    with log.open("wb") as output:
        child = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env={**clean, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        note_pid(child.pid)
        try:
            code, is_killed = child.wait(limit_s), False
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            code, is_killed = child.wait(), True
    return Ended(code, is_killed, time.monotonic() - started, text_of(log))


def note_pid(pid: int) -> None:
    """Note the process that decides about marks, for who asks where a learner's code ran."""
    if "BENCH_PIDS" in os.environ:
        with open(os.environ["BENCH_PIDS"], "a", encoding="utf-8") as file:
            file.write(f"{pid} ")


def text_of(path: Path) -> str:
    """The start of a file, as text; "" when it is not there."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file.read(MOST_READ).decode("utf-8", "replace")
