"""Lint of the cases themselves: what makes a set of inputs strong, asked of each numpy exercise, or excused with a reason.

sizes: some case has sizes that all differ · overflow: some input reaches 1000 · blocked: some row has nothing allowed · unsaturated:
some table of weights has no weight of .95 or more. A check file excuses a rule with `CASE_EXEMPT = {"overflow": "why"}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from grader.checks.cases import Case, Draw, drawn_cases
from grader.checks.declare import declaration_of
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.recorded import inputs_key
from grader.checks.replies import Failure
from grader.checks.submission import Call
from grader.content.models import Style

LARGE = 1000.0
SATURATED = 0.95


def case_problems(grader: ExerciseGrader) -> list[str]:
    """The rules that the exercise's cases break and its check file does not excuse; excuses that are not needed."""
    if grader.exercise.style is not Style.NUMPY:
        return []
    exempt: dict[str, str] = {}
    for check in grader.checks:
        exempt |= check.file_globals.get("CASE_EXEMPT", {})
    trace = grader.run(Work(grader.exercise, grader.exercise.solution_path.read_bytes(), {})).trace
    problems = []
    for rule, (holds, sentence) in RULES.items():
        is_fine = holds(grader, trace)
        if not is_fine and rule not in exempt:
            problems.append(f"cases: {sentence} (or excuse it: CASE_EXEMPT = {{{rule!r}: ...}})")
        if is_fine and rule in exempt:
            problems.append(f"cases: CASE_EXEMPT excuses {rule!r}, but the cases are fine: drop the excuse")
    return problems + [f"cases: CASE_EXEMPT names {rule!r}, which is no rule" for rule in exempt if rule not in RULES]


def shared_problems(grader: ExerciseGrader) -> list[str]:
    """Checks that hand one iterator or generator to two cases of a draw: what the first uses up, the second lacks."""
    problems = []
    for check in grader.checks:
        declaration = declaration_of(check.function)
        if declaration is None:
            continue
        drawn = drawn_cases(declaration.generator, Draw(bytes(32), grader.exercise.slug, check.name, 0))
        used = [{id(item) for item in _used_up(_inputs(case))} for case in drawn]
        if len(set().union(*used)) < sum(map(len, used)):
            problems.append(f"{check.name}: two cases of one draw share an iterator or a generator: draw one for each")
    return problems


def unrepeatable_problems(grader: ExerciseGrader) -> list[str]:
    """Checks that make other calls the second time under one secret: they draw from somewhere else, and no grade could be repeated."""
    once, again = (_calls_by_check(grader) for _ in range(2))
    return [
        f"{check.name}: calls with other inputs the second time under one secret: let all chance come from `draw`"
        for check in grader.checks
        if once.get(check.name) != again.get(check.name)
    ]


def _calls_by_check(grader: ExerciseGrader) -> dict[str, list[str | None]]:
    """The inputs of every call: those of declared checks as drawn now, those of the others as made for our solution."""
    found: dict[str, list[str | None]] = {}
    for call in grader.run_here(grader.exercise.solution_path.read_bytes()).trace:
        found.setdefault(call.check, []).append(inputs_key(call.case))
    for check in grader.checks:
        declaration = declaration_of(check.function)
        if declaration is not None:
            draws = (Draw(bytes(32), grader.exercise.slug, check.name, index) for index in range(declaration.repeat))
            found[check.name] = [inputs_key(case) for draw in draws for case in drawn_cases(declaration.generator, draw)]
    return found


def _used_up(value: object) -> Iterator[object]:
    if hasattr(value, "__next__") or isinstance(value, np.random.Generator):
        yield value
    for entry in value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else ():
        yield from _used_up(entry)


def _have_different_sizes(grader: ExerciseGrader, trace: tuple[Call, ...]) -> bool:
    """Some declared case has at least two named sizes and all differ, or some plain call has an array with all sides different."""
    for check in grader.checks:
        declaration = declaration_of(check.function)
        if declaration is None:
            continue
        for index in range(declaration.repeat):
            draw = Draw(bytes(32), grader.exercise.slug, check.name, index)
            drawn_cases(declaration.generator, draw)
            sizes = list(draw.drawn.values())
            if len(sizes) >= 2 and len(set(sizes)) == len(sizes):
                return True
    return any(_all_different(array.shape) for call in trace for array in _arrays(_inputs(call.case)))


def _all_different(shape: tuple[int, ...]) -> bool:
    return len(shape) >= 2 and len(set(shape)) == len(shape)


def _overflow(grader: ExerciseGrader, trace: tuple[Call, ...]) -> bool:
    return any(
        bool(np.abs(array[np.isfinite(array)]).max(initial=0) >= LARGE)
        for call in trace
        for array in _arrays(_inputs(call.case))
        if array.dtype.kind in "fiu"
    )


def _blocked(grader: ExerciseGrader, trace: tuple[Call, ...]) -> bool:
    return any(_has_blocked_row(array) for call in trace for array in _arrays(_inputs(call.case)))


def _has_blocked_row(array: np.ndarray) -> bool:
    if array.ndim < 1 or array.size == 0:
        return False
    if array.dtype == bool:
        return bool((~array).all(axis=-1).any())
    return array.dtype.kind == "f" and bool(np.isneginf(array).all(axis=-1).any())


def _unsaturated(grader: ExerciseGrader, trace: tuple[Call, ...]) -> bool:
    tables = [
        array for call in trace if not isinstance(call.outcome, Failure) for array in _arrays(call.outcome.value) if _is_weights(array)
    ]
    return not tables or any(float(table.max()) < SATURATED for table in tables)


def _is_weights(array: np.ndarray) -> bool:
    if array.dtype.kind != "f" or array.ndim < 1 or array.shape[-1] < 2 or array.size == 0 or not np.isfinite(array).all():
        return False
    return bool((array >= 0).all() and np.allclose(array.sum(axis=-1), 1, atol=1e-6))


def _inputs(case: Case) -> list[object]:
    return [*case.args, *case.kwargs.values()]


def _arrays(value: object) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield np.asarray(float(value)) if abs(value) < 1e300 else np.asarray(np.inf)
    elif isinstance(value, (list, tuple)):
        try:
            yield np.asarray(value, dtype=np.float64)
        except (TypeError, ValueError):
            for entry in value:
                yield from _arrays(entry)
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _arrays(entry)


RULES: dict[str, tuple[Callable[[ExerciseGrader, tuple[Call, ...]], bool], str]] = {
    "sizes": (_have_different_sizes, "no case whose sizes all differ, so a mixed-up axis can pass by luck"),
    "overflow": (_overflow, "no input reaches 1000, so an exponential that overflows passes"),
    "blocked": (_blocked, "no row in which nothing is allowed"),
    "unsaturated": (_unsaturated, "every table of weights has a weight of .95 or more, so a wrong scale hides"),
}
