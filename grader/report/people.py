"""How pages call a learner, and where their two pages are. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.documents import MarkedSubmission
from grader.records import dataclass
from grader.report.names import page_name


@dataclass(frozen=True, slots=True)
class Person:
    """A learner on a page: how they are called, and their two pages, from the folder of the class."""

    key: str
    name: str
    page: str
    evidence_page: str


@dataclass(frozen=True, slots=True)
class People:
    """Some learners by name, and how many more there are."""

    named: tuple[Person, ...]
    more: int


def person_of(submission: MarkedSubmission) -> Person:
    """How a learner is called; the key when there is no name."""
    page = page_name(submission.key)
    return Person(submission.key, submission.name or submission.key, f"learners/{page}", f"evidence/{page}")


def some(keys: Sequence[str], people: Mapping[str, Person], most: int) -> People:
    """The first `most` of them by name."""
    return People(tuple(people[key] for key in keys[:most]), max(0, len(keys) - most))
