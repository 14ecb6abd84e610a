"""The wrong variants of one exercise, run once per secret in locked children, ready to be compared with a submission's calls.

A variant that did what a submission did fails the same checks, and which checks a variant fails is proven by the gate. So only the
variants with the submission's failing checks are run at all: a handful of forty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from grader.checks.diagnosis import bytes_of, diagnosed, packed
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.replies import Failure
from grader.checks.submission import Call
from grader.checks.variants import WrongVariant, wrong_variants
from grader.results import Misconception

MOST_BYTES = 3 << 20  # of values that are kept for an exercise


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
        alike = {variant.name: variant for variant in self._alike(failing)}
        if not alike or all(isinstance(call.outcome, Failure) for call in trace):
            return ()
        return diagnosed(trace, _OnDemand(alike, self._did), self._did_right())

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
            self._did_right()
            yield self._grader.exercise.slug
        for variant in variants:
            if variant.name not in self._traces:
                self._did(variant)
                yield variant.name

    def _did_right(self) -> Sequence[Call]:
        if self._right is None:
            self._right = self._trace(self._grader.exercise.solution_path.read_bytes())
        return self._right

    def _did(self, variant: WrongVariant) -> Sequence[Call]:
        """What a variant does: kept, or run now."""
        trace = self._traces.pop(variant.name, None)
        if trace is None:
            trace = self._trace(variant.source)
        self._traces[variant.name] = trace  # the last in the order of use
        self._forget()
        return trace

    def _forget(self) -> None:
        held = {name: bytes_of(trace) for name, trace in self._traces.items()}
        total = sum(held.values())
        while total > self._most_bytes:
            oldest = next(iter(held))
            total -= held.pop(oldest)
            del self._traces[oldest]

    def _trace(self, source: bytes) -> Sequence[Call]:
        return packed(self._grader.run(Work(self._grader.exercise, source, {})).trace)


class _OnDemand(Mapping[str, tuple[str, str, Sequence[Call]]]):
    """Variants as `diagnosed` takes them, each run when its turn comes, so that few of their traces are there at a time."""

    def __init__(self, variants: Mapping[str, WrongVariant], did: Callable[[WrongVariant], Sequence[Call]]) -> None:
        self._of, self._did = variants, did

    def __getitem__(self, name: str) -> tuple[str, str, Sequence[Call]]:
        variant = self._of[name]
        return variant.misconception, variant.describes, self._did(variant)

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)
