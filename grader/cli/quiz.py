"""`grader quiz`: questions over the objectives, one at a time. Answer, say how sure you are, then see why; everything is saved at once.

Parses, asks, shows. What is right, what comes next and what is kept is decided by the course.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.cli.ask import ask, note_place, now, say, say_code, shown
from grader.cli.drill import open_bank, open_store
from grader.errors import NothingToDo
from grader.quiz.bank import Bank
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.quiz.course import Asked, Course, Outcome
    from grader.quiz.drawn import Shown
    from grader.quiz.feedback import Feedback
    from grader.quiz.plan import FormRule
    from grader.store.learner import LearnerStore
    from grader.store.learner_rows import Answer

SLOW_MS = 10 * 60 * 1_000
QUIT, SKIP = "quit", "skip"


@click.command("quiz", epilog="Example: grader quiz O3 O4 --questions 6")
@click.argument("names", nargs=-1, metavar="[OBJECTIVE | QUESTION]...")
@click.option("--questions", "-n", type=click.IntRange(1, 200), default=10, show_default=True, help="How many questions.")
@click.option("--check", "is_check", is_flag=True, help="A level check of each objective: one try, all or nothing.")
@click.option("--new", "is_new", is_flag=True, help="Begin a new quiz, even if one was broken off.")
@click.option("--review", "is_review", is_flag=True, help="Look at what went wrong in the last quiz.")
@render.json_flag
def quiz_command(names: tuple[str, ...], questions: int, is_check: bool, is_new: bool, is_review: bool, as_json: bool) -> int:
    """Take a quiz on one objective, or on all of them."""
    from grader.quiz import course

    bank = open_bank()
    with open_store() as store:
        if is_review or as_json:
            return _review(bank, store, as_json)
        sitting = None if is_new or names or is_check else course.unfinished(bank, store)
        if sitting is not None:
            say(f"Going on with the quiz you broke off: question {_position(sitting)} of {len(sitting.quiz.plan)}.")
        else:
            sitting = _begin(bank, store, names, questions, is_check)
        if store.notice:
            say(store.notice)
        return _sit(sitting)


def _begin(bank: Bank, store: LearnerStore, names: Sequence[str], questions: int, is_check: bool) -> Course:
    from grader.quiz import course

    if len(names) == 1 and names[0].casefold() in bank.questions:
        return course.one(bank, store, names[0].casefold(), now())
    objectives = course.objectives_named(bank, names)
    kind = course.CHECK if is_check else course.PRACTICE
    return course.begin(bank, store, objectives, now(), kind=kind, count=questions, rule=form_rule())


def form_rule() -> FormRule:
    """The form of a level check, from the level's mastery rule."""
    from grader.content.load import load_level
    from grader.quiz import plan

    return plan.form_rule(load_level().mastery.quiz)


def _position(sitting: Course) -> int:
    asked = sitting.current()
    return asked.position + 1 if asked else len(sitting.quiz.plan)


# ----------------------------------------------------------------- the sitting


def _sit(sitting: Course) -> int:
    say(f"Type your answer and Enter. `{SKIP}` leaves a question out, `{QUIT}` stops; the quiz goes on from there next time.")
    while (asked := sitting.current()) is not None:
        if not _ask_question(sitting, asked):
            say(f"Stopped at question {asked.position + 1} of {len(sitting.quiz.plan)}. Everything is saved; `grader quiz` goes on here.")
            return ExitCode.DONE
    _sum_up(sitting)
    return ExitCode.DONE


def _ask_question(sitting: Course, asked: Asked) -> bool:
    """One try of one question; False to stop."""
    from grader.quiz.marking import Standing

    show_question(asked, len(sitting.quiz.plan))
    started = time.monotonic()
    while True:
        raw = _read_answer(asked.drawn.shown)
        if raw is None or raw.strip().casefold() == QUIT:
            return False
        if raw.strip().casefold() == SKIP:
            return _goes_on(sitting.skip(asked, now()))
        marked = sitting.read(asked, raw)
        if marked.standing.is_final:
            break
        if marked.standing is not Standing.BLANK:
            say(" ".join(marked.notes) + " This costs no try.")
    milliseconds = min(SLOW_MS, round((time.monotonic() - started) * 1000))
    confidence = _ask_confidence() if asked.drawn.question.kind != "free" else None
    outcome = sitting.answer(asked, raw, confidence, milliseconds, now())
    if outcome is None:
        return _goes_on(False)
    _feedback(sitting, asked, outcome, confidence)
    return True


def _goes_on(is_kept: bool) -> bool:
    """Says so when another window was faster; the quiz goes on either way."""
    if not is_kept:
        say("This question was answered meanwhile in another window. What you typed here does not count.")
    return True


