"""Lint of quizzes: each rule has a fixture that breaks it, and one file with every kind of mistake shows them all at once, in order."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.quiz.ids import Item, lock_text, update
from grader.quiz.lint import lint_quizzes
from grader.quiz.rules import RULES, Known
from tests.engine.quiz.made_up import EVERY_TYPE, item

KNOWN = Known(terms={"apple": "Apple"}, exercises=frozenset({"softmax-rows"}), anchors=frozenset({"o1_fruit#falling"}))
NOW = datetime(2026, 3, 1, tzinfo=UTC)
Data = dict[str, Any]


def card(name: str, **fields: Any) -> Data:
    return {"id": name, "set": "core", "kind": "fact", "front": f"What is number {name}?", "back": f"The fruit {name}.", **fields}


def good() -> tuple[Data, Data]:
    """A small level without a single problem: quiz file and catalogue."""
    questions = []
    for number in range(16):
        kind = list(EVERY_TYPE)[number % len(EVERY_TYPE)]
        data = deepcopy(EVERY_TYPE[kind])
        data |= {"id": f"o1-q{number:02}", "level": "explain" if number < 2 else "recall", "prompt": _prompt(data["prompt"], kind, number)}
        if kind == "single":
            data["options"] = [
                {"id": "a", "text": f"four {number}", "correct": True},
                {"id": "b", "text": f"five {number}", "misconception": "apples-fly"},
                {"id": "c", "text": f"nine {number}", "misconception": "slip-count"},
            ]
        if kind == "short":
            data |= {"accept": [f"word{number}"], "wrong": []}
        questions.append(data)
    cards = [card(f"o1-c{number:02}") for number in range(14)]
    cards[0] |= {"misconceptions": ["apples-fly"]}
    for number, use in enumerate(("meaning", "term", "use")):
        cards[number] |= {"terms": ["apple"], "use": use}
    beliefs = [
        {
            "id": "apples-fly",
            "kind": "misconception",
            "objectives": ["O1"],
            "statement": "They fly.",
            "correction": "They fall.",
            "note": "o1_fruit#falling",
        },
        {"id": "slip-count", "kind": "slip", "objectives": [], "statement": "Counted.", "correction": "Again."},
    ]
    return {"objective": "O1", "questions": questions, "cards": cards}, {"misconceptions": beliefs}


def _prompt(prompt: str, kind: str, number: int) -> str:
    ends = {"hotspot": " Count from 1.", "numeric": " (±.005)", "matrix": " (±.005)"}
    return f"{number}: {prompt}{ends.get(kind, '')}"


def lint(tmp_path: Path, quiz: Data, catalogue: Data, *, locked: Data | None = None, known: Known = KNOWN) -> list[str]:
    """The problems of these files; the lock is made for `locked`, or for the quiz as it is."""
    folder = tmp_path / "quizzes"
    folder.mkdir(exist_ok=True)
    (folder / "o1_fruit.yaml").write_text(yaml.safe_dump(quiz, sort_keys=False, allow_unicode=True), "utf-8")
    (folder / "misconceptions.yaml").write_text(yaml.safe_dump(catalogue, sort_keys=False), "utf-8")
    base = locked or quiz
    items = [Item(entry["id"], "question" if "type" in entry else "card", entry) for entry in [*base["questions"], *base["cards"]]]
    unique = list({entry.id: entry for entry in items}.values())
    (folder / "ids.lock").write_text(lock_text(update(unique, {}, NOW)), "utf-8")
    return [str(problem) for problem in lint_quizzes(folder, known)]


def test_a_level_without_mistakes_has_no_problem(tmp_path: Path) -> None:
    assert lint(tmp_path, *good()) == []


def question(quiz: Data, kind: str) -> Data:
    found: Data = next(entry for entry in quiz["questions"] if entry["type"] == kind)
    return found


def _set(kind: str, **fields: Any) -> Callable[[Data, Data], None]:
    def change(quiz: Data, _: Data) -> None:
        question(quiz, kind).update(fields)

    return change


def _card(at: int, **fields: Any) -> Callable[[Data, Data], None]:
    def change(quiz: Data, _: Data) -> None:
        quiz["cards"][at].update(fields)

    return change


def _options(*options: Data, kind: str = "single") -> Callable[[Data, Data], None]:
    return _set(kind, options=[{"id": "abcdef"[at], **option} for at, option in enumerate(options)])


RIGHT, TAGGED = {"correct": True}, {"misconception": "slip-count"}


def _bug(quiz: Data, _: Data) -> None:
    question(quiz, "single").update(level="bug", code="a\nb\n")


def _same_id(quiz: Data, _: Data) -> None:
    quiz["cards"][3]["id"] = quiz["cards"][4]["id"]


def _twins(quiz: Data, _: Data) -> None:
    quiz["cards"][3]["front"] = "What, again?"
    quiz["cards"][4]["front"] = "what again"


def _leak(quiz: Data, _: Data) -> None:
    question(quiz, "short").update(accept=["a purple cow"])
    question(quiz, "numeric")["prompt"] += " Think of a purple cow."


def _few(quiz: Data, _: Data) -> None:
    del quiz["cards"][10:]


def _no_term_cards(quiz: Data, _: Data) -> None:
    for entry in quiz["cards"]:
        entry.pop("terms", None)
        entry.pop("use", None)


def _no_carrier(quiz: Data, _: Data) -> None:
    quiz["cards"][0].pop("misconceptions")


def _longest(quiz: Data, _: Data) -> None:
    for number in range(16):
        options = [
            {"id": "a", "text": f"the right one of them, {number}", "correct": True},
            {"id": "b", "text": f"a wrong one, {number}", "misconception": "slip-count"},
            {"id": "c", "text": f"another one, {number}", "misconception": "slip-count"},
        ]
        quiz["questions"].append(item("single", f"o1-r{number:02}", prompt=f"Which is it, {number}?", options=options))


def _one_line(quiz: Data, _: Data) -> None:
    for number in range(7):
        options = [{"id": f"l{n}", "text": f"line {n}", **(RIGHT if n == 2 else TAGGED)} for n in (1, 2, 3)]
        fields = {"level": "bug", "misconception": "slip-count", "code": f"a{number}\nb\nc", "options": options}
        quiz["questions"].append(item("single", f"o1-b{number:02}", prompt=f"Which line is wrong, {number}?", **fields))


BREAKS: dict[str, Callable[[Data, Data], None]] = {
    "one-right": _options({"text": "aa", **RIGHT}, {"text": "bb", **RIGHT}, {"text": "cc", **TAGGED}),
    "wrong-has-reason": _options({"text": "aa", **RIGHT}, {"text": "bb"}, {"text": "cc", **TAGGED}),
    "options-differ": _options({"text": "aa", **RIGHT}, {"text": "bb.", **TAGGED}, {"text": "BB", **TAGGED}),
    "inner-ids": _set("match", pairs={"cow": "calf", "hen": "goat"}),
    "option-length": _options({"text": "a very long right answer", **RIGHT}, {"text": "short", **TAGGED}, {"text": "tiny", **TAGGED}),
    "no-all-of-the-above": _options({"text": "aa", **RIGHT}, {"text": "All of the above", **TAGGED}, {"text": "cc", **TAGGED}),
    "negation-shows": _set("single", prompt="Fruit falls. Which does not fall?"),
    "ticking-all-is-0": _options({"text": "aa", **RIGHT}, {"text": "bb", **RIGHT}, {"text": "cc", **TAGGED}, kind="multi"),
    "rounding-fits": _set("numeric", prompt="{{a}} by {{b}}, to one decimal?"),
    "index-base": _set("hotspot", prompt="Mark what is hidden."),
    "output-runs": _set("output", stdout="something else\nx\n"),
    "bug-has-lines": _bug,
    "maths-parses": _set("single", explanation="Because $\\nonsense{x}$."),
    "params-drawable": _set("numeric", answer="a / c"),
    "slots-filled": _set("numeric", explanation="It is {{c}}."),
    "faces-differ": _card(5, front="What is {{n}}?", params={"n": {"int": [1, 2]}}),
    "variants-hold": _set("numeric", wrong=[{"answer": "a / b", "misconception": "apples-fly"}]),
    "card-asks": _card(5, front="Does an apple fall?"),
    "card-is-short": _card(5, back="so " * 30),
    "card-hides-back": _card(5, front="Why do red apples fall?", back="Red apples"),
    "term-card-says-use": _card(5, set="term"),
    "ids-unique": _same_id,
    "names-exist": _card(5, siblings=["o1-c99"]),
    "tags-exist": _card(5, misconceptions=["aples-fly"]),
    "objective-covered": _few,
    "term-covered": _no_term_cards,
    "misconception-covered": _no_carrier,
    "cue-leak": _leak,
    "no-twins": _twins,
    "near-chance": _longest,
    "bugs-on-many-lines": _one_line,
    "ids-locked": _set("single", id="o1-q99"),
}


@pytest.mark.parametrize("name", RULES)
def test_every_rule_finds_what_breaks_it(name: str, tmp_path: Path) -> None:
    quiz, catalogue = good()
    locked = deepcopy(quiz) if name == "ids-locked" else None

    BREAKS[name](quiz, catalogue)
    found = lint(tmp_path, quiz, catalogue, locked=locked)

    assert any(problem.endswith(f"({name})") for problem in found), found
    assert all(re.match(r"quizzes(/[\w.]+)?:\d+:\d+: ", problem) for problem in found)


def test_every_rule_has_a_sentence_and_a_fixture() -> None:
    assert set(BREAKS) == set(RULES)
    assert all(rule.sentence.endswith(".") for rule in RULES.values())


EVERYTHING = """\
objective: O1
questions:
  - id: o1-q01
    type: single
    level: recall
    difficulty: 1
    prompt: Which?
    explanation: Because.
    anwser: 4
    options:
      - {id: a, text: one, correct: true}
      - {id: b, text: two}
  - id: o1-q02
    type: singel
    level: recall
    difficulty: 1
    prompt: Which?
    explanation: Because.
  - id: o1-q03
    type: numeric
    level: recall
    difficulty: 9
    prompt: How many {{x}}?
    prompt: How many?
    explanation: Because.
    answer: 1_000
  - id: O1 Q4
    type: short
    level: recall
    difficulty: 1
    prompt: Which word?
    explanation: Because.
    accept: []
  - id: o1-q05
    type: numeric
    level: recall
    difficulty: 1
    prompt: How many?
    explanation: 'Because {{y}}.'
    answer: __import__('os')
  - id: o1-q06
    type: hotspot
    level: recall
    difficulty: 1
    prompt: Which cells?
    explanation: Because.
    grid: [2, 2]
    answer: [[1, 1]]
