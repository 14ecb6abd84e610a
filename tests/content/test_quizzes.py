"""The level's questions and cards: lint is green, what a learner sees can be shown, and the generated files are fresh."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grader.cli.ids import schema_texts
from grader.content.load import load_level
from grader.mathtext import to_html, to_text
from grader.quiz.bank import CATALOGUE, Bank, load_bank, quiz_files, tags_of
from grader.quiz.lint import lint_quizzes
from grader.quiz.model import Depth, Kind
from grader.quiz.plan import FormRule, form
from grader.quiz.rules import Known
from grader.quiz.rules.biases import measure
from grader.quiz.rules.registry import Bench
from grader.quiz.source import read_sources
from grader.quiz.stream import Stream
from grader.quiz.variants import draw

FOLDER = Path(__file__).parents[2] / "quizzes"


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(FOLDER)


@pytest.mark.slow
def test_lint_is_green() -> None:
    level = load_level()
    known = Known(
        terms={term.id: term.term for term in level.key_terms}, exercises=frozenset(exercise.slug for exercise in level.exercises)
    )

    assert [str(problem) for problem in lint_quizzes(FOLDER, known)] == []


def test_form_tricks_score_near_chance() -> None:
    files, catalogue = read_sources(FOLDER)
    biases = measure(Bench([entry for file in files for entry in file.entries()], catalogue))

    assert {bias.trick: f"{bias.share:.0%}" for bias in biases if bias.share > bias.chance + 0.1} == {}
    assert all(bias.of > 40 for bias in biases)


def test_every_text_can_be_shown_in_a_terminal_and_on_a_page(bank: Bank) -> None:
    for question in bank.questions.values():
        shown = draw(question, b"secret", "me", 1).shown
        for text in (shown.prompt, *shown.texts, *shown.second_texts, question.explanation):
            assert "$" not in to_text(text)
            assert "<script" not in to_html(text)
    for card in bank.cards.values():
        assert "$" not in to_text(card.front) + to_text(card.back)


def test_every_objective_fills_level_checks_again_and_again(bank: Bank) -> None:
    rule = load_level().mastery.quiz
    asked = FormRule(rule.questions, rule.needed, rule.parametric, rule.spot_or_predict, rule.explain, rule.types)

    for objective in bank.objectives:
        forms = [form(bank.questions.values(), {}, objective, asked, Stream(b"s", str(seed))) for seed in range(10)]
        assert len({question.id for chosen in forms for question in chosen}) > 12, objective


def test_the_mix_of_types_has_what_quizzes_are_usually_short_of(bank: Bank) -> None:
    kinds = Counter(question.kind for question in bank.questions.values())

    assert all(kinds[kind] >= 8 for kind in (Kind.HOTSPOT, Kind.OUTPUT, Kind.MATRIX))
    assert all(kinds[kind] for kind in Kind)
    for objective in bank.objectives:
        explained = [
            question for question in bank.questions.values() if question.objective == objective and question.depth is Depth.EXPLAIN
        ]
        assert len([question for question in explained if question.kind is not Kind.FREE]) >= 2


def test_every_tag_leads_to_a_correction(bank: Bank) -> None:
    for question in bank.questions.values():
        for tag in tags_of(question):
            assert bank.belief(tag), f"{question.id}: {tag}"


def test_every_file_points_editors_to_its_schema() -> None:
    for path in quiz_files(FOLDER):
        assert path.read_text("utf-8").startswith("# yaml-language-server: $schema=./schemas/quiz.schema.json\n")
    assert (FOLDER / CATALOGUE).read_text("utf-8").startswith("# yaml-language-server: $schema=./schemas/misconceptions.schema.json\n")


def test_the_schemas_are_fresh() -> None:
    for name, text in schema_texts().items():
        assert (FOLDER / "schemas" / name).read_text("utf-8") == text, "run `grader ids`"


def test_a_compiled_bank_equals_the_files_and_is_made_anew_when_they_change(tmp_path: Path) -> None:
    folder = tmp_path / "quizzes"
    folder.mkdir()
    for path in (*quiz_files(FOLDER), FOLDER / CATALOGUE, FOLDER / "ids.lock"):
        (folder / path.name).write_bytes(path.read_bytes())
    first = load_bank(folder, cache=tmp_path / "cache")
    again = load_bank(folder, cache=tmp_path / "cache")
    assert again.cards == first.cards
    assert again.questions == first.questions

    path = folder / "o1_context.yaml"
    path.write_text(path.read_text("utf-8").replace("The same vector both times.", "Twice the same."), "utf-8")
    changed = load_bank(folder, cache=tmp_path / "cache")

    assert changed.cards["o1-c01"].back == "Twice the same."
    assert changed.version != first.version
    assert changed.cards["o1-c01"].meaning != first.cards["o1-c01"].meaning


def test_a_damaged_compiled_bank_is_made_anew(tmp_path: Path) -> None:
    first = load_bank(FOLDER, cache=tmp_path)
    next(tmp_path.glob("bank-*.json")).write_text("{", "utf-8")

    assert load_bank(FOLDER, cache=tmp_path).cards == first.cards
