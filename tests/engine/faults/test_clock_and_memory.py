"""The clock is set back by years, and the coordinator has no memory left: the same rows, each once, and one sentence."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from grader.classroom.service import GradeOptions, grade_folder
from grader.cli import main
from grader.store.classes import ClassStore
from tests.engine.classroom.fake import FakePool, Told
from tests.engine.classroom.test_killed import arguments, query
from tests.engine.faults.test_signals import wait_for
from tests.engine.running import adopted_orphans, grader, living, outlivers, right_class, start

CLOCKS = ("2026-10-05T09:30:00Z", "2016-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2026-10-05T09:31:00Z")
SUBMISSIONS = 20


@pytest.fixture
def work(tmp_path: Path) -> Path:
    for key in ("ada", "ben", "cyd"):
        (tmp_path / "work" / key).mkdir(parents=True)
        (tmp_path / "work" / key / "softmax_rows.py").write_text(f"# {key}\n# passed")
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n")
    return tmp_path / "work"


def results(work: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(work.parent / "graded" / "class.sqlite")) as db:
        return db.execute("SELECT source_key, verdict, times_graded FROM result ORDER BY 1").fetchall()


def graded_at(work: Path, clock: str) -> FakePool:
    """A run by a clock that stands still; its pool."""
    pool = FakePool()
    outcome = grade_folder(GradeOptions(work, work.parent / "graded"), Told(), lambda: clock, lambda *_: None, pool.opener())
    assert outcome.graded is not None
    return pool


def test_a_clock_set_back_grades_nothing_twice_and_numbers_attempts_by_arrival(work: Path) -> None:
    pools = []
    for number, clock in enumerate(CLOCKS):
        (work / "ada" / "softmax_rows.py").write_text(f"# version {number}\n# passed")
        pools.append(graded_at(work, clock))
    with ClassStore(work.parent / "graded") as store:
        run = store.current_run()
        attempts = {each.key: each.attempt for each in store.submissions(run.id)}

    assert [len(pool.jobs) for pool in pools] == [3, 1, 1, 1]
    assert {times for _, _, times in results(work)} == {1}
    assert attempts == {"ada": len(CLOCKS), "ben": 1, "cyd": 1}


def test_a_lock_from_the_future_does_not_keep_anybody_out(work: Path) -> None:
    for clock in ("2099-01-01T00:00:00Z", "2026-10-05T09:30:00Z"):
        outcome = grade_folder(
            GradeOptions(work, work.parent / "graded"), Told(), lambda clock=clock: clock, lambda *_: None, FakePool().opener()
        )

    assert outcome.graded is not None
    assert len(results(work)) == 3


def test_no_memory_in_the_coordinator_is_one_sentence_and_keeps_what_was_done(
    work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none_left(number: int) -> None:
        if number == 2:
            raise MemoryError

    command = ["grade", str(work), "-o", str(work.parent / "graded")]
    monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: FakePool(before=none_left).opener())
    code = main(command)
    said = " ".join(capsys.readouterr().err.split())
    kept = results(work)
    monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: FakePool().opener())

    assert code == 3
    assert "no memory left" in said and "the same command" in said
    assert len(kept) == 2
    assert main(command) == 0
    assert [times for _, _, times in results(work)] == [1, 1, 1]


@pytest.mark.isolation
@pytest.mark.slow
def test_a_coordinator_whose_memory_is_taken_away_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    """For real: its address space may not grow any more. It may still come to its end; if not, the same command does."""
    right_class(tmp_path, SUBMISSIONS, f"# {{number}} {'x' * 100_000}\n")
    with adopted_orphans():
        before = living()
        run = start(arguments(tmp_path, "graded"), tmp_path)
        wait_for(lambda: query(tmp_path, "graded", "SELECT 1 FROM result") or run.poll() is not None)
        psutil.Process(run.pid).rlimit(psutil.RLIMIT_AS, (1 << 20, 1 << 20))
        said = " ".join(run.communicate()[1].split())
        kept = query(tmp_path, "graded", "SELECT source_key FROM result")
        assert outlivers(before) == ()
    again = grader(arguments(tmp_path, "graded"), tmp_path)

    assert run.returncode in (0, 3), said
    assert "Traceback" not in said
    assert again.code == 0, again.stderr
    assert set(kept) <= set(query(tmp_path, "graded", "SELECT source_key FROM result"))
    assert query(tmp_path, "graded", "SELECT count(*), max(times_graded), count(DISTINCT verdict) FROM result") == [(SUBMISSIONS, 1, 1)]
