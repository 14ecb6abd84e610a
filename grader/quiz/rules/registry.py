"""What a lint rule is: an id, one sentence, one function. Each has a fixture that breaks it, in the tests.

Rules see the whole bank at once and yield every problem they find; none of them stops at the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from grader.content.strict_yaml import Problem
from grader.quiz.decode import decode_question
from grader.quiz.model import Question
from grader.quiz.source import Entry, SourceFile
from grader.records import dataclass


@dataclass(frozen=True, slots=True)
class Known:
    """Names that live outside `quizzes/`; None where they are not at hand, and then not checked."""

    terms: Mapping[str, str] | None = None  # id to name
    exercises: frozenset[str] | None = None
    anchors: frozenset[str] | None = None  # folder#anchor


@dataclass(slots=True)
class Bench:
    """Everything a rule may look at."""

    entries: list[Entry]
    catalogue: SourceFile
    is_partial: bool = False  # some items have a broken shape and are left out
    is_gappy: bool = False  # a whole file could not be read: what is missing may stand there
    known: Known = Known()  # frozen
    _decoded: dict[int, Question] = field(default_factory=dict)

    @property
    def questions(self) -> list[Entry]:
        """The questions."""
        return [entry for entry in self.entries if not entry.is_card]

    @property
    def cards(self) -> list[Entry]:
        """The cards."""
        return [entry for entry in self.entries if entry.is_card]

    def of(self, *kinds: str) -> list[Entry]:
        """The questions of these types."""
        return [entry for entry in self.questions if entry.data["type"] in kinds]

    def decoded(self, entry: Entry) -> Question:
        """The question as models, decoded once."""
        if id(entry) not in self._decoded:
            self._decoded[id(entry)] = decode_question(entry.data, entry.objective)
        return self._decoded[id(entry)]

    @property
    def beliefs(self) -> list[Mapping[str, object]]:
        """The catalogue's entries."""
        found = self.catalogue.data.get("misconceptions")
        return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule."""

    id: str
    sentence: str
    find: Callable[[Bench], Iterator[Problem]]
    counts_all: bool = False  # judges the bank as a whole, and says nothing while a file of it cannot be read


SHAPE = ("quiz-shape", "Every quiz file, question, card and misconception has the shape of its schema.")  # stands before all rules

RULES: dict[str, Rule] = {}


def rule(
    name: str, sentence: str, *, counts_all: bool = False
) -> Callable[[Callable[[Bench, str], Iterator[Problem]]], Callable[[Bench, str], Iterator[Problem]]]:
    """Register a rule under its id."""

    def register(find: Callable[[Bench, str], Iterator[Problem]]) -> Callable[[Bench, str], Iterator[Problem]]:
        RULES[name] = Rule(name, sentence, lambda bench: find(bench, name), counts_all)
        return find

    return register
