"""Rules about all items together: ids, references, coverage, answers printed elsewhere, twins."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from grader.content.strict_yaml import Position, Problem
from grader.errors import nearest
from grader.quiz.bank import LOCK
from grader.quiz.ids import Change, Item, compare, read_lock
from grader.quiz.rules.items import texts_of
from grader.quiz.rules.registry import Bench, rule
from grader.quiz.source import Entry
from grader.quiz.words import normal

QUESTIONS_PER_OBJECTIVE = 16
TYPES_PER_OBJECTIVE = 5
EXPLAIN_PER_OBJECTIVE = 2
CARDS_PER_OBJECTIVE = 14
CARDS_PER_TERM = 3
CARRIERS_PER_MISCONCEPTION = 3
SHORTEST_CUE = 4


@rule("ids-unique", "No id is used twice, in whatever file.")
def ids_unique(bench: Bench, name: str) -> Iterator[Problem]:
    """Questions and cards share one space of ids."""
    first: dict[str, Entry] = {}
    for entry in bench.entries:
        if entry.id in first:
            other = first[entry.id]
            line = other.file.position((*other.where, "id")).line
            yield entry.problem(name, f"the id is used already at {other.file.shown}:{line}", "id")
        first.setdefault(entry.id, entry)
    for at, belief in enumerate(bench.beliefs):
        if belief.get("id") in [other.get("id") for other in bench.beliefs[:at]]:
            yield bench.catalogue.problem(("misconceptions", at, "id"), f"[{belief.get('id')}] the id is used already ({name})")


@rule("names-exist", "Every id that is referred to exists, and `not_with` and `siblings` say it on both sides.")
def names_exist(bench: Bench, name: str) -> Iterator[Problem]:
    """Questions, cards, terms, exercises, misconceptions, anchors."""
    questions = {entry.id: entry for entry in bench.questions}
    cards = {entry.id: entry for entry in bench.cards}
    for entry in bench.entries:
        yield from _mutual(entry, name, "siblings" if entry.is_card else "not_with", cards if entry.is_card else questions, bench.is_gappy)
        yield from _known(entry, name, "terms", bench.known.terms, "term")
        yield from _known(entry, name, "needs", bench.known.exercises, "exercise")
        for at, old in enumerate(entry.data.get("replaces", ())):
            if old in cards:
                yield entry.problem(name, f"`{old}` is still there; a card can only replace one that is gone", "replaces", at)
    for at, belief in enumerate(bench.beliefs):
        note = belief.get("note")
        if note and bench.known.anchors is not None and note not in bench.known.anchors:
            yield bench.catalogue.problem(("misconceptions", at, "note"), f"[{belief['id']}] there is no `{note}` in the notes ({name})")


def _mutual(entry: Entry, name: str, key: str, others: dict[str, Entry], is_gappy: bool) -> Iterator[Problem]:
    for at, other in enumerate(entry.data.get(key, ())):
        if other not in others and is_gappy:
            continue
        if other not in others:
            near = nearest(other, others)
            yield entry.problem(name, f"there is no `{other}`" + (f"; did you mean `{near}`?" if near else ""), key, at)
        elif entry.id not in others[other].data.get(key, ()):
            yield entry.problem(name, f"`{other}` does not name `{entry.id}` in turn", key, at)


def _known(entry: Entry, name: str, key: str, known: object, kind: str) -> Iterator[Problem]:
    if not isinstance(known, (dict, frozenset)):
        return
    for at, found in enumerate(entry.data.get(key, ())):
        if found not in known:
            near = nearest(found, known)
            yield entry.problem(name, f"there is no {kind} `{found}`" + (f"; did you mean `{near}`?" if near else ""), key, at)


@rule("tags-exist", "Every misconception and slip that is named stands in the catalogue.", counts_all=True)
def tags_exist(bench: Bench, name: str) -> Iterator[Problem]:
    """Variants after a slash are free."""
    known = {str(belief["id"]) for belief in bench.beliefs if "id" in belief}
    for entry in bench.entries:
        for where, tag in _tags(entry):
            belief = tag.partition("/")[0]
            if belief not in known:
                near = nearest(belief, known)
                yield entry.problem(name, f"there is no misconception `{belief}`" + (f"; did you mean `{near}`?" if near else ""), *where)


def _tags(entry: Entry) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for key in ("misconception", "transposed", "column_sums"):
        if entry.data.get(key):
            yield (key,), entry.data[key]
    for at, tag in enumerate(entry.data.get("misconceptions", ())):
        yield ("misconceptions", at), tag
    for group in ("options", "wrong"):
        for at, part in enumerate(entry.data.get(group, ())):
            if part.get("misconception"):
                yield (group, at, "misconception"), part["misconception"]


@rule("objective-covered", "Every objective has 16 questions of 5 types, 2 of them explain, and 14 cards.")
def objective_covered(bench: Bench, name: str) -> Iterator[Problem]:
    """The coverage matrix objective x item; it fails the build."""
    for file in {id(entry.file): entry.file for entry in bench.entries}.values():
        mine = [entry for entry in bench.entries if entry.file is file]
        questions = [entry for entry in mine if not entry.is_card]
        counted = (
            ("questions", len(questions), QUESTIONS_PER_OBJECTIVE),
            ("types of question", len({entry.data["type"] for entry in questions}), TYPES_PER_OBJECTIVE),
            ("explain questions", sum(entry.data["level"] == "explain" for entry in questions), EXPLAIN_PER_OBJECTIVE),
            ("cards", len(mine) - len(questions), CARDS_PER_OBJECTIVE),
        )
        for what, found, wanted in counted:
            if found < wanted:
                yield file.problem(("objective",), f"{found} of {wanted} {what} ({name})")


@rule("term-covered", "Every key term has cards for its meaning, the term, and a use.", counts_all=True)
def term_covered(bench: Bench, name: str) -> Iterator[Problem]:
    """The coverage matrix term x card; it fails the build."""
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in bench.cards:
        for term in entry.data.get("terms", ()):
            uses[term][entry.data.get("use", "")] += 1
    for term in bench.known.terms or ():
        missing = [use for use in ("meaning", "term", "use") if not uses[term][use]]
        if missing or uses[term].total() < CARDS_PER_TERM:
            message = f"the term `{term}` has {uses[term].total()} cards, and none for: {', '.join(missing) or '-'} ({name})"
            yield Problem("quizzes", Position(1, 1), message)


@rule(
    "misconception-covered",
    "Every misconception is in a question and in a card, three items at least; every slip somewhere.",
    counts_all=True,
)
def misconception_covered(bench: Bench, name: str) -> Iterator[Problem]:
    """So that it can be seen, and cleared again on other items."""
    questions: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for entry in bench.entries:
        for tag in {tag.partition("/")[0] for _, tag in _tags(entry)}:
            (cards if entry.is_card else questions)[tag] += 1
    for at, belief in enumerate(bench.beliefs):
        if belief.get("kind") != "misconception":
            continue
        found = (questions[str(belief["id"])], cards[str(belief["id"])])
        if min(found) < 1 or sum(found) < CARRIERS_PER_MISCONCEPTION:
            message = f"{found[0]} questions and {found[1]} cards carry it, {CARRIERS_PER_MISCONCEPTION} items are needed"
            yield bench.catalogue.problem(("misconceptions", at), f"[{belief['id']}] {message} ({name})")


@rule("cue-leak", "No question prints the answer of another one of its objective, unless they are never on one form.")
def cue_leak(bench: Bench, name: str) -> Iterator[Problem]:
    """Key terms are vocabulary and may be printed anywhere; words of code and of explanations do not count."""
    vocabulary = {normal(term) for term in (bench.known.terms or {}).values()} | {"values", "keys", "queries", "weights"}
    for entry in bench.of("short", "single"):
        cues = [cue for cue in _cues(entry) if len(cue) >= SHORTEST_CUE and cue not in vocabulary]
        for other in bench.questions:
            if other.objective != entry.objective or other.id == entry.id or other.id in entry.data.get("not_with", ()):
                continue
            seen = normal(" . ".join(_visible(other)))
            for cue in cues:
                if re.search(rf"(?<!\w){re.escape(cue)}(?!\w)", seen):
                    yield entry.problem(name, f"its answer “{cue}” is printed in {other.id}: reword, or add `not_with`")


def _cues(entry: Entry) -> list[str]:
    if entry.data["type"] == "short":
        return [normal(text) for text in entry.data["accept"] if "{{" not in text]
    if entry.data["level"] == "bug":
        return []
    return [normal(option["text"]) for option in entry.data["options"] if option.get("correct") and len(option["text"]) > 12]


def _visible(entry: Entry) -> Iterator[str]:
    hidden = {"explanation", "wrong", "accept", "rubric", "misconception", "type", "level", "track"}
    for where, text in texts_of(dict(entry.data)):
        if where[0] not in hidden and "feedback" not in where and "misconception" not in where:
            yield text


@rule("no-twins", "No two cards, and no two questions, ask the same in the same words.")
def no_twins(bench: Bench, name: str) -> Iterator[Problem]:
    """Same words in any order, code and options included."""
    for group, keys in ((bench.cards, ("front",)), (bench.questions, ("prompt", "code", "options", "items", "left"))):
        seen: dict[tuple[str, ...], str] = {}
        for entry in group:
            words = tuple(sorted(set(re.findall(r"\w+", normal(str([entry.data.get(key, "") for key in keys]))))))
            if words in seen:
                yield entry.problem(name, f"asks the same as {seen[words]}", keys[0])
            seen.setdefault(words, entry.id)


_ASKS = {
    Change.NEW: "is not in the lock of ids yet: run `grader ids`",
    Change.WORDING: "has new words: run `grader ids`",
    Change.MEANING: "has a new right answer: run `grader ids --keep ID` if what was learnt still counts, else `--relearn ID`",
    Change.REUSED: "uses an id that was retired, or belonged to something else: give it one of its own",
}


@rule("ids-locked", "Every id stands in `ids.lock` as it is, and none is used again for something else.")
def ids_locked(bench: Bench, name: str) -> Iterator[Problem]:
    """Only where the content is whole: a broken file must not look like retired ids."""
    lock = read_lock(bench.catalogue.path.parent / LOCK)
    entries = {entry.id: entry for entry in reversed(bench.entries)}  # the first of two with one id: the second is told by ids-unique
    items = [Item(entry.id, "card" if entry.is_card else "question", entry.data) for entry in entries.values()]
    for found, change in compare(items, lock).items():
        if change is not Change.GONE:
            yield entries[found].problem(name, _ASKS[change], "id")
        elif not bench.is_partial:
            message = f"[{found}] is gone: run `grader ids --retire {found}`, and let a card that takes over say `replaces` ({name})"
            yield Problem(f"{bench.catalogue.path.parent.name}/{LOCK}", Position(1, 1), message)
