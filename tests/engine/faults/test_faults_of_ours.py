"""Checks that are wrong: one that raises, one that our own solution does not pass, one that runs out of memory. Class G140.

Each is "our fault": no marks given or taken, and said so.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.checks.judge import judged
from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.errors import WorkerDied
from grader.results import ExerciseResult, Verdict
from tests.engine.content.tiny_level import write_level

CHECKS = '''
from grader.checks.api import call, cases, require


@cases(repeat=1)
def check_sum(draw):
    """Numbers are added."""
    return call("add_two", draw.number(), draw.number())


def check_that_raises(submission):
    """This one fails by itself."""
    raise NameError("ours")


def check_that_is_wrong(submission):
    """One and one are three."""
    require(submission.add_two(1, 1) == 3, "one and one are not three")


@cases(repeat=1)
def check_that_cannot_be_made(draw):
    """Cases that cannot be drawn."""
    return call("add_two", 1 / 0, 1)


def check_that_skips(submission):
    """Skipped is not passed."""
    import pytest

    pytest.skip("not today")
'''
WRONG = {"check_that_raises", "check_that_is_wrong", "check_that_cannot_be_made", "check_that_skips"}


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    folder = tmp_path_factory.mktemp("level")
    root = write_level(folder / "level", {"tests/checks/a_first/check_add_two.py": CHECKS})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        with Pool(load_level(root), ["add-two"], secret=b"s" * 32) as made:
            yield made


def graded(pool: Pool, source: bytes) -> ExerciseResult:
    ((_, outcome),) = list(pool.run([Job("x", "add-two", source)]))
    return outcome.result


@pytest.mark.parametrize("source", [b"def add_two(a, b):\n    return a + b\n", b"def add_two(a, b):\n    return a * b - 7\n"])
def test_a_wrong_check_costs_nobody_anything(source: bytes, pool: Pool) -> None:
    result = graded(pool, source)
    broken = {check.name: check for check in result.checks if check.verdict is Verdict.BROKEN}

    assert set(broken) == WRONG
    assert {check.max_points for check in broken.values()} == {0.0}
    assert all("our fault" in check.message for check in broken.values())
    assert result.verdict is Verdict.BROKEN


def test_a_sound_check_beside_a_wrong_one_still_tells_right_from_wrong(pool: Pool) -> None:
    verdicts = [
        graded(pool, source).checks[0].verdict for source in (b"def add_two(a, b):\n    return a + b\n", b"def add_two(a, b): return 1\n")
    ]

    assert verdicts == [Verdict.PASSED, Verdict.FAILED]


@pytest.mark.parametrize("trouble", [MemoryError(), OSError(24, "Too many open files"), WorkerDied("killed")])
def test_this_machines_trouble_is_never_taken_for_a_learners_wrong_answer(trouble: Exception) -> None:
    """The solution passes the check right after: that proves nothing when the machine had no memory a moment ago."""

    def run() -> None:
        raise trouble

    with pytest.raises(type(trouble)):
        judged("check_x", "X.", run, lambda: None)


def test_garbage_that_trips_a_check_is_still_the_learners() -> None:
    def run() -> None:
        raise TypeError("unsupported operand")

    assert judged("check_x", "X.", run, lambda: None).verdict is Verdict.FAILED
