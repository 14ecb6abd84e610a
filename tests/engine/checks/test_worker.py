"""What a grading process keeps, and what it lets go."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader.checks.answers import ENTRY_BYTES, Answers
from grader.checks.cases import Case
from grader.checks.diagnoser import Diagnoser
from grader.checks.replies import PlainReply
from grader.checks.submission import Call
from grader.checks.worker import KEPT_EXERCISES, _Graders
from grader.content.load import load_level
from grader.content.models import Exercise, Level
from tests.engine.checks.test_pool import CHECKS_TWO, WRONG_TWO
from tests.engine.content.tiny_level import write_level

SECRET = "ab" * 32
SLUGS = ("add-two", "add-rows", "add-all")


@pytest.fixture(scope="module")
def level(tmp_path_factory: pytest.TempPathFactory) -> Level:
    files = {"tests/checks/a_first/check_add_two.py": CHECKS_TWO, "tests/checks/a_first/wrong_add_two.py": WRONG_TWO}
    return load_level(write_level(tmp_path_factory.mktemp("level"), files))


def graders(level: Level) -> _Graders:
    return _Graders(level, list(level.exercises), [], None, {"secret": SECRET, "limits": {}, "canaries": False})


def test_what_was_prepared_for_an_exercise_goes_when_others_are_asked_for(level: Level) -> None:
    kept = graders(level)
    made = [weakref.ref(kept._grader(slug, SECRET)[0]) for slug in SLUGS]

    assert [each() is not None for each in made] == [False, True, True]
    assert KEPT_EXERCISES == 2


def test_of_the_exercises_those_asked_for_last_are_kept(level: Level) -> None:
    kept = graders(level)
    first, second = (weakref.ref(kept._grader(slug, SECRET)[0]) for slug in SLUGS[:2])
    kept._grader(SLUGS[0], SECRET)
    kept._grader(SLUGS[2], SECRET)

    assert (first() is not None, second() is not None) == (True, False)


def test_work_ahead_at_home_goes_with_its_exercise(level: Level) -> None:
    kept = graders(level)
    home = weakref.ref(kept._at_home(SLUGS[0])._grader)
    for slug in SLUGS[1:]:
        kept._grader(slug, SECRET)

    assert home() is None


class Runs:
    """A grader that runs nothing: every program multiplies."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.checks = [SimpleNamespace(name=name) for name in NAMES]
        self.ran = 0

    def run(self, _: Any) -> Any:
        self.ran += 1
        return SimpleNamespace(trace=trace(3.0 if self.ran == 1 else 2.0))


NAMES = ("check_example", "check_lists", "check_it_refuses_text", "check_plain")


def trace(value: float) -> Sequence[Call]:
    return [Call("check_example", 0, Case("add_two", (1.0, 2.0)), PlainReply(value, size=10))]


@pytest.mark.parametrize(("most_bytes", "runs"), [(1 << 20, 2), (0, 3)], ids=["kept", "forgotten"])
def test_what_a_variant_did_is_kept_in_bounds_and_named_all_the_same(level: Level, most_bytes: int, runs: int) -> None:
    grader = Runs(level.exercise("add-two"))
    diagnose = Diagnoser(grader, most_bytes=most_bytes)  # type: ignore[arg-type]  # stands for the real one
    found = [[each.id for each in diagnose(trace(2.0), NAMES)] for _ in range(2)]

    assert (found, grader.ran) == ([["sum-is-product"]] * 2, runs)


def test_known_answers_take_no_more_room_than_they_may() -> None:
    answers = Answers(most_bytes=3 * ENTRY_BYTES)
    for number in range(10):
        answers.keep(("m.f",), b"%d" % number, b"!")

    assert [number for number in range(10) if answers.get(("m.f",), b"%d" % number)] in ([8, 9], [9])


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux tells what a process has loaded")
def test_numpy_in_a_grading_process_does_not_bring_the_ciphers_with_it(level: Level) -> None:
    from grader.checks.pool import Pool

    with Pool(level, ["add-two"], canaries=False) as pool:
        loaded = Path(f"/proc/{pool.pids[0]}/maps").read_text(encoding="utf-8")

    assert "_multiarray_umath" in loaded
    assert "libcrypto" not in loaded
