"""The terminal is closed, or Ctrl-C comes twice: what was graded is saved, nothing runs on, and the same command goes on from there."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.engine.classroom.test_killed import arguments, query
from tests.engine.running import adopted_orphans, environment, grader, living, outlivers, right_class

pytestmark = [pytest.mark.isolation, pytest.mark.slow]

SUBMISSIONS = 32
COUNT = "SELECT count(*), count(DISTINCT source_key), sum(times_graded) FROM result"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Thirty-two learners whose right work takes a moment to load."""
    return right_class(tmp_path, SUBMISSIONS, "import time\ntime.sleep(0.2)  # {number}\n")


@pytest.fixture(autouse=True)
def nobody_outlives_the_runs() -> Iterator[None]:
    with adopted_orphans():
        before = living()
        yield
        assert outlivers(before) == ()


@pytest.fixture
def terminal(home: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A run in the foreground of a terminal of its own, and our end of that."""
    ours, theirs = pty.openpty()

    def lead() -> None:
        os.setsid()
        os.close(os.open(os.ttyname(2), os.O_RDWR))  # the first terminal that a session leader opens is its own

    command = [sys.executable, "-m", "grader", *arguments(home, "graded")]
    run = subprocess.Popen(
        command, env=environment(home, TERM="xterm"), cwd=home / "cwd", stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=lead
    )
    os.close(theirs)
    yield run, ours
    if run.poll() is None:
        run.kill()
    run.wait()


def wait_for(is_so: Callable[[], object]) -> None:
    """Waits a minute at most."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


def rows(home: Path) -> int:
    return len(query(home, "graded", "SELECT 1 FROM result"))


def finish(home: Path, saved: int) -> None:
    """The same command grades what is missing, each once."""
    again = grader(arguments(home, "graded"), home)

    assert again.code == 0, again.stderr
    assert f"From the store: {saved}." in again.stdout
    assert query(home, "graded", COUNT) == [(SUBMISSIONS, SUBMISSIONS, SUBMISSIONS)]


def test_a_closed_terminal_ends_the_run_and_loses_nothing(home: Path, terminal: tuple[subprocess.Popen[bytes], int]) -> None:
    run, ours = terminal
    os.set_blocking(ours, False)
    wait_for(lambda: rows(home) > 2 or run.poll() is not None)
    before = rows(home)
    os.close(ours)
    wait_for(lambda: run.poll() is not None)
    saved = rows(home)

    assert run.returncode == 130
    assert before <= saved < SUBMISSIONS
    assert not (home / "graded" / "result.json").exists()
    finish(home, saved)


def test_a_run_that_was_told_to_outlive_its_terminal_does(home: Path) -> None:
    """As `nohup` does it: the signal is ignored by whoever starts the run."""
    command = [sys.executable, "-m", "grader", *arguments(home, "graded")]
    run = subprocess.Popen(
        command,
        env=environment(home),
        cwd=home / "cwd",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    wait_for(lambda: rows(home) > 2 or run.poll() is not None)
    for process in (psutil.Process(run.pid), *psutil.Process(run.pid).children()):
        process.send_signal(signal.SIGHUP)

    assert run.wait() == 0
    assert rows(home) == SUBMISSIONS


def test_a_second_interrupt_stops_at_once_and_keeps_what_was_done(home: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments(home, "graded")],
        env=environment(home),
        cwd=home / "cwd",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: rows(home) > 2 or run.poll() is not None)
    run.send_signal(signal.SIGINT)
    assert run.stderr is not None
    said = run.stderr.readline()
    run.send_signal(signal.SIGINT)
    rest = run.communicate()[1]
    saved = rows(home)

    assert "press Ctrl-C again" in said
    assert run.returncode == 130
    assert f"{saved} results are saved" in " ".join(rest.split())
    finish(home, saved)
