"""The wrong variants of one exercise, run once per secret in locked children, ready to be compared with a submission's calls.

A variant that did what a submission did fails the same checks, and which checks a variant fails is proven by the gate. So only the
variants with the submission's failing checks are run at all: a handful of forty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.checks.diagnosis import diagnosed, packed
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.submission import Call
from grader.checks.variants import WrongVariant, wrong_variants
from grader.results import Misconception

MOST_BYTES = 4 << 20  # of values that are kept for an exercise


class Diagnoser:
    """Names the misconceptions behind a trace. Variants are run when a submission fails as they do, or ahead of it.

    What they did is kept for the next submission, and forgotten again, longest unasked for first, where it is much.
    """

    def __init__(self, grader: ExerciseGrader, traces: Mapping[str, Sequence[Call]] | None = None, *, most_bytes: int = MOST_BYTES) -> None:
        """`traces`: of variants that were run already, by name; `most_bytes` of all that is kept."""
        self._grader = grader
        self._traces = dict(traces or {})
        self._most_bytes = most_bytes
        self._right: Sequence[Call] | None = None

    @property
    def _variants(self) -> tuple[WrongVariant, ...]:
        """Read when a submission fails: in many classes some exercise is failed by nobody."""
        exercise = self._grader.exercise
        return wrong_variants(exercise.wrong_path, exercise.solution_path)

    def __call__(self, trace: Sequence[Call], failing: Iterable[str]) -> tuple[Misconception, ...]:
        """The misconceptions whose wrong variants did exactly what this submission did; `failing` are the checks it did not pass."""
        alike = self._alike(failing)
        for _ in self._run(alike):
            pass
        known = {variant.name: (variant.misconception, variant.describes, self._traces[variant.name]) for variant in alike}
        self._forget()
        return diagnosed(trace, known, self._right or ())

    def ahead(self, failing: Iterable[str]) -> Iterator[str]:
        """Run what was not run yet, one at a time: the solution, the variants that fail these checks, all others; yields their names."""
        alike = self._alike(failing)
        yield from self._run([*alike, *(variant for variant in self._variants if variant not in alike)])

    def _alike(self, failing: Iterable[str]) -> list[WrongVariant]:
        """The variants that fail the same checks, as far as these are the level's own; all of them where an instructor replaced checks."""
        named = {name for variant in self._variants for name in variant.fails}
        if not named <= {check.name for check in self._grader.checks}:
            return list(self._variants)
        wanted = named.intersection(failing)
        return [variant for variant in self._variants if set(variant.fails) == wanted]

    def _run(self, variants: Sequence[WrongVariant]) -> Iterator[str]:
        """Run what was not run yet, the solution first, if there is anything to compare with it; yields the name of what was run."""
        if self._right is None and variants:
            self._right = self._trace(self._grader.exercise.solution_path.read_bytes())
            yield self._grader.exercise.slug
        for variant in variants:
            known = self._traces.pop(variant.name, None)
            self._traces[variant.name] = known if known is not None else self._trace(variant.source)  # the last in the order of use
            if known is None:
                yield variant.name

    def _forget(self) -> None:
        held = {name: sum(getattr(call.outcome, "size", 0) for call in trace) for name, trace in self._traces.items()}
        while sum(held.values()) > self._most_bytes:
            oldest = next(iter(held))
            del held[oldest], self._traces[oldest]

    def _trace(self, source: bytes) -> Sequence[Call]:
        return packed(self._grader.run(Work(self._grader.exercise, source, {})).trace)
