"""`grader deck`: cards and questions for other programs. Every format holds the answers: it is for teachers, and for one's own Anki."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.ask import say
from grader.cli.drill import open_bank
from grader.errors import UsageError
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.quiz.bank import Bank
    from grader.quiz.card import Card
    from grader.quiz.model import Question

FORMATS = {
    "anki": "attention.apkg",
    "moodle": "attention.xml",
    "cards-csv": "cards.csv",
    "questions-csv": "questions.csv",
    "json": "deck.json",
}


@click.command("deck", epilog="Example: grader deck anki -o attention.apkg")
@click.argument("format_name", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@click.option("-o", "--out", "path", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; `-` is standard output.")
@click.option("--objective", "-O", "objectives", multiple=True, metavar="O", help="Only these objectives.")
def deck_command(format_name: str, path: Path | None, objectives: tuple[str, ...]) -> int:
    """Write the flashcards for Anki, the questions for Moodle, or both as CSV or JSON."""
    from grader.quiz.course import objectives_named

    bank = open_bank()
    wanted = objectives_named(bank, objectives)
    cards = [card for card in bank.cards.values() if card.objective in wanted]
    questions = [question for question in bank.questions.values() if question.objective in wanted]
    target = path or Path(FORMATS[format_name])
    if format_name == "anki":
        return _write_anki(target, cards)
    text, told = _text(format_name, bank, cards, questions)
    if str(target) == "-":
        click.echo(text, nl=False)
        return ExitCode.DONE
    target.write_text(text, "utf-8")
    say(f"{told} in {target}.")
    return ExitCode.DONE


def _write_anki(target: Path, cards: Sequence[Card]) -> int:
    from grader.content.load import load_level
    from grader.content.tree import find_root
    from grader.export.anki import write_anki
    from grader.quiz.bank import LOCK
    from grader.quiz.ids import read_lock

    if str(target) == "-":
        raise UsageError("An Anki package is no text; name a file with -o.")
    titles = {objective.id: objective.title for objective in load_level().objectives}
    count = write_anki(target, cards, titles, read_lock(find_root().quizzes / LOCK))
    say(f"{count} cards in {target}. Import it in Anki; importing it again keeps what you have learnt.")
    return ExitCode.DONE


def _text(format_name: str, bank: Bank, cards: Sequence[Card], questions: Sequence[Question]) -> tuple[str, str]:
    from grader.export.moodle import moodle_xml
    from grader.export.tables import cards_csv, deck_json, questions_csv

    if format_name == "cards-csv":
        return cards_csv(cards), f"{len(cards)} cards"
    if format_name == "questions-csv":
        return questions_csv(questions), f"{len(questions)} questions"
    if format_name == "json":
        return deck_json(bank, cards, questions), f"{len(cards)} cards and {len(questions)} questions"
    written = moodle_xml(bank, questions)
    missing = f"; Moodle has no type for {len(written.left_out)} ({', '.join(written.left_out)})" if written.left_out else ""
    return written.xml, f"{written.count} entries{missing}"
