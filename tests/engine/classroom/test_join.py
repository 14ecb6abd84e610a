"""Two graders at one store, as real processes: the work is shared, each result is committed once, and the death of one costs nothing."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.engine.running import grader, right_class, start

pytestmark = [pytest.mark.isolation, pytest.mark.slow]

SUBMISSIONS = 60
KEYED = "SELECT source_key, slug, suite_sha256, environment_sha256, secret_id, verdict, result FROM result ORDER BY 1"
Rows = list[tuple[object, ...]]
Launch = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A class whose every learner handed in right work of their own."""
    return right_class(tmp_path, SUBMISSIONS)


@pytest.fixture
def launch(home: Path) -> Iterator[Launch]:
    """Starts graders with one slot each; whatever still runs at the end is killed."""
    started = []

    def launched(*more: str, folder: str = "shared") -> subprocess.Popen[str]:
        started.append(start(command(home, *more, folder=folder), home))
        return started[-1]

    yield launched
    for each in started:
        if each.poll() is None:
            each.kill()
            each.communicate()


def command(home: Path, *more: str, folder: str = "shared") -> list[str]:
    return ["grade", str(home / "work"), "-o", str(home / folder), "-j", "1", "--secret-file", str(home / "secret"), *more]


def query(home: Path, sql: str, folder: str = "shared") -> Rows:
    path = home / folder / "class.sqlite"
    if not path.is_file():
        return []
    with closing(sqlite3.connect(path, timeout=30)) as db:
        try:
            return db.execute(sql).fetchall()
        except sqlite3.OperationalError as error:
            assert "no such table" in str(error)  # it is being made just now
            return []


def stop(home: Path, run: subprocess.Popen[str]) -> None:
    """Hold a grader where it is, so that another is there in time whatever this machine is busy with; never in the middle of a commit."""
    while True:
        run.send_signal(signal.SIGSTOP)
        with closing(sqlite3.connect(home / "shared" / "class.sqlite", timeout=0, isolation_level=None)) as db:
            try:
                db.execute("BEGIN IMMEDIATE")
                db.execute("ROLLBACK")
                return
            except sqlite3.OperationalError:
                run.send_signal(signal.SIGCONT)
                time.sleep(0.005)


def wait_for(run: subprocess.Popen[str], is_so: Callable[[], bool]) -> None:
    while run.poll() is None and not is_so():
        time.sleep(0.01)
    assert run.poll() is None, run.communicate()


def seats(home: Path) -> set[object]:
    return {row[0] for row in query(home, "SELECT seat FROM claim")}


def both_at_it(home: Path, launch: Launch) -> tuple[subprocess.Popen[str], subprocess.Popen[str]]:
    """A coordinator and one who joined it, in the middle of the run."""
    first = launch()
    wait_for(first, lambda: len(seats(home)) == 1 and bool(query(home, "SELECT 1 FROM result")))
    stop(home, first)
    second = launch("--join")
    wait_for(second, lambda: len(seats(home)) == 2)
    first.send_signal(signal.SIGCONT)
    return first, second


def count(text: str, before: str) -> int:
    found = re.search(rf"{before}:\s+(\d+)", text)
    assert found is not None, text
    return int(found[1])


def assert_each_was_committed_once(home: Path) -> None:
    assert query(home, "SELECT count(*), count(DISTINCT source_key), max(times_graded) FROM result") == [(SUBMISSIONS, SUBMISSIONS, 1)]
    assert query(home, "SELECT count(*) FROM conflict") == [(0,)]
    assert query(home, "SELECT count(*) FROM claim") == [(0,)]
    assert query(home, "PRAGMA integrity_check") == [("ok",)]


def test_two_share_a_run_and_leave_what_one_would_have_left(home: Path, launch: Launch) -> None:
    first, second = both_at_it(home, launch)
    second_out, second_err = second.communicate()
    first_out, first_err = first.communicate()
    alone = grader(command(home, folder="alone"), home)

    assert (first.returncode, second.returncode, alone.code) == (0, 0, 0), (first_err, second_err)
    assert f"Sharing the work of process {first.pid} on host" in " ".join(second_err.split())
    here, there = count(second_out, "Graded here"), count(first_out, "Graded now")
    assert here > 0 and there > 0 and here + there == SUBMISSIONS
    assert "locked" not in first_err + second_err
    assert_each_was_committed_once(home)
    assert query(home, KEYED) == query(home, KEYED, "alone")
    for name in ("result.json", "index.html"):
        assert (home / "shared" / name).read_bytes() == (home / "alone" / name).read_bytes()


def test_who_joined_takes_over_from_a_killed_coordinator(home: Path, launch: Launch) -> None:
    first, second = both_at_it(home, launch)
    stop(home, first)
    assert len(seats(home)) == 2
    first.kill()
    first.communicate()
    out, err = second.communicate()

    assert second.returncode == 0, err
    assert f"{SUBMISSIONS} submissions" in out
    assert (home / "shared" / "index.html").is_file()
    assert_each_was_committed_once(home)


def test_the_coordinator_does_what_one_who_was_killed_had_claimed(home: Path, launch: Launch) -> None:
    first, second = both_at_it(home, launch)
    stop(home, second)
    assert len(seats(home)) == 2
    second.kill()
    second.communicate()
    out, err = first.communicate()

    assert first.returncode == 0, err
    assert f"{SUBMISSIONS} submissions" in out
    assert_each_was_committed_once(home)


def test_another_run_than_the_one_that_is_on_cannot_be_joined(home: Path, launch: Launch) -> None:
    first = launch()
    wait_for(first, lambda: bool(query(home, "SELECT 1 FROM result")))
    stop(home, first)
    (home / "work" / "class.yaml").write_text("exercises: [softmax-rows]\npoints: {softmax-rows: 3}\n", encoding="utf-8")
    other = grader(command(home, "--join"), home)

    assert other.code == 6
    assert f"by process {first.pid} on host" in " ".join(other.stderr.split())
    assert "--join needs the same submissions" in " ".join(other.stderr.split())
