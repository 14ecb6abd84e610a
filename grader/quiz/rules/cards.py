"""Rules about one card: one fact, asked for, short."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.content.strict_yaml import Problem
from grader.quiz.rules.registry import Bench, rule
from grader.quiz.words import normal

MOST_WORDS = 25
MOST_LISTED = 3
_YES_NO = re.compile(r"^(is|are|was|were|do|does|did|may|can|could|must|should|has|have|had|will|would)\b", re.IGNORECASE)
_EITHER_OR = re.compile(r"[:,] [^?:]*\bor\b[^?]*\?$", re.IGNORECASE)


@rule("card-asks", "The front of a card asks one thing, which yes, no or a coin cannot answer.")
def card_asks(bench: Bench, name: str) -> Iterator[Problem]:
    """Looks at how the front begins and ends."""
    for entry in bench.cards:
        front = entry.data["front"]
        if _YES_NO.match(front):
            yield entry.problem(name, "can be answered with yes or no", "front")
        if _EITHER_OR.search(front):
            yield entry.problem(name, "offers the answer: half of all guesses are right", "front")
        if front.count("?") > 1:
            yield entry.problem(name, "asks two things; make two cards", "front")


@rule("card-is-short", "The back of a card has at most 25 words and no list of more than three.")
def card_is_short(bench: Bench, name: str) -> Iterator[Problem]:
    """Counts words and what commas part."""
    for entry in bench.cards:
        back = entry.data["back"]
        if len(back.split()) > MOST_WORDS:
            yield entry.problem(name, f"{len(back.split())} words, at most {MOST_WORDS} are recalled", "back")
        listed = [part for part in re.split(r", | and ", back) if re.search(r"[A-Za-z]{3}", part)]
        if len(listed) > MOST_LISTED and entry.data["set"] == "term":
            yield entry.problem(name, f"a list of {len(listed)}; ask for one thing", "back")


@rule("card-hides-back", "The front of a card does not print its back.")
def card_hides_back(bench: Bench, name: str) -> Iterator[Problem]:
    """Compared as a reader would."""
    for entry in bench.cards:
        back = normal(entry.data["back"])
        if len(back) >= 4 and re.search(rf"(?<!\w){re.escape(back)}(?!\w)", normal(entry.data["front"])):
            yield entry.problem(name, "the front prints the answer", "front")


@rule("term-card-says-use", "A term card names its term, and whether it asks for the meaning, the term or a use.")
def term_card_says_use(bench: Bench, name: str) -> Iterator[Problem]:
    """Both, or neither."""
    for entry in bench.cards:
        if bool(entry.data.get("terms")) != bool(entry.data.get("use")):
            yield entry.problem(name, "`terms` and `use` go together")
        if entry.data["set"] == "term" and not entry.data.get("terms"):
            yield entry.problem(name, "a term card needs `terms`")
