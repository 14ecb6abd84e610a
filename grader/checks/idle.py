"""Programs that compute nothing, and which checks of an exercise they pass all the same.

"The inputs stay as they are" holds of a function that does nothing; "yes" is right wherever a check asks for nothing but "yes". Passing
what such a program passes shows nothing, so it earns nothing. Knows no points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from grader.checks.declare import Checking, declaration_of
from grader.checks.engine import CollectedCheck
from grader.checks.judge import judged
from grader.checks.local import LocalBackend, copied
from grader.checks.mixing import countable
from grader.checks.replies import Failure
from grader.checks.submission import Submission
from grader.results import Verdict

Answer = Callable[..., object]
CheckingOf = Callable[[CollectedCheck, Submission], Checking]

MOST_CALLS = 10_000  # by one check
MOST_ANSWERS = 50  # of one exercise that are tried as constants: more are no answer to guess at
ALL_ALIKE: Mapping[str, Answer] = MappingProxyType({})
SAME_EVERY_TIME = "gives the same answer every time"  # a hidden answer is not told


class IdleModule(ModuleType):
    """A module in which every name is the same function, but for those that have one of their `own`.

    It gives up after some calls: nothing else ends a check that goes on asking.
    """

    def __init__(self, answer: Answer, own: Mapping[str, Answer] = ALL_ALIKE) -> None:
        super().__init__("idle")
        self._answer = answer
        self._own = own
        self._calls = 0

    def __getattr__(self, name: str) -> Answer:
        return partial(self._counted, self._own.get(name, self._answer))

    def _counted(self, answer: Answer, *args: object, **kwargs: object) -> object:
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise RuntimeError("called too often")
        return answer(*args, **kwargs)


def _always(answer: object, *args: object, **kwargs: object) -> object:
    return copied(answer)


def _filled(value: Any, number: float) -> Any:
    """The form of a value, every number in it the same."""
    if isinstance(value, np.ndarray):
        return np.full_like(value, number)
    if isinstance(value, (list, tuple)):
        return type(value)(_filled(entry, number) for entry in value)
    if isinstance(value, dict):
        return {key: _filled(entry, number) for key, entry in value.items()}
    kind: Any = type(value)
    return kind(number) if isinstance(value, (bool, int, float, np.number)) else value


def _first(*args: Any, **kwargs: object) -> Any:
    return args[0] if args else None


def _zeros(*args: object, **kwargs: object) -> object:
    try:
        zeros = np.zeros(np.shape(_first(*args)))
    except (TypeError, ValueError):  # lists of no even length
        return None
    return zeros.tolist() if args and isinstance(args[0], list) else zeros


def _refuse(*args: object, **kwargs: object) -> object:
    raise ValueError("no")


PROGRAMS: tuple[tuple[str, Answer], ...] = (
    ("returns its first argument", _first),
    ("returns zeros in the shape of its first argument", _zeros),
    ("raises ValueError", _refuse),
)
CONSTANTS: tuple[object, ...] = (None, True, False, 0, 0.0, 1.0, "", [], {})


class Idlers:
    """The programs that compute nothing, tried on the checks of one exercise as far as somebody has to know.

    `checking_of(check, submission)` gives what a check works with, under the secret that counts.
    """

    def __init__(self, checks: Sequence[CollectedCheck], checking_of: CheckingOf) -> None:
        self._checks = {check.name: check for check in checks}
        self._checking_of = checking_of
        self._programs: list[tuple[str, Answer, Mapping[str, Answer]]] = []
        self._passes: dict[tuple[int, str], bool] = {}

    def like(self, passed: Sequence[str]) -> str:
        """What a program that passes all of these checks does, while it computes nothing: "returns None"; "" when there is none."""
        if not self._programs:
            alike = [(does, answer, ALL_ALIKE) for does, answer in (*self._constants(), *PROGRAMS)]
            self._programs = [*alike, *self._forms()]
        numbers = range(len(self._programs))
        return next((self._programs[number][0] for number in numbers if all(self._is_passed(number, name) for name in passed)), "")

    def _is_passed(self, number: int, name: str) -> bool:
        if (number, name) not in self._passes:
            check = self._checks[name]
            checking = self._checking_of(check, Submission(LocalBackend(IdleModule(*self._programs[number][1:]))))
            run = judged(name, check.sentence, partial(check.run, checking), _on_nothing)
            self._passes[number, name] = run.verdict is Verdict.PASSED
        return self._passes[number, name]

    def _constants(self) -> Iterator[tuple[str, Answer]]:
        """Programs that give one value whatever they get: the usual ones, and every answer that is a word, a truth value or whole."""
        answers = list(CONSTANTS)
        for check in self._checks.values():
            declaration = declaration_of(check.function)
            if declaration is not None:
                checking = self._checking_of(check, Submission(LocalBackend(IdleModule(_first))))
                answers += [prepared.expected.value for prepared in countable(checking, declaration) if prepared.expected is not None]
        distinct = {f"{type(answer).__name__} {answer!r}": answer for answer in answers}
        for answer in list(distinct.values())[: MOST_ANSWERS + len(CONSTANTS)]:
            does = f"returns {answer!r}" if answer in CONSTANTS else SAME_EVERY_TIME
            yield does, partial(_always, answer)

    def _forms(self) -> Iterator[tuple[str, Answer, Mapping[str, Answer]]]:
        """Programs each of whose functions gives one value whatever it gets: that of our first answer, all its numbers 0, or all 1."""
        first = self._first_answers()
        for number in (0.0, 1.0):
            own = {name: partial(_always, _filled(answer, number)) for name, answer in first.items()}
            yield SAME_EVERY_TIME, partial(_always, None), own

    def _first_answers(self) -> Mapping[str, object]:
        """What our own solution answers first, by function."""
        found: dict[str, object] = {}
        for name, check in self._checks.items():
            ours = self._checking_of(check, Submission(LocalBackend(IdleModule(_first)))).reference
            judged(name, check.sentence, partial(check.run, self._checking_of(check, ours)), _on_nothing)
            for call in ours.trace:
                if not isinstance(call.outcome, Failure):
                    found.setdefault(call.case.function, call.outcome.value)
        return found


def _on_nothing() -> None:
    """Where a check that trips is run once more: that it was not passed is all that is asked here, not whose fault it is."""
