"""What a learner reads for each known wrong way: a grading process that tells every variant of some exercises, one JSON line each.

`python -m tests.content.telling SLUG...`. Each variant runs once, in a locked child as a learner's work does. Its own trace is also what
the diagnosis compares with, so that no variant is run a second time to be named; and of each solution that exercises build on there is
one child for all variants.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

import click

from grader.checks import grading
from grader.checks.diagnoser import Diagnoser
from grader.checks.engine import collect
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.limits import Limits
from grader.checks.sandbox import Program, Sandbox
from grader.checks.session import NeededSolution
from grader.checks.submission import Call
from grader.checks.variants import wrong_variants
from grader.cli import render
from grader.content.load import load_level
from grader.content.models import Exercise
from grader.learner.checking import built_on
from grader.learner.message import message
from grader.results import Misconception, Outcome

WIDTH = 100
LONG_S = 10_000.0  # of CPU time: one child does the work of many
PATIENT = {
    "call_wall_s": 300.0,
    "load_wall_s": 300.0,
    "served_wall_s": 600.0,
    "total_served_s": 6000.0,
}  # a busy machine is slow: only CPU time may tell
SECRET = bytes.fromhex("c0ffee" * 10 + "cafe")  # every input is drawn from it, so every message is the same each time
LEVEL = load_level()


class SharedSolution:
    """Stands in for `NeededSolution`: ours keep no state between calls, so that variants may share them."""

    started: ClassVar[dict[str, NeededSolution]] = {}

    def __init__(self, sandbox: Sandbox, program: partial[Program], limits: Limits) -> None:
        (module,) = program.args
        self._shared = self.started.setdefault(module, NeededSolution(sandbox, program, replace(limits, total_cpu_s=LONG_S)))

    def function(self, name: str) -> Callable[..., object]:
        return self._shared.function(name)

    def close(self) -> None:
        """Not yet: others go on using it."""


def main(slugs: Sequence[str]) -> None:
    """Tell these exercises."""
    exercises = [LEVEL.exercise(slug) for slug in slugs]
    grading.NeededSolution = SharedSolution  # type: ignore[assignment, misc]
    with Sandbox.start() as sandbox:
        checks = collect([exercise.check_path for exercise in exercises])
        for exercise in exercises:
            own = [check for check in checks if check.path == exercise.check_path.resolve()]
            grader = ExerciseGrader(LEVEL, exercise, own, sandbox, secret=SECRET, limits=PATIENT)
            print(json.dumps({"slug": exercise.slug, "texts": texts(grader)}), file=sys.__stdout__, flush=True)
        for solution in SharedSolution.started.values():
            solution.close()


def texts(grader: ExerciseGrader) -> dict[str, str]:
    """The message of every variant, by name."""
    exercise = grader.exercise
    seen: dict[str, tuple[Sequence[Call], Sequence[str]]] = {}
    outcomes: dict[str, tuple[Outcome, bytes]] = {}
    for variant in wrong_variants(exercise.wrong_path, exercise.solution_path):

        def keep(trace: Sequence[Call], failing: Sequence[str], name: str = variant.name) -> tuple[Misconception, ...]:
            seen[name] = (trace, failing)
            return ()

        outcomes[variant.name] = grader.grade(Work(exercise, variant.source, {}), keep, shrink=True), variant.source
    diagnose = Diagnoser(grader, {name: trace for name, (trace, _) in seen.items()}, most_bytes=1 << 40)
    told = {}
    for name, (outcome, source) in outcomes.items():
        found = diagnose(*seen[name]) if name in seen else ()
        told[name] = _told(exercise, replace(outcome, result=replace(outcome.result, misconceptions=found)), source)
    return told


def _told(exercise: Exercise, outcome: Outcome, source: bytes) -> str:
    """The message as a pipe gets it."""
    file = f"{exercise.folder}/{exercise.filename}"
    lines = message(exercise, outcome, LEVEL.misconceptions, file=file, width=WIDTH, source=source, ours=built_on(LEVEL, source))
    return click.unstyle("\n".join(f"{render.mark(line.sign)} {line.text}" if line.sign else line.text for line in lines))


if __name__ == "__main__":
    main(sys.argv[1:])
