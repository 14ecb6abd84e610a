"""kill -9 of any process of a real run at random moments, then the same command: the same rows, none twice, nothing finished run again.

Class E103.
"""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from tests.engine.running import adopted_orphans, describe, grader, living, outlivers, right_class, start

pytestmark = [pytest.mark.isolation, pytest.mark.slow]

SUBMISSIONS = 90
KILLS = 20
NEEDED_WHILE_ROWS_WERE_MISSING = 15
KEYED = "SELECT source_key, slug, suite_sha256, environment_sha256, secret_id, verdict, result FROM result ORDER BY 1"

Rows = list[tuple[object, ...]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Ninety learners who handed in right work of their own: each file differs by a comment."""
    return right_class(tmp_path, SUBMISSIONS)


@pytest.fixture(autouse=True)
def nobody_outlives_the_runs() -> Iterator[None]:
    with adopted_orphans():
        before = living()
        yield
        assert outlivers(before) == ()


def arguments(home: Path, folder: str, slots: int = 2) -> list[str]:
    return ["grade", str(home / "work"), "-o", str(home / folder), "-j", str(slots), "--secret-file", str(home / "secret")]


def query(home: Path, folder: str, sql: str) -> Rows:
    path = home / folder / "class.sqlite"
    if not path.is_file():
        return []
    with closing(sqlite3.connect(path, timeout=30)) as db, db:
        try:
            return db.execute(sql).fetchall()
        except sqlite3.OperationalError as error:
            assert "no such table" in str(error)  # killed before the store was made
            return []


def finished(home: Path, folder: str) -> dict[object, object]:
    """Finished rows by key, with what a second grading would change: how long it took."""
    return dict(query(home, folder, "SELECT source_key, evidence FROM result WHERE verdict <> 'broken'"))


def processes(run: subprocess.Popen[str]) -> list[psutil.Process]:
    try:
        root = psutil.Process(run.pid)
        return [root, *root.children(recursive=True)]
    except psutil.Error:
        return []


def kill_one(run: subprocess.Popen[str], chance: random.Random) -> None:
    """Kill one process of the run, whichever; then, a moment later, its coordinator, so that rows stay missing."""
    victims = processes(run)
    if victims:
        send(chance.choice(victims))
    time.sleep(chance.uniform(0.0, 0.1))
    if run.poll() is None:
        run.send_signal(signal.SIGKILL)
    run.communicate()


def send(victim: psutil.Process) -> None:
    try:
        victim.kill()
    except psutil.Error:
        return  # it had just ended by itself


def wait_for_rows(run: subprocess.Popen[str], home: Path, more_than: int, chance: random.Random) -> None:
    """A random moment: sometimes while the run starts, mostly once it has begun to commit."""
    if chance.random() < 0.3:
        time.sleep(chance.uniform(0.05, 1.0))
        return
    while run.poll() is None and len(query(home, "killed", "SELECT 1 FROM result")) <= more_than:
        time.sleep(0.01)
    time.sleep(chance.uniform(0.0, 0.05))


def test_a_run_killed_twenty_times_ends_with_the_rows_of_an_undisturbed_one(home: Path) -> None:
    """One file is endless: it is given up, killed while it waits or is tried again, and tried from the beginning."""
    (home / "work" / "learner-03" / "softmax_rows.py").write_text("def softmax_np(x, axis=-1):\n    while True:\n        pass\n")
    chance = random.Random(7)
    while_missing = 0
    for _ in range(KILLS):
        kept = finished(home, "killed")
        run = start(arguments(home, "killed"), home)
        wait_for_rows(run, home, len(kept), chance)
        while_missing += run.poll() is None and len(finished(home, "killed")) < SUBMISSIONS
        kill_one(run, chance)
        now = finished(home, "killed")
        assert {key: now[key] for key in kept} == kept, "a finished row was graded again"
    kept = finished(home, "killed")
    last = grader(arguments(home, "killed"), home)
    undisturbed = grader(arguments(home, "quiet", slots=1), home)

    assert while_missing >= NEEDED_WHILE_ROWS_WERE_MISSING
    assert (last.code, undisturbed.code) == (0, 0), last.stderr
    assert f"From the store: {len(kept)}." in last.stdout
    assert query(home, "killed", KEYED) == query(home, "quiet", KEYED)
    assert query(home, "killed", "SELECT count(*), count(DISTINCT source_key) FROM result") == [(SUBMISSIONS, SUBMISSIONS)]
    assert query(home, "killed", "SELECT count(*) FROM conflict") == [(0,)]
    assert query(home, "killed", "PRAGMA integrity_check") == [("ok",)]
    for name in ("result.json", "index.html"):
        assert (home / "killed" / name).read_bytes() == (home / "quiet" / name).read_bytes()


def test_a_killed_grading_process_is_replaced_and_the_run_goes_on(home: Path) -> None:
    run = start(arguments(home, "killed"), home)
    wait_for_rows(run, home, 0, random.Random(0))
    while run.poll() is None and not query(home, "killed", "SELECT 1 FROM result"):
        time.sleep(0.01)
    workers = [each for each in processes(run)[1:] if "grader.checks.worker" in describe(each)]
    send(workers[0])
    _, said = run.communicate()

    assert run.returncode == 0, said
    assert query(home, "killed", "SELECT verdict, count(*) FROM result GROUP BY 1") == [("passed", SUBMISSIONS)]


def test_ctrl_c_says_what_is_saved_and_the_same_command_goes_on(home: Path) -> None:
    run = start(arguments(home, "killed"), home)
    while run.poll() is None and not query(home, "killed", "SELECT 1 FROM result"):
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate()
    saved = len(query(home, "killed", "SELECT 1 FROM result"))

    assert run.returncode == 130
    assert 0 < saved < SUBMISSIONS
    assert f"{saved} results are saved" in said or f"{saved} result is saved" in said
    assert not (home / "killed" / "result.json").exists()
    assert f"From the store: {saved}." in grader(arguments(home, "killed"), home).stdout


def test_a_second_grader_is_told_who_is_at_it(home: Path) -> None:
    run = start(arguments(home, "killed"), home)
    while run.poll() is None and not query(home, "killed", "SELECT 1 FROM result"):
        time.sleep(0.01)
    second = grader(arguments(home, "killed"), home)
    run.send_signal(signal.SIGKILL)
    run.communicate()

    assert second.code == 6
    assert f"is being graded by process {run.pid} on host" in " ".join(second.stderr.split())
