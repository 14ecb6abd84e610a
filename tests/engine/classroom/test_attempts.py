"""Which attempt counts, deadlines of exercises, and what snapshots prove: a class graded again and again into one store."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classroom.lateness import LatePolicy, moment
from grader.classroom.service import GradeOptions, grade_folder, take_snapshot
from grader.documents import MarkedSubmission
from tests.engine.classroom.fake import FakePool, Told
from tests.engine.classroom.lab import repository

DUE = "2026-10-05T22:00:00Z"
HEAD = f"exercises: [softmax-rows, one-query]\npoints: {{softmax-rows: 10, one-query: 10}}\ndue: {DUE}\n"
LATE = "late: {take: linear, per_day: 10}\n"


class Course:
    """A class folder and its store."""

    def __init__(self, home: Path) -> None:
        self.work, self.graded, self.roster = home / "work", home / "graded", home / "roster.csv"
        self.moments: dict[str, str] = {}

    def hand_in(self, key: str, rows: str, query: str = "passed", at: str = "") -> None:
        """The fake pool's verdict is the last word of the file."""
        (self.work / key).mkdir(parents=True, exist_ok=True)
        (self.work / key / "softmax_rows.py").write_text(f"# {rows}")
        (self.work / key / "one_query.py").write_text(f"# {query}")
        self.moments[key] = at

    def options(self, settings: str) -> GradeOptions:
        (self.work / "class.yaml").write_text(HEAD + settings)
        self.roster.write_text("id,submitted_at\n" + "".join(f"{key},{at}\n" for key, at in self.moments.items()))
        return GradeOptions(self.work, self.graded, roster=self.roster)

    def grade(self, settings: str = "", now: str = "2026-10-20T09:00:00Z", pool: FakePool | None = None) -> dict[str, MarkedSubmission]:
        done = grade_folder(self.options(settings), Told(), lambda: now, lambda *_: None, (pool or FakePool()).opener())
        assert done.graded is not None
        return {each.key: each for each in done.graded.submissions}

    def snapshot(self, now: str) -> tuple[int, int]:
        return take_snapshot(self.options(""), lambda: now)

    def snapshot_of_nobody(self, now: str) -> None:
        """A snapshot taken while there was nothing but an empty folder of somebody else."""
        (self.work / "zed").mkdir(parents=True)
        self.snapshot(now)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(tmp_path)


@pytest.fixture
def handed_in_thrice(course: Course) -> Course:
    """ada: 15 in time, then 20 one day late, then 5 two days late."""
    course.hand_in("ada", "one failed", at="2026-10-05T20:00:00Z")
    course.grade()
    course.hand_in("ada", "two passed", at="2026-10-06T20:00:00Z")
    course.grade()
    course.hand_in("ada", "three failed", "none todo", at="2026-10-07T20:00:00Z")
    return course


@pytest.mark.parametrize(
    ("policy", "attempt", "final"),
    [
        ("attempts: latest\n", 3, 4.0),  # 5 less 20 %
        ("attempts: best\n", 2, 18.0),  # 20 less 10 %
        ("attempts: in_time\n", 1, 15.0),
    ],
)
def test_the_attempt_that_the_policy_names_counts(handed_in_thrice: Course, policy: str, attempt: int, final: float) -> None:
    ada = handed_in_thrice.grade(LATE + policy)["ada"]

    assert (ada.attempt, ada.final_points) == (attempt, final)
    assert any(f"Attempt {attempt} of 3 counts" in said for said in ada.warnings) == (policy != "attempts: latest\n")


def test_of_equally_good_attempts_the_first_counts(course: Course) -> None:
    for text in ("one passed", "two passed"):
        course.hand_in("ada", text)
        found = course.grade("attempts: best\n")

    assert found["ada"].attempt == 1


def test_where_none_was_in_time_the_latest_counts(course: Course) -> None:
    for day in ("06", "07"):
        course.hand_in("ada", f"{day} passed", at=f"2026-10-{day}T20:00:00Z")
        found = course.grade(LATE + "attempts: in_time\n")

    assert (found["ada"].attempt, found["ada"].final_points) == (2, 16.0)


def test_an_older_attempt_that_was_never_graded_under_these_checks_is_graded(handed_in_thrice: Course) -> None:
    pool = FakePool()
    handed_in_thrice.grade("limits: {call_cpu_s: 9}\nattempts: best\n", pool=pool)

    assert sorted(job.source.decode() for job in pool.jobs if job.slug == "softmax-rows") == [
        "# one failed",
        "# three failed",
        "# two passed",
    ]


def test_work_handed_in_again_stays_the_attempt_and_the_moment_it_was(course: Course) -> None:
    course.hand_in("ada", "one passed", at="2026-10-05T20:00:00Z")
    course.grade(LATE)
    course.hand_in("ada", "two passed", at="2026-10-06T20:00:00Z")
    course.grade(LATE)
    course.hand_in("ada", "one passed", at="2026-10-09T20:00:00Z")
    ada = course.grade(LATE)["ada"]

    assert (ada.attempt, ada.submitted_at, ada.final_points) == (1, "2026-10-05T20:00:00Z", 20.0)


