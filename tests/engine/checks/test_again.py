"""What is handed back of a run is not told by what the run saw: a public case is looked at again by a child that hears nothing of it."""

from __future__ import annotations

import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from grader import wire
from grader.checks.answers import Answers
from grader.checks.cases import Case
from grader.checks.engine import collect
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.limits import Limits
from grader.checks.replies import Failure, FailureKind
from grader.checks.sandbox import Loaded, Sandbox
from grader.checks.session import WallBackend
from grader.content.load import load_level
from tests.engine.content.tiny_level import write_level

CHECKS = """
from grader.checks.api import call, cases


@cases(repeat=1)
def check_rows(draw):
    '''Rows are added.'''
    return [call("add_rows", [1.0, 2.0], public_=True), call("add_rows", draw.normal(3).tolist())]
"""
WRONG = b"from a_first.add_two import add_two\n\n\ndef add_rows(x):\n    return add_two(0.0, 1.0)\n"


class Heard(Answers):
    """Answers that count what they are asked."""

    questions = 0

    def get(self, scope: tuple[str, ...], question: wire.Body) -> bytes | None:
        self.questions += 1
        return super().get(scope, question)


def test_how_soon_a_needed_solution_answers_tells_nothing_of_the_run_before(tmp_path: Path) -> None:
    level = load_level(write_level(tmp_path, {"tests/checks/a_first/check_add_rows.py": textwrap.dedent(CHECKS)}))
    exercise = level.exercise("add-rows")
    with Sandbox.start() as sandbox:
        grader = ExerciseGrader(level, exercise, collect([exercise.check_path]), sandbox, secret=bytes(32), limits={})
        grader._answers = heard = Heard()
        evidence = grader.grade(Work(exercise, WRONG, {})).evidence.by_check["check_rows"]

    assert evidence.is_public, "it was looked at again"
    assert heard.questions == 1


class Spawned:
    """A child that loads in this way, and ends at its first call."""

    is_alive = True
    is_stopped = False
    cpu_s = wall_s = served_s = 0.0

    def __init__(self, loaded: Loaded | Failure) -> None:
        self.load = lambda: loaded

    def call(self, *_: Any, **__: Any) -> Failure:
        self.is_alive = False
        return Failure(FailureKind.CRASHED)

    def close(self) -> None:
        pass


def test_a_file_that_was_read_once_is_not_unreadable_later() -> None:
    unreadable = Failure(FailureKind.SYNTAX, "SyntaxError", "what an earlier call was given")
    children = [Spawned(Loaded(())), Spawned(unreadable)]
    sandbox: Any = SimpleNamespace(spawn=lambda *_, **__: children.pop(0))
    program: Any = None
    backend = WallBackend(sandbox, program, Limits())

    ended = [backend.call(Case("f"), want_args=False) for _ in range(2)]

    assert [each.kind for each in ended if isinstance(each, Failure)] == [FailureKind.CRASHED, FailureKind.RAISED]


def test_what_all_children_made_us_work_is_counted_together() -> None:
    sandbox: Any = SimpleNamespace(spawn=lambda *_, **__: Spawned(Loaded(())))
    program: Any = None
    backend = WallBackend(sandbox, program, Limits(total_served_s=50.0))
    Spawned.served_s = 30.0
    try:
        ended = [backend.call(Case("f"), want_args=False) for _ in range(3)]
    finally:
        Spawned.served_s = 0.0

    assert [each.kind for each in ended if isinstance(each, Failure)] == [FailureKind.CRASHED, FailureKind.CRASHED, FailureKind.SPENT]
