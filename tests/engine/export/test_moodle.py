"""Moodle XML follows the importer's rules: names, known fractions, escaped HTML, our ids; the key scores 100."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import pytest

from grader.export.moodle import FRACTIONS, moodle_xml, nearest_fraction
from grader.quiz.bank import load_bank
from tests.engine.quiz.made_up import EVERY_TYPE, bank, item

ROOT = Path(__file__).parents[3]
HOSTILE = "<script>alert(1)</script>]]><b> & \"'"


def tree(xml: str) -> ElementTree.Element:
    assert xml.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    return ElementTree.fromstring(xml)


def questions(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [found for found in root if found.get("type") != "category"]


@pytest.fixture(scope="module")
def whole() -> ElementTree.Element:
    level = load_bank(ROOT / "quizzes")
    return tree(moodle_xml(level, level.questions.values()).xml)


def test_every_entry_of_the_level_has_what_the_importer_needs(whole: ElementTree.Element) -> None:
    names = [found.findtext("name/text") for found in questions(whole)]

    assert len(names) > 200
    assert len(set(names)) == len(names)
    for found in questions(whole):
        assert found.find("questiontext").get("format") == "html"  # type: ignore[union-attr]  # the next line fails where it is missing
        assert found.findtext("questiontext/text")
        assert found.findtext("idnumber")
        assert [tag.text for tag in found.iter("tag")] or found.findtext("tags/tag/text")


def test_every_fraction_is_one_that_moodle_takes(whole: ElementTree.Element) -> None:
    allowed = {*FRACTIONS, *(f"-{fraction}" for fraction in FRACTIONS), "0"}
    for found in questions(whole):
        fractions = [answer.get("fraction") for answer in found.findall("answer")]
        if found.get("type") == "ordering":
            continue
        assert set(fractions) <= allowed, found.findtext("name/text")
        if found.get("type") in ("multichoice", "numerical", "shortanswer"):
            positive = sum(Fraction(fraction) for fraction in fractions if fraction and not fraction.startswith("-") and fraction != "0")
            assert "100" in fractions or abs(positive - 100) < 1, found.findtext("name/text")


def test_ticking_everything_scores_nothing(whole: ElementTree.Element) -> None:
    for found in questions(whole):
        if found.findtext("single") == "false":
            total = sum(Fraction(answer.get("fraction") or "0") for answer in found.findall("answer"))
            assert total <= 1, found.findtext("name/text")


def test_parametric_questions_come_in_variants_with_different_numbers() -> None:
    made = bank(EVERY_TYPE["numeric"])

    texts = [found.findtext("questiontext/text") for found in questions(tree(moodle_xml(made, made.questions.values(), variants=4).xml))]

    assert len(texts) == 4
    assert len(set(texts)) > 2


@pytest.mark.parametrize("kind", sorted(set(EVERY_TYPE) - {"hotspot"}))
def test_hostile_texts_stay_texts(kind: str) -> None:
    data = deepcopy(EVERY_TYPE[kind]) | {"prompt": HOSTILE, "explanation": HOSTILE}
    for group in ("options", "items", "left", "right"):
        for entry in data.get(group, ()):
            entry["text"] = f"{entry['id']} {HOSTILE}"
    made = bank(data)

    found = questions(tree(moodle_xml(made, made.questions.values()).xml))[0]

    assert "<script" not in (found.findtext("questiontext/text") or "")
    for text in found.iter("text"):
        assert "<script" not in (text.text or "") or kind == "match"  # the right side of a match is plain text there


def test_what_moodle_has_no_type_for_is_named() -> None:
    made = bank(EVERY_TYPE["hotspot"], item("short", "s", accept=["a"]))

    written = moodle_xml(made, made.questions.values())

    assert written.left_out == ("q",)
    assert written.count == 1


@pytest.mark.parametrize(
    ("share", "text"), [(Fraction(1, 3), "33.33333"), (Fraction(-1, 2), "-50"), (Fraction(1), "100"), (Fraction(1, 7), "14.28571")]
)
def test_shares_become_the_nearest_known_fraction(share: str, text: str) -> None:
    assert nearest_fraction(Fraction(share)) == text
