"""The coordinator with a pool that grades nothing: what is asked for, what is committed, and what is left after an interruption."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader.checks.pool import Job
from grader.classroom.assemble import GradedClass
from grader.classroom.outputs import class_document, class_evidence
from grader.classroom.service import FolderOutcome, GradeOptions, exit_code, grade_folder
from grader.content.models import Level
from grader.errors import IsolationUnavailable, NothingToDo, StoreBusy, UnknownName, UsageError
from grader.results import ExitCode, IsolationLevel, Outcome, SubmissionStatus, Verdict
from grader.store.classes import ClassStore
from grader.store.runlock import RunLock
from tests.engine.classroom.fake import FakePool, Told, outcome

NOW = "2026-10-05T09:30:00Z"


@pytest.fixture
def class_of(tmp_path: Path) -> Path:
    """Four learners, two exercises: two of them handed in the same file."""
    folder = tmp_path / "class"
    for key, rows, query in (
        ("ada", "# passed", "# passed"),
        ("ben", "# passed", "# failed"),
        ("cyd", "# failed", None),
        ("dee", "# todo", "# todo"),
    ):
        (folder / key).mkdir(parents=True)
        (folder / key / "softmax_rows.py").write_text(rows)
        if query is not None:
            (folder / key / "one_query.py").write_text(query)
    (folder / "class.yaml").write_text("exercises: [softmax-rows, one-query]\n")
    return folder


def grade(folder: Path, pool: FakePool, told: Told | None = None, **options: object) -> FolderOutcome:
    wanted = GradeOptions(folder, folder.parent / "graded", **options)  # type: ignore[arg-type]  # by keyword, as the tests say
    return grade_folder(wanted, told or Told(), lambda: NOW, lambda *_: None, pool.opener())


def graded_of(outcome: FolderOutcome) -> GradedClass:
    assert outcome.graded is not None
    return outcome.graded


def sources(jobs: list[Job]) -> list[tuple[str, str]]:
    return [(job.slug, job.source.decode()) for job in jobs]


def test_equal_files_are_graded_once_for_all_who_handed_them_in_one_exercise_after_the_other(class_of: Path) -> None:
    pool, told = FakePool(), Told()
    outcome = grade(class_of, pool, told)

    assert sources(pool.jobs) == [
        ("one-query", "# passed"),
        ("one-query", "# failed"),
        ("one-query", "# todo"),
        ("softmax-rows", "# passed"),
        ("softmax-rows", "# failed"),
        ("softmax-rows", "# todo"),
    ]
    assert told.begun == [(6, 0)]
    assert outcome.run.graded == 6


def test_learners_who_ended_an_exercise_alike_hold_its_checks_once_in_memory(class_of: Path) -> None:
    graded = graded_of(grade(class_of, FakePool()))
    ada, ben = ({each.result.slug: each.result.checks for each in learner.exercises} for learner in graded.submissions[:2])

    assert ada["softmax-rows"] is ben["softmax-rows"]


def test_statuses_and_points_keep_blank_and_zero_apart(class_of: Path) -> None:
    graded = graded_of(grade(class_of, FakePool()))
    rows = {each.key: (each.status, each.points, [marked.points for marked in each.exercises]) for each in graded.submissions}

    assert rows == {
        "ada": (SubmissionStatus.GRADED, 30.0, [15.0, 15.0]),
        "ben": (SubmissionStatus.GRADED, 22.5, [7.5, 15.0]),
        "cyd": (SubmissionStatus.PARTIAL, 7.5, [None, 7.5]),
        "dee": (SubmissionStatus.NO_WORK, None, [None, None]),
    }


def test_the_same_command_again_grades_nothing_and_gives_the_same_bytes(class_of: Path) -> None:
    first = graded_of(grade(class_of, FakePool()))
    pool, told = FakePool(), Told()
    again = graded_of(grade(class_of, pool, told))

    assert pool.jobs == []
    assert told.begun == [(0, 6)]
    assert list(class_document(first)) == list(class_document(again))
    assert list(class_evidence(first)) == list(class_evidence(again))


def test_a_changed_file_is_graded_alone_and_is_the_next_attempt(class_of: Path) -> None:
    grade(class_of, FakePool())
    (class_of / "cyd" / "softmax_rows.py").write_text("# mended passed")
    pool = FakePool()
    graded = graded_of(grade(class_of, pool))

    assert sources(pool.jobs) == [("softmax-rows", "# mended passed")]
    assert [each.attempt for each in graded.submissions] == [1, 1, 2, 1]


def test_another_environment_secret_or_limit_grades_everything_again(class_of: Path, tmp_path: Path) -> None:
    grade(class_of, FakePool())
    separated = FakePool(IsolationLevel.SEPARATED)
    grade(class_of, separated, isolation=IsolationLevel.SEPARATED)
    (class_of / "class.yaml").write_text("exercises: [softmax-rows, one-query]\nlimits: {call_cpu_s: 9}\n")
    limited = FakePool()
    grade(class_of, limited)

    assert len(separated.jobs) == 6
    assert len(limited.jobs) == 6


def test_class_points_rescale_stored_results_without_grading(class_of: Path) -> None:
    grade(class_of, FakePool())
    (class_of / "class.yaml").write_text("exercises: [softmax-rows, one-query]\npoints: {softmax-rows: 4}\n")
    pool = FakePool()
    graded = graded_of(grade(class_of, pool))
    ben, marked = graded.submissions[1], graded.submissions[2].exercises[1]

    assert pool.jobs == []
    assert (ben.points, ben.max_points) == (11.5, 19.0)
    assert (marked.points, marked.result.max_points, [check.points for check in marked.result.checks]) == (2.0, 4.0, [2.0, 0.0])


def test_only_grades_and_counts_one_exercise(class_of: Path) -> None:
    pool = FakePool()
    graded = graded_of(grade(class_of, pool, only=("one_query",)))

    assert {job.slug for job in pool.jobs} == {"one-query"}
    assert graded.submissions[0].max_points == 15.0
    assert [marked.result.slug for marked in graded.submissions[0].exercises] == ["one-query"]


def test_only_of_what_is_not_assigned_names_what_is(class_of: Path) -> None:
    with pytest.raises(UnknownName, match="Unknown assigned exercise `softmax-by-hand`"):
        grade(class_of, FakePool(), only=("softmax-by-hand",))


def test_own_modules_are_handed_over_and_part_of_the_key(class_of: Path, level: Level) -> None:
    (class_of / "class.yaml").write_text("exercises: [softmax-by-hand, one-query]\n")
    for key in ("ada", "ben"):
        (class_of / key / "softmax_by_hand.py").write_text(f"# of {key} passed")
        (class_of / key / "one_query.py").write_text("# passed")
    pool = FakePool()
    grade(class_of, pool, own=True)
    needing = [dict(job.own) for job in pool.jobs if job.slug == "one-query" and job.own]

    assert needing == [
        {"o3_weights.softmax_by_hand": b"# of ada passed"},
        {"o3_weights.softmax_by_hand": b"# of ben passed"},
    ]


def test_our_own_fault_is_open_is_said_and_is_tried_again(class_of: Path) -> None:
    (class_of / "ada" / "softmax_rows.py").write_text("# broken")
    told = Told()
    graded = graded_of(grade(class_of, FakePool(), told))
    ada = graded.submissions[0]

    assert (ada.status, ada.points, ada.open_points) == (SubmissionStatus.BROKEN, 15.0, 15.0)
    assert ada.exercises[1].points is None
    assert told.advanced.count(True) == 1
    assert exit_code(graded) is ExitCode.SOME_UNGRADED

    pool = FakePool()
    grade(class_of, pool)
    assert sources(pool.jobs) == [("softmax-rows", "# broken")]


def test_below_contained_a_class_is_refused_unless_asked_for(class_of: Path) -> None:
    with pytest.raises(IsolationUnavailable, match="only at the level `separated`") as caught:
        grade(class_of, FakePool(IsolationLevel.SEPARATED))
    assert "--isolation separated" in caught.value.hint

    outcome = grade(class_of, FakePool(IsolationLevel.SEPARATED), isolation=IsolationLevel.SEPARATED)
    assert graded_of(outcome).run.facts["isolation"]["level"] == "separated"


def test_no_isolation_at_all_is_refused_whatever_is_asked(class_of: Path) -> None:
    with pytest.raises(IsolationUnavailable):
        grade(class_of, FakePool(IsolationLevel.NONE), isolation=IsolationLevel.SEPARATED)


def test_work_marked_hostile_is_left_out_below_contained_and_only_there(class_of: Path) -> None:
    (class_of / "class.yaml").write_text("exercises: [softmax-rows, one-query]\nhostile: [ben]\n")
    low = graded_of(grade(class_of, FakePool(IsolationLevel.SEPARATED), isolation=IsolationLevel.SEPARATED))
    high = graded_of(grade(class_of, FakePool()))

    assert [each.key for each in low.submissions] == ["ada", "cyd", "dee"]
    assert low.skipped[0][0] == "ben"
    assert "separated" in low.skipped[0][1]
    assert [each.key for each in high.submissions] == ["ada", "ben", "cyd", "dee"]
    assert high.skipped == ()


def test_one_interrupt_finishes_what_has_begun_and_saves_it(class_of: Path) -> None:
    pool, told = FakePool(before=lambda number: signal.raise_signal(signal.SIGINT) if number == 2 else None), Told()
    outcome = grade(class_of, pool, told)

    assert outcome.graded is None
    assert outcome.run.is_interrupted
    assert outcome.run.graded == 3, "the one that was being graded is finished and kept"
    assert "press Ctrl-C again" in told.notices[0]
    assert exit_code(outcome.graded) is ExitCode.INTERRUPTED

    rest = FakePool()
    finished = grade(class_of, rest)
    assert len(rest.jobs) == 3
    assert finished.run.done_before == 3


def test_two_interrupts_stop_at_once_and_keep_what_was_done(class_of: Path) -> None:
    def twice(number: int) -> None:
        if number == 2:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    outcome = grade(class_of, FakePool(before=twice))

    assert outcome.run.graded == 2
    assert len(rows(class_of)) == 2
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_pool_that_fails_keeps_what_was_done_before(class_of: Path) -> None:
    def fail(number: int) -> None:
        if number == 3:
            raise OSError("made up")

    with pytest.raises(OSError, match="made up"):
        grade(class_of, FakePool(before=fail))
    assert len(rows(class_of)) == 3


def test_an_interrupted_resumed_run_leaves_the_same_rows_as_an_undisturbed_one(class_of: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"k" * 32)
    grade(class_of, FakePool(before=lambda number: signal.raise_signal(signal.SIGINT) if number == 1 else None), secret_file=secret)
    grade(class_of, FakePool(), secret_file=secret)
    disturbed = rows(class_of)
    for path in (tmp_path / "graded").iterdir():
        path.unlink()
    grade(class_of, FakePool(), secret_file=secret)

    assert rows(class_of) == disturbed
    assert {row[-1] for row in disturbed} == {1}


def rows(class_of: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(class_of.parent / "graded" / "class.sqlite")) as db, db:
        query = (
            "SELECT source_key, slug, suite_sha256, environment_sha256, secret_id, verdict, result, times_graded FROM result ORDER BY 1, 2"
        )
        return db.execute(query).fetchall()


def test_a_second_grader_is_refused_before_it_does_anything(class_of: Path) -> None:
    folder = class_of.parent / "graded"
    folder.mkdir()
    hear, say = os.pipe()
    pid = os.fork()
    if pid == 0:
        with RunLock(folder, command="grader grade elsewhere", now=lambda: NOW):
            os.write(say, b"!")
            signal.pause()
        os._exit(0)
    try:
        assert os.read(hear, 1) == b"!"
        pool = FakePool()
        with pytest.raises(StoreBusy, match="grader grade elsewhere"):
            grade(class_of, pool)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(hear)
        os.close(say)
    assert pool.secrets == []


def test_the_secret_of_a_file_is_used_and_a_short_one_refused(class_of: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"k" * 32)
    (tmp_path / "short").write_bytes(b"k" * 8)
    pool = FakePool()
    grade(class_of, pool, secret_file=tmp_path / "secret")

    assert pool.secrets == [b"k" * 32]
    with pytest.raises(UsageError, match="at least 16 are needed"):
        grade(class_of, FakePool(), secret_file=tmp_path / "short")
    with pytest.raises(UsageError, match="No secret file"):
        grade(class_of, FakePool(), secret_file=tmp_path / "none")


def test_an_empty_class_is_nothing_to_do(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()

    with pytest.raises(NothingToDo):
        grade(tmp_path / "class", FakePool())
    assert not (tmp_path / "graded").exists()


def test_an_output_that_is_a_file_is_a_usage_error(class_of: Path) -> None:
    (class_of.parent / "graded").write_text("")

    with pytest.raises(UsageError, match="is not a folder"):
        grade(class_of, FakePool())


def test_no_secret_stands_in_any_document(class_of: Path) -> None:
    graded = graded_of(grade(class_of, FakePool()))
    with ClassStore(class_of.parent / "graded") as store:
        secret = store.secret(None, NOW).hex()

    for document in (class_document(graded), class_evidence(graded)):
        assert secret[:16] not in "".join(document)


def test_verdicts_of_unreadable_submissions_are_open_not_zero(class_of: Path) -> None:
    (class_of / "eve.zip").write_bytes(b"no archive")
    graded = graded_of(grade(class_of, FakePool()))
    eve = graded.submissions[-1]

    assert (eve.key, eve.status, eve.points, eve.open_points) == ("eve", SubmissionStatus.UNREADABLE, None, 30.0)
    assert {marked.result.verdict for marked in eve.exercises} == {Verdict.UNREADABLE}
    assert exit_code(graded) is ExitCode.SOME_UNGRADED


def test_a_new_class_folder_is_for_its_owner_alone(class_of: Path) -> None:
    grade(class_of, FakePool())

    assert (class_of.parent / "graded").stat().st_mode & 0o077 == 0


@dataclass(slots=True)
class SlowAtTheEnd(FakePool):
    """Takes all jobs first, then answers them in turn: as where all that is left is slow. Notes what the store held at each answer."""

    store: Path = Path()
    held: list[int] = field(default_factory=list)
    interrupt_at: int = -1
    goes_on: list[bool] = field(default_factory=list)

    def run(self, jobs: Iterable[Job], goes_on: Callable[[], bool]) -> Iterator[tuple[Job, Outcome]]:
        for number, job in enumerate(list(jobs)):
            with closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as db:
                self.held.append(db.execute("SELECT count(*) FROM result").fetchone()[0])
            if number == self.interrupt_at:
                os.kill(os.getpid(), signal.SIGINT)
            self.goes_on.append(goes_on())
            yield job, outcome(job.slug, Verdict.PASSED)


def test_nothing_waits_uncommitted_for_what_is_slow(class_of: Path) -> None:
    pool = SlowAtTheEnd(store=class_of.parent / "graded" / "class.sqlite")
    grade(class_of, pool)

    assert pool.held == [0, 1, 2, 3, 4, 5]


def test_what_is_slow_is_not_begun_once_an_interruption_is_asked_for(class_of: Path) -> None:
    pool = SlowAtTheEnd(store=class_of.parent / "graded" / "class.sqlite", interrupt_at=2)
    grade(class_of, pool)

    assert pool.goes_on == [True, True, False, False, False, False]
