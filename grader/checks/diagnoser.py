"""The wrong variants of one exercise, run once per secret in locked children, ready to be compared with a submission's calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.checks.diagnosis import diagnosed
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.submission import Call
from grader.checks.variants import wrong_variants
from grader.results import Misconception


class Diagnoser:
    """Names the misconceptions behind a trace. The variants are run at the first failure, or before it by `prepare`."""

    def __init__(self, grader: ExerciseGrader) -> None:
        self._grader = grader
        self._variants: dict[str, tuple[str, str, Sequence[Call]]] = {}
        self._right: Sequence[Call] = ()
        self._steps = self._prepare()

    def __call__(self, trace: Sequence[Call]) -> tuple[Misconception, ...]:
        """The misconceptions whose wrong variants did exactly what this submission did."""
        for _ in self._steps:
            pass
        return diagnosed(trace, self._variants, self._right)

    def prepare(self) -> bool:
        """Do one small step of the work ahead; False when none is left."""
        return next(self._steps, None) is not None

    def _prepare(self) -> Iterator[str]:
        """Run the solution, then each variant; yields the name of what was run."""
        exercise = self._grader.exercise
        self._right = self._trace(exercise.solution_path.read_bytes())
        yield exercise.slug
        for variant in wrong_variants(exercise.wrong_path, exercise.solution_path):
            self._variants[variant.name] = (variant.misconception, variant.describes, self._trace(variant.source))
            yield variant.name

    def _trace(self, source: bytes) -> Sequence[Call]:
        return self._grader.run(Work(self._grader.exercise, source, {})).trace