def show_question(asked: Asked, total: int) -> None:
    """A question as text: prompt, program, options."""
    drawn = asked.drawn
    question = drawn.question
    click.echo("")
    again = "" if asked.attempt == 1 else " · once more" + (", fresh numbers" if question.is_parametric else "")
    say(f"Question {asked.position + 1} of {total} · {question.objective} · {'★' * question.difficulty} · {question.id}{again}")
    click.echo("")
    show_body(drawn.shown)


def show_body(body: Shown) -> None:
    """What the learner has to read before answering."""
    say(body.prompt, indent="  ")
    if body.code:
        click.echo("")
        say_code(body.code, numbered=body.is_bug)
    if body.texts and not body.is_bug:
        click.echo("")
        for label, text in zip(body.labels, body.texts, strict=True):
            say(text, first=f"  {label}) ", indent="     ")
    if body.second_texts:
        click.echo("")
        for label, text in zip(body.second_labels, body.second_texts, strict=True):
            say(text, first=f"    {label}) ", indent="       ")
    if body.kind == "hotspot":
        click.echo("")
        say(body.alt, indent="  ")
        _draw_grid(*body.grid)
    if body.is_bug:
        click.echo("")
        say("  ".join(f"{label}) {text}" for label, text in zip(body.labels, body.texts, strict=True)), indent="  ")
    if body.rule:
        say(body.rule, indent="  ")


def _draw_grid(rows: int, columns: int, marked: frozenset[tuple[int, int]] = frozenset()) -> None:
    click.echo("       " + " ".join(f"c{column:<2}" for column in range(1, columns + 1)).rstrip())
    for row in range(1, rows + 1):
        cells = " ".join(f"{'x' if (row, column) in marked else '.':<3}" for column in range(1, columns + 1))
        click.echo(f"  r{row:<3} {cells.rstrip()}")


def prompt_for(body: Shown) -> str:
    """How to answer, in one line."""
    first, last = (body.labels[0], body.labels[-1]) if body.labels else ("", "")
    kind = str(body.kind)
    if kind == "numeric" and body.units:
        return f"A number, with a unit if you like ({', '.join(body.units)}): "
    if kind == "matrix":
        return _matrix_prompt(body)
    return {
        "single": f"One letter, {first} to {last}: ",
        "multi": f"All letters that are right, {first} to {last}: ",
        "numeric": "A number (like 3, .25, 1/3): ",
        "short": "A word or two: ",
        "order": f"All letters in your order, {first} to {last}: ",
        "match": f"A number and a letter for each, like {first}{body.second_labels[0] if body.second_labels else ''}: ",
        "output": "What is printed: ",
        "hotspot": "Cells, like r1c2 r1c3; r2 a whole row, c4 a column: ",
        "free": "In your own words, on one line: ",
    }[kind]


def _matrix_prompt(body: Shown) -> str:
    rows, columns = body.grid
    if body.is_shape:
        return "The shape, like 3 x 5: "
    if rows == 1:
        return f"{columns} numbers, parted by spaces: "
    return f"{rows} rows of {columns}, rows parted by ; : "


def _read_answer(body: Shown) -> str | None:
    """One line, or as many as a program prints."""
    if body.lines <= 1:
        return ask(prompt_for(body))
    say(f"Type the {body.lines} lines that are printed:")
    lines: list[str] = []
    while len(lines) < body.lines:
        line = ask(f"line {len(lines) + 1}: ")
        if line is None or line.strip().casefold() in (QUIT, SKIP):
            return line
        lines.append(line)
    return "\n".join(lines)


def _ask_confidence() -> int | None:
    """How sure, before anything is shown; None when input ends, or nothing was said."""
    while True:
        given = ask("How sure are you? 1 a guess, 2 fairly sure, 3 sure: ")
        if given is None or not given.strip():
            return None
        if given.strip() in {"1", "2", "3"}:
            return int(given.strip())


# -------------------------------------------------------------------- feedback


def _feedback(sitting: Course, asked: Asked, outcome: Outcome, confidence: int | None) -> None:
    from grader.quiz.feedback import feedback
    from grader.quiz.marking import Standing

    told = feedback(sitting.bank, asked.drawn, outcome, confidence)
    signs = {Standing.RIGHT: "✓ ", Standing.WRONG: "✗ "}
    click.echo("")
    say(told.head if told.rubric else signs.get(outcome.marked.standing, "") + told.head)
    if told.warning:
        say(told.warning)
    if told.nudge:
        say(told.nudge)
        return
    _show_reasons(sitting.bank, told)
    if told.has_cards:
        say("Its cards come first in your next drill.")


