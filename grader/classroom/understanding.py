"""What a class understood: items, misconceptions and who shares them, equal failures, objectives. From marks alone; knows no page."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from grader.classroom.assemble import GradedClass, open_points
from grader.classroom.figures import MisconceptionFigures, class_figures
from grader.classroom.items import Item, TestFigures, item_figures
from grader.documents import Json, MarkedSubmission


@dataclass(frozen=True, slots=True)
class Signature:
    """Learners whose work failed in the same way: the same checks, with the same outcome."""

    slug: str
    signature: str
    keys: tuple[str, ...]
    checks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectiveFigures:
    """One objective over the class: the mean share of its points, over those who have a mark in it."""

    id: str
    n: int
    mean: float | None
    below_half: int


@dataclass(frozen=True, slots=True)
class Understanding:
    """Everything `grader class stats` shows."""

    learners: int
    items: TestFigures
    misconceptions: tuple[MisconceptionFigures, ...]
    together: tuple[tuple[str, str, int], ...]
    signatures: tuple[Signature, ...]
    objectives: tuple[ObjectiveFigures, ...]


def understanding(graded: GradedClass) -> Understanding:
    """The figures of a class."""
    learners = graded.learners
    beliefs = class_figures(learners).misconceptions
    return Understanding(
        len(learners), item_figures(items_of(learners)), beliefs, _together(beliefs), _signatures(learners), _objectives(learners)
    )


def items_of(learners: Sequence[MarkedSubmission]) -> list[Item]:
    """Each exercise as an item. The automatic mark counts: a mark set by hand says something of the case, not of the exercise."""
    slugs = [(marked.result.slug, marked.result.max_points) for marked in learners[0].exercises] if learners else []
    columns = [tuple(_points(each, position) for each in learners) for position in range(len(slugs))]
    return [Item(slug, worth, column) for (slug, worth), column in zip(slugs, columns, strict=True)]


def _points(learner: MarkedSubmission, position: int) -> float | None:
    marked = learner.exercises[position]
    if marked.override is None and open_points(marked) > 0:
        return math.nan
    return None if marked.points is None else marked.result.auto_points


def _together(beliefs: Sequence[MisconceptionFigures]) -> tuple[tuple[str, str, int], ...]:
    """Pairs of misconceptions that at least two learners show both of, most first."""
    pairs = [(one.id, two.id, len(set(one.keys) & set(two.keys))) for one, two in combinations(beliefs, 2)]
    return tuple(sorted((pair for pair in pairs if pair[2] > 1), key=lambda pair: (-pair[2], pair)))


def _signatures(learners: Sequence[MarkedSubmission]) -> tuple[Signature, ...]:
    """Failures that at least two learners share, most first."""
    keys: dict[tuple[str, str], list[str]] = {}
    checks: dict[tuple[str, str], tuple[str, ...]] = {}
    for learner in learners:
        for marked in learner.exercises:
            result = marked.result
            if result.failure_signature:
                place = (result.slug, result.failure_signature)
                keys.setdefault(place, []).append(learner.key)
                checks[place] = tuple(check.sentence for check in result.checks if check.category)
    found = [Signature(slug, signature, tuple(who), checks[slug, signature]) for (slug, signature), who in keys.items() if len(who) > 1]
    return tuple(sorted(found, key=lambda each: (-len(each.keys), each.slug, each.signature)))


def _objectives(learners: Sequence[MarkedSubmission]) -> tuple[ObjectiveFigures, ...]:
    ids = [row.id for row in learners[0].objectives] if learners else []
    return tuple(_objective(id_, position, learners) for position, id_ in enumerate(ids))


def _objective(id_: str, position: int, learners: Sequence[MarkedSubmission]) -> ObjectiveFigures:
    rows = [learner.objectives[position] for learner in learners if learner.points is not None]
    shares = [row.points / judged for row in rows if (judged := row.max_points - row.open_points) > 0]
    return ObjectiveFigures(id_, len(shares), statistics.fmean(shares) if shares else None, sum(share < 0.5 for share in shares))


def understanding_json(found: Understanding) -> Json:
    """The figures as plain data; what does not exist is null, never nan."""
    return {
        "learners": found.learners,
        "n": found.items.n,
        "left_out": found.items.left_out,
        "small": found.items.is_small,
        "alpha": found.items.alpha,
        "mean": found.items.mean,
        "sd": found.items.sd,
        "sem": found.items.sem,
        "items": [
            {
                "exercise": item.name,
                "n": item.n,
                "facility": item.facility,
                "omitted": item.omitted,
                "discrimination": item.discrimination,
                "interval": list(item.interval) if item.interval else None,
                "alpha_without": item.alpha_without,
                "flags": list(item.flags),
            }
            for item in found.items.items
        ],
        "misconceptions": [{"id": each.id, "learners": len(each.keys), "exercises": list(each.slugs)} for each in found.misconceptions],
        "together": [{"pair": [one, two], "learners": count} for one, two, count in found.together],
        "signatures": [
            {"exercise": each.slug, "signature": each.signature, "learners": list(each.keys), "checks": list(each.checks)}
            for each in found.signatures
        ],
        "objectives": [{"id": each.id, "n": each.n, "mean": each.mean, "below_half": each.below_half} for each in found.objectives],
    }
