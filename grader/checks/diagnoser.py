"""The wrong variants of one exercise, run once per secret in locked children, ready to be compared with a submission's calls."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.diagnosis import diagnosed
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.submission import Call
from grader.checks.variants import wrong_variants
from grader.results import Misconception


class Diagnoser:
    """Names the misconceptions behind a trace. The variants are run at the first failure, not before."""

    def __init__(self, grader: ExerciseGrader) -> None:
        self._grader = grader
        self._variants: dict[str, tuple[str, str, Sequence[Call]]] | None = None
        self._right: Sequence[Call] = ()

    def __call__(self, trace: Sequence[Call]) -> tuple[Misconception, ...]:
        """The misconceptions whose wrong variants did exactly what this submission did."""
        if self._variants is None:
            self._variants = self._traces()
        return diagnosed(trace, self._variants, self._right)

    def _traces(self) -> dict[str, tuple[str, str, Sequence[Call]]]:
        exercise = self._grader.exercise
        self._right = self._trace(exercise.solution_path.read_bytes())
        return {
            variant.name: (variant.misconception, variant.describes, self._trace(variant.source))
            for variant in wrong_variants(exercise.wrong_path, exercise.solution_path)
        }

    def _trace(self, source: bytes) -> Sequence[Call]:
        return self._grader.run(Work(self._grader.exercise, source, {})).trace