def _show_reasons(bank: Bank, told: Feedback) -> None:
    """The right answer and why; for choices the reason of every option."""
    for point in told.rubric:
        say(point, first="  - ", indent="    ")
    for option in told.options:
        say(option.text, first=f"  {'✓' if option.is_right else '✗'} {option.label}) ", indent="       ")
        if option.why:
            say(option.why, indent="       ")
    if told.cells is not None:
        say("Right is:", indent="  ")
        _draw_grid(told.cells.rows, told.cells.columns, told.cells.answer)
    elif "\n" in told.right:
        say("Right is:", indent="  ")
        say_code(told.right)
    elif told.right:
        say(f"Right is: {told.right}", indent="  ")
    for note in told.notes:
        say(note, indent="  ")
    say(told.explanation, indent="  ")
    for shows in told.shows:
        if shows.statement:
            correction = f" {shows.correction}" if shows.correction else ""
            say(f"This answer fits the belief: “{shows.statement}”{correction}", indent="  ")
        place = note_place(bank, shows.tag)
        if place:
            say(f"Read more: {place}", indent="  ")


# ---------------------------------------------------------------------- the end


def _sum_up(sitting: Course) -> None:
    from grader.quiz import course
    from grader.quiz.numbers import spell_points

    click.echo("")
    say("Done. First tries, by objective:")
    for result in course.results(sitting.bank, sitting.answers):
        later = f", {result.right_later} more on a second try" if result.right_later else ""
        skipped = f", {result.skipped} left out" if result.skipped else ""
        say(f"{result.objective}  {spell_points(result.points)} of {result.of}{later}{skipped}", indent="  ")
    if sitting.quiz.kind == course.CHECK:
        _say_passed(sitting)
    if any(answer.standing in ("wrong", "partly") for answer in sitting.answers):
        say("`grader quiz --review` goes through what went wrong.")


def _say_passed(sitting: Course) -> None:
    from grader.quiz.course import check_form_results

    rule = form_rule()
    for objective, right, of in check_form_results(sitting.bank, sitting.quiz, sitting.answers):
        verdict = "passed" if right >= rule.needed else f"not passed yet ({rule.needed} are needed)"
        say(f"Level check {objective}: {right} of {of} right, {verdict}.")
    say("This is a practice result: you could have looked things up.")


def _review(bank: Bank, store: LearnerStore, as_json: bool) -> int:
    """What went wrong in the last quiz that has answers."""
    quizzes = [quiz for quiz in store.quizzes() if store.answers(quiz.id)]
    if not quizzes:
        raise NothingToDo("No quiz was answered yet.", hint="begin one with `grader quiz`")
    answers = store.answers(quizzes[-1].id)
    if as_json:
        click.echo(render.envelope("quiz", _result_data(bank, answers)))
        return ExitCode.DONE
    wrong = [answer for answer in answers if answer.standing in ("wrong", "partly") and answer.question in bank.questions]
    if not wrong:
        say("Nothing went wrong in your last quiz.")
        return ExitCode.DONE
    for answer in wrong:
        _review_one(bank, answer)
    return ExitCode.DONE


def _review_one(bank: Bank, answer: Answer) -> None:
    from grader.drill.stats import CERTAINTY
    from grader.quiz.course import Outcome, load_choice
    from grader.quiz.feedback import feedback
    from grader.quiz.marking import mark
    from grader.quiz.variants import NoVariant, realise

    click.echo("")
    try:
        drawn = realise(bank.questions[answer.question], load_choice(answer.choice))
    except NoVariant:
        say(f"{answer.question} has changed since; your answer was: {answer.read_as}")
        return
    say(f"{answer.question} · try {answer.attempt}" + (f" · you were {CERTAINTY[answer.confidence]}" if answer.confidence else ""))
    show_body(drawn.shown)
    say(f"Your answer: {shown(answer.read_as)}", indent="  ")
    _show_reasons(bank, feedback(bank, drawn, Outcome(mark(drawn, answer.raw), True, ()), None))


def _result_data(bank: Bank, answers: Sequence[Answer]) -> dict[str, object]:
    from grader.quiz import course

    return {
        "objectives": [
            {"objective": result.objective, "points": str(result.points), "of": result.of, "skipped": result.skipped}
            for result in course.results(bank, answers)
        ],
        "answers": [
            {
                "question": answer.question,
                "attempt": answer.attempt,
                "answer": answer.read_as,
                "standing": answer.standing,
                "score": answer.score,
                "misconceptions": list(answer.misconceptions),
                "confidence": answer.confidence,
            }
            for answer in answers
        ],
    }
