"""`grader mark`: one question across the class, answer by answer, without names; stopped and gone on with at any time."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.errors import NothingToDo, UnknownName
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.classroom.explain import Answer
    from grader.quiz.model import Question
    from grader.store.classes import ClassStore

MOST_DIGITS = 4  # of a number that somebody types for a point


@click.command("mark", epilog="Example: grader mark o1-q19 --take submissions --by tk")
@click.argument("question", required=False)
@click.option("-C", "--class", "folder", type=click.Path(path_type=Path), default="graded", show_default=True, help="Folder of the class.")
@click.option(
    "--take", type=click.Path(path_type=Path), default=None, help="First take the answers out of these submissions (explain.yaml)."
)
@click.option("--by", default=None, metavar="NAME", help="Who marks (default: your login).")
@click.option("--table", type=click.Path(path_type=Path), default=None, help="Write every mark as CSV to this file, and ask nothing.")
def mark(question: str | None, folder: Path, take: Path | None, by: str | None, table: Path | None) -> ExitCode:
    """Mark free answers with their rubric, blind, one question across the class.

    Each answer is shown without a name; type the numbers of the points it meets, 0 for none, s to skip, q to stop. The same command goes
    on where you stopped. Marks stand beside the points of their objective and change no grade.
    """
    from grader.classroom.explain import take_answers
    from grader.content.load import load_level
    from grader.store.classes import ClassStore

    free = _free_questions()
    with ClassStore.existing(folder) as store:
        if take is not None:
            count, problems = take_answers(store, take, load_level(), list(free))
            click.echo(f"{count} answers taken from {take}.")
            for problem in problems:
                click.echo(render.wrap(problem), err=True)
        if table is not None:
            return _write_table(store, free, table)
        if question is None:
            return _overview(store, free)
        if question not in free:
            raise UnknownName("question that is answered in words", question, free, hint="grader mark lists them")
        return _mark_all(store, free[question], by)


def _free_questions() -> dict[str, Question]:
    """The questions that are answered in words, by id."""
    from grader.cli.drill import open_bank
    from grader.quiz.model import Kind

    return {name: each for name, each in open_bank().questions.items() if each.kind is Kind.FREE}


def _overview(store: ClassStore, free: dict[str, Question]) -> ExitCode:
    from grader.classroom.explain import answers_to

    total = 0
    for name, question in free.items():
        answers = answers_to(store, name)
        if answers:
            total += len(answers)
            done = sum(answer.met is not None for answer in answers)
            click.echo(f"{name} ({question.objective}): {done} of {len(answers)} answers marked")
    if not total:
        raise NothingToDo("No free answers in this class yet.", hint="grader mark --take SUBMISSIONS reads explain.yaml of every learner")
    return ExitCode.DONE


def _mark_all(store: ClassStore, question: Question, by: str | None) -> ExitCode:
    from grader.classroom.explain import answers_to, blind_name, mark_answer
    from grader.cli.ask import ask, say
    from grader.cli.instructor import utc_now
    from grader.cli.regrade import login

    prompt, rubric = _texts(question)
    answers = answers_to(store, question.id)
    if not answers:
        raise NothingToDo(f"Nobody has answered {question.id}.", hint="grader mark --take SUBMISSIONS reads explain.yaml of every learner")
    left = [answer for answer in answers if answer.met is None]
    if not left:
        raise NothingToDo(f"Every answer to {question.id} is marked.", hint="grader mark --table marks.csv writes them")
    secret = store.secret(None, "")
    say(prompt)
    for number, point in enumerate(rubric, start=1):
        say(point, first=f"  {number}. ", indent="     ")
    for answer in left:
        click.echo(f"\n— answer {blind_name(secret, answer)} —")
        say(_harmless(answer))
        met = _points(ask("points met> "), len(rubric))
        while met == "again":
            say(f"Type numbers from 1 to {len(rubric)} with blanks between, 0 for none, s to skip, q to stop.")
            met = _points(ask("points met> "), len(rubric))
        if met == "stop":
            break
        if isinstance(met, tuple):
            mark_answer(store, answer, met, len(rubric), by=by if by is not None else login(), at=utc_now())
    done = sum(answer.met is not None for answer in answers_to(store, question.id))
    click.echo(f"\n{done} of {len(answers)} answers to {question.id} are marked.")
    return ExitCode.DONE if done == len(answers) else ExitCode.NOT_YET


def _harmless(answer: Answer) -> str:
    """A learner's text without what would steer a terminal."""
    from grader.report.text import shown

    return "\n".join(shown(line) for line in answer.text.splitlines())


def _points(line: str | None, count: int) -> tuple[int, ...] | str:
    """What was typed: points, or "stop", "skip", "again"."""
    if line is None or line.strip().lower() == "q":
        return "stop"
    text = line.strip().lower()
    if text == "s":
        return "skip"
    words = re.split(r"[\s,]+", text)
    if text == "0":
        return ()
    if not all(word.isdecimal() and len(word) <= MOST_DIGITS and 1 <= int(word) <= count for word in words):
        return "again"
    return tuple(int(word) for word in words)


def _texts(question: Question) -> tuple[str, tuple[str, ...]]:
    """The prompt and the points of the rubric; a free question has no numbers to draw."""
    from grader.quiz.drawn import Rubric
    from grader.quiz.variants import draw

    drawn = draw(question, b"mark", "mark", 1)
    if not isinstance(drawn.key, Rubric):
        raise TypeError(f"{question.id} has no rubric")
    return drawn.shown.prompt, drawn.key.points


def _write_table(store: ClassStore, free: dict[str, Question], table: Path) -> ExitCode:
    from grader.classroom.explain import answers_to
    from grader.classroom.outputs import write_whole
    from grader.export.tables import cell

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["learner", "question", "objective", "met", "of", "points_met", "by"])
    count = 0
    for name, question in free.items():
        for answer in sorted(answers_to(store, name), key=lambda answer: answer.key):
            if answer.met is not None:
                count += 1
                row = [
                    cell(answer.key),
                    name,
                    question.objective,
                    len(answer.met),
                    answer.of,
                    " ".join(map(str, answer.met)),
                    cell(answer.by),
                ]
                writer.writerow(row)
    write_whole(table, out.getvalue())
    click.echo(f"{count} marks written to {table}")
    return ExitCode.DONE if count else ExitCode.NOTHING_TO_DO