cards:
  - {id: o1-c01, set: core, kind: fact, front: Is it so?, back: 'Yes.'}
  - {id: o1-c01, set: cor, kind: fact, front: 'What is it?', back: It.}
"""


def test_all_kinds_of_mistakes_in_one_file_are_shown_at_once_with_the_right_lines(tmp_path: Path) -> None:
    folder = tmp_path / "quizzes"
    folder.mkdir()
    (folder / "o1_fruit.yaml").write_text(EVERYTHING, "utf-8")
    (folder / "misconceptions.yaml").write_text("misconceptions: []\n", "utf-8")

    found = [str(problem) for problem in lint_quizzes(folder)]

    assert found == sorted(found, key=lambda text: (text.split(":")[0], *map(int, text.split(":")[1:3])))
    wanted = {
        9: "unknown key `anwser`. Did you mean `answer`?",
        14: "`type` has to be one of single, multi",
        22: "`difficulty`",
        24: "prompt",  # twice
        27: "`id`",
        33: "`accept`",
        39: "`{{y}}` is not a parameter",
        40: "there is no function",
        41: "`alt` is missing",
        50: "answered with yes or no",
        51: "`set`",
    }
    for line, text in wanted.items():
        assert any(problem.startswith(f"quizzes/o1_fruit.yaml:{line}:") and text in problem for problem in found), (line, text, found)


def test_a_mistake_in_the_shape_of_one_item_hides_nothing_about_the_others(tmp_path: Path) -> None:
    quiz, catalogue = good()
    quiz["questions"][0]["nonsense"] = 1
    question(quiz, "output")["stdout"] = "wrong\nx\n"

    found = lint(tmp_path, quiz, catalogue)

    assert any("unknown key `nonsense`" in problem for problem in found)
    assert any("output-runs" in problem for problem in found)
    assert not any("is gone" in problem for problem in found)


@pytest.mark.parametrize("text", ["objective: O1\n\tquestions: []\n", "objective: O1\0\n", "- a list\n"])
def test_a_file_that_cannot_be_read_is_told_and_what_it_may_hold_is_not_missed(text: str, tmp_path: Path) -> None:
    quiz, catalogue = good()
    question(quiz, "output")["not_with"] = ["o2-q01"]
    folder = tmp_path / "quizzes"
    whole = lint(tmp_path, quiz, catalogue)
    assert any("there is no `o2-q01`" in problem for problem in whole)

    (folder / "o2_other.yaml").write_text(text, "utf-8")
    found = [str(problem) for problem in lint_quizzes(folder, Known(terms={"apple": "Apple", "pear": "Pear"}))]

    assert [problem for problem in found if "o2_other.yaml" in problem] != []
    assert [problem for problem in found if "there is no" in problem or "(term-covered)" in problem] == []


def test_a_number_of_the_wrong_kind_is_told_by_its_key(tmp_path: Path) -> None:
    folder = tmp_path / "quizzes"
    folder.mkdir()
    entry = "questions:\n- {id: o1-q01, type: numeric, level: compute, difficulty: 2, prompt: How many?, answer: 3, abs: .nan}\n"
    (folder / "o1_fruit.yaml").write_text(f"objective: O1\n{entry}", "utf-8")
    (folder / "misconceptions.yaml").write_text("misconceptions: []\n", "utf-8")

    found = [str(problem) for problem in lint_quizzes(folder)]

    assert any("abs" in problem for problem in found), found
    assert not any("`float`" in problem or "`int`" in problem for problem in found), found