def test_an_exercise_has_its_own_deadline_and_an_extension_moves_it_too(course: Course) -> None:
    own = "exercise_due: {softmax-rows: 2026-10-04T22:00:00Z}\nextensions: {ben: 2026-10-06T22:00:00Z}\n"
    course.hand_in("ada", "passed", at="2026-10-05T21:00:00Z")
    course.hand_in("ben", "passed", at="2026-10-05T21:00:00Z")
    course.hand_in("cyd", "passed", at="2026-10-06T21:00:00Z")
    found = course.grade(LATE + own)
    taken = {key: {marked.result.slug: marked.late_percent for marked in each.exercises} for key, each in found.items()}

    assert taken == {
        "ada": {"softmax-rows": 10, "one-query": 0},
        "ben": {"softmax-rows": 0, "one-query": 0},
        "cyd": {"softmax-rows": 20, "one-query": 10},
    }
    assert {key: (each.final_points, each.late_percent, each.is_late) for key, each in found.items()} == {
        "ada": (19.0, 5.0, True),
        "ben": (20.0, 0.0, False),
        "cyd": (17.0, 15.0, True),
    }
    assert found["cyd"].late_seconds == 47 * 3600


def test_a_snapshot_proves_who_was_in_time_and_who_was_not(course: Course) -> None:
    course.hand_in("ada", "one passed")
    course.hand_in("ben", "one failed")
    assert course.snapshot("2026-10-05T22:00:00Z") == (2, 2)
    course.hand_in("ben", "two passed")
    course.hand_in("cyd", "one passed")
    found = course.grade(LATE)

    assert {key: (each.is_late, each.late_seconds, each.final_points) for key, each in found.items()} == {
        "ada": (False, 0, 20.0),
        "ben": (True, 1, 18.0),
        "cyd": (True, 1, 18.0),
    }
    counted = course.grade(LATE + "attempts: in_time\n")
    assert {key: (each.attempt, each.final_points) for key, each in counted.items()} == {
        "ada": (1, 20.0),
        "ben": (1, 15.0),
        "cyd": (1, 18.0),
    }


def test_without_a_snapshot_nothing_is_said_about_lateness_that_nobody_knows(course: Course) -> None:
    course.hand_in("ada", "one passed")
    found = course.grade(LATE)

    assert (found["ada"].is_late, found["ada"].late_seconds, found["ada"].final_points) == (None, None, 20.0)


def test_a_snapshot_of_the_same_work_is_no_attempt_and_a_later_one_moves_nothing(course: Course) -> None:
    course.hand_in("ada", "one passed")
    course.snapshot("2026-10-05T20:00:00Z")
    assert course.snapshot("2026-10-09T20:00:00Z") == (1, 0)
    ada = course.grade(LATE)["ada"]

    assert (ada.attempt, ada.is_late) == (1, False)


def test_a_commit_within_the_grace_is_in_time(tmp_path: Path) -> None:
    work = tmp_path / "repos"
    commits = [(f"2026-10-05T22:{minute}:00+0000", f"# {minute} passed") for minute in ("05", "14", "16")]
    repository(work / "ada", *commits, name="softmax_rows.py")
    (work / "class.yaml").write_text(f"exercises: [softmax-rows]\ndue: {DUE}\nlate: {{grace_minutes: 15}}\ncommits: in_time\n")
    options = GradeOptions(work, tmp_path / "graded")
    pool = FakePool()
    done = grade_folder(options, Told(), lambda: "2026-10-20T09:00:00Z", lambda *_: None, pool.opener())
    assert done.graded is not None

    assert [job.source.decode() for job in pool.jobs] == ["# 14 passed"]
    assert done.graded.submissions[0].is_late is False


def test_a_snapshot_that_was_taken_otherwise_is_told(course: Course) -> None:
    course.hand_in("ada", "one passed")
    course.snapshot("2026-10-05T20:00:00Z")
    same, other = Told(), Told()
    for told, settings in ((same, ""), (other, "groups: {team: [ada]}\n")):
        grade_folder(course.options(settings), told, lambda: "2026-10-20T09:00:00Z", lambda *_: None, FakePool().opener())

    assert same.notices == []
    assert other.notices[0].startswith("The last snapshot was taken with other groups")


def test_a_moment_that_a_snapshot_speaks_against_is_told(course: Course) -> None:
    course.snapshot_of_nobody("2026-10-06T00:00:00Z")
    course.hand_in("ada", "passed", at="2026-10-05T20:00:00Z")
    course.hand_in("ben", "passed", at="2026-10-06T20:00:00Z")
    found = course.grade()

    assert found["ada"].warnings == ("It says to be of 2026-10-05T20:00:00Z, and the snapshot of 2026-10-06T00:00:00Z does not have it.",)
    assert (found["ada"].is_late, found["ben"].warnings) == (False, ())


@pytest.mark.parametrize(
    ("seen", "absent", "proved"),
    [
        ("2026-10-05T22:00:00Z", "", "2026-10-05T22:00:00Z"),
        ("2026-10-05T22:10:00Z", "2026-10-05T22:05:00Z", "2026-10-05T22:10:00Z"),  # within the grace
        ("2026-10-09T10:00:00Z", "2026-10-05T22:15:00Z", "2026-10-05T22:15:01Z"),  # late by at least so much
        ("2026-10-09T10:00:00Z", "2026-10-05T21:00:00Z", ""),  # before or after the deadline: nobody knows
        ("2026-10-09T10:00:00Z", "", ""),
        ("", "", ""),
    ],
)
def test_what_snapshots_prove(seen: str, absent: str, proved: str) -> None:
    policy = LatePolicy(grace_s=900)

    assert moment("", seen, absent, DUE, policy) == proved
    assert moment("2026-10-06T00:00:00Z", seen, absent, DUE, policy) == "2026-10-06T00:00:00Z", "what is said goes before what is proved"
