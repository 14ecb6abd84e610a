"""A large class for pages, made of a few learners over and over; nothing is run for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle

import pytest

from grader.classroom.assemble import GradedClass
from grader.content.models import Level
from grader.documents import Override
from grader.results import Verdict
from tests.engine.classroom import made_up

P, F, R, B, U = Verdict.PASSED, Verdict.FAILED, Verdict.RAISED, Verdict.BROKEN, Verdict.UNREADABLE
KINDS = 24


def large_class(level: Level, learners: int, monkeypatch: pytest.MonkeyPatch) -> GradedClass:
    """A class of every exercise of the level, in which every list is long: faults, doubts, marks by hand, beliefs, equal failures."""
    slugs = tuple(exercise.slug for exercise in level.exercises)
    monkeypatch.setattr(made_up, "SLUGS", slugs)
    beliefs = cycle(level.misconceptions)
    few = made_up.graded(level, {f"k{kind}": _work(kind, slugs, beliefs) for kind in range(KINDS)}, warnings=("Renamed.",))
    people = []
    for number, one in zip(range(learners), cycle(few.submissions), strict=False):
        first = one.exercises[number % len(slugs)]
        by_hand = replace(first, points=1.0, override=Override(1.0, "The disk failed.", "tk"))
        signed = tuple(replace(each, result=replace(each.result, failure_signature=each.result.verdict.value)) for each in one.exercises)
        exercises = tuple(by_hand if each.result.slug == first.result.slug else each for each in signed) if number % 3 == 0 else signed
        people.append(replace(one, key=f"s{number:05}", name=f"Learner Example {number}", exercises=exercises))
    evidence = {each.key: {} for each in people}
    return replace(few, submissions=tuple(people), evidence=evidence)


def _work(kind: int, slugs: Iterable[str], beliefs: Iterable[str]) -> dict[str, tuple[Verdict, str]]:
    verdicts = [P, F, R, P, B if kind % 4 == 0 else P, U if kind % 5 == 0 else P]
    pairs = ((slug, verdicts[(kind * 7 + at * (kind + 1)) % len(verdicts)]) for at, slug in enumerate(slugs))
    named = iter(beliefs)
    return {slug: (verdict, next(named) if verdict is F else "") for slug, verdict in pairs}
