"""What the figures in bench/results.json have to reach, in one table; a test holds them, and docs/explanation/speed.md shows them.

A missed target is no secret: its id stands under a heading of its own in that page, with the profile that says where the time goes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Target:
    """One target: the figure at `path` of a measurement, compared with `bound` by `sign`."""

    id: str
    sentence: str
    path: tuple[str, ...]
    sign: str
    bound: object

    def found(self, results: Mapping[str, Any]) -> object:
        """The figure, or None where it was not measured."""
        value: Any = results
        for name in self.path:
            if not isinstance(value, Mapping) or name not in value:
                return None
            value = value[name]
        return value

    def is_met(self, results: Mapping[str, Any]) -> bool:
        """Whether the figure was measured and is good enough."""
        value = self.found(results)
        return value is not None and bool(SIGNS[self.sign](value, self.bound))


SIGNS: dict[str, Callable[[Any, Any], Any]] = {"≤": operator.le, "≥": operator.ge, "=": operator.eq}

TARGETS = (
    Target("pytest", "plain pytest takes six times the CPU of our whole run", ("peers", "ratios", "pytest ÷ here"), "≥", 6),
    Target("nbgrader", "nbgrader takes 25 times the CPU of our whole run", ("peers", "ratios", "nbgrader ÷ here"), "≥", 25),
    Target("otter", "otter-grader takes 40 times the CPU of our whole run", ("peers", "ratios", "otter ÷ here"), "≥", 40),
    Target("pytest-more", "plain pytest: six times one more submission", ("peers", "ratios", "pytest ÷ one more here"), "≥", 6),
    Target("nbgrader-more", "nbgrader: 25 times one more submission", ("peers", "ratios", "nbgrader ÷ one more here"), "≥", 25),
    Target("otter-more", "otter-grader: 40 times one more submission", ("peers", "ratios", "otter ÷ one more here"), "≥", 40),
    Target("floor", "one more submission costs 2.5 times the bare floor", ("peers", "ratios", "one more here ÷ floor"), "≤", 2.5),
    Target("attacks", "no attack falsifies, leaks or breaks", ("attacks", "here_not_held"), "=", []),
    Target("linear", "a learner of the largest class costs what one of the smallest does", ("scale", "different_cpu_growth"), "≤", 1.1),
    Target("coordinator", "the coordinator stays below 200 MB", ("scale", "most_coordinator_mb"), "≤", 200),
    Target("worker", "a grading process stays below 60 MB", ("scale", "most_worker_mb"), "≤", 60),
    Target("large", "the last two, of classes of up to 10,000", ("scale", "most_learners"), "≥", 10_000),
    Target("regrade", "one changed check grades one exercise again", ("scale", "only_the_changed_exercise_is_graded_again"), "=", True),
    Target("loops", "5 % endless loops do not slow the rest", ("scale", "loops", "rest_slower"), "≤", 1.1),
    Target("proof", "the whole level is proven under 20 secrets in three minutes (s)", ("proof", "wall_s"), "≤", 180),
    Target("soak", "nothing grows", ("soak", "is_steady"), "=", True),
    Target("soak-long", "over 20,000 submissions", ("soak", "submissions"), "≥", 20_000),
    Target("fuzz", "no mutated frame escapes the decoder", ("fuzz", "escaped"), "=", 0),
    Target("fuzz-long", "of a million", ("fuzz", "frames"), "≥", 1_000_000),
)


def missed(results: Mapping[str, Any]) -> Iterator[Target]:
    """The targets that are not reached, or not measured."""
    return (target for target in TARGETS if not target.is_met(results))


def print_targets(results: Mapping[str, Any]) -> None:
    """Every target with its figure."""
    for target in TARGETS:
        value = target.found(results)
        sign = "met " if target.is_met(results) else "OPEN"
        print(f"{sign}  {target.id:<12} {target.sentence:<72} {target.sign} {target.bound}: {'not measured' if value is None else value}")
