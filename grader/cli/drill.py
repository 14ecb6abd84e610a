"""`grader drill`: flashcards that are due, one by one; every rating is on disk before the next card shows.

Parses, asks, and hands ratings to the desk. Imports nothing heavy before the first card is on the screen.
"""

from __future__ import annotations

import time
from datetime import date, timedelta
from pathlib import Path

import click

from grader.cli import render
from grader.cli.ask import ask, note_place, now, say, shown
from grader.cli.numbers import FiniteRange
from grader.drill.desk import Desk
from grader.drill.memory import Memory, Rating
from grader.drill.queue import Due, Filter, Reason
from grader.drill.round import Round
from grader.drill.words import SLOW_MS, question_about, suggested, waits, when_next
from grader.errors import NothingToDo, UnknownName, UsageError
from grader.quiz.bank import Bank, load_bank
from grader.quiz.card import Card
from grader.results import ExitCode
from grader.store.learner import LearnerStore


def open_bank() -> Bank:
    """The questions and cards of this installation."""
    from grader.content.tree import find_root

    return load_bank(find_root().quizzes)


def open_store(start: Path | None = None) -> LearnerStore:
    """The state of the learner whose folder this is."""
    from grader.learner.folder import find_folder

    store = LearnerStore(find_folder(start).state)
    if store.upgraded:
        click.echo(render.wrap(store.upgraded), err=True)
    return store


@click.command("drill", epilog="Example: grader drill --objective O3 --minutes 5")
@click.option("--objective", "-o", "objectives", multiple=True, metavar="O", help="Only cards of this objective (O1 to O7, G).")
@click.option("--term", "-t", "terms", multiple=True, metavar="TERM", help="Only cards of this key term.")
@click.option("--cram", "is_cram", is_flag=True, help="Ask everything now; no due date moves.")
@click.option("--minutes", "-m", type=click.IntRange(1, 600), metavar="M", help="Stop after this many minutes.")
@click.option("--new", "new_per_day", type=click.IntRange(0, 500), metavar="N", help="New cards a day, from now on.")
@click.option("--retention", type=FiniteRange(0.70, 0.97), metavar="R", help="Share of cards to recall when due, from now on.")
@click.option("--goal", metavar="DATE", help="Know everything on this day (2026-12-24), or `none`.")
@click.option("--forecast", "show_forecast", is_flag=True, help="Show the minutes of the next days, and what other retentions cost.")
@render.json_flag
def drill_command(
    objectives: tuple[str, ...],
    terms: tuple[str, ...],
    is_cram: bool,
    minutes: int | None,
    new_per_day: int | None,
    retention: float | None,
    goal: str | None,
    show_forecast: bool,
    as_json: bool,
) -> int:
    """Review the flashcards that are due today."""
    bank = open_bank()
    wanted = _filter(bank, objectives, terms)
    with open_store() as store:
        desk = Desk(bank, store)
        changed = _settings(desk, new_per_day, retention, goal)
        if show_forecast:
            return _forecast(desk, wanted, as_json)
        if changed and not (objectives or terms or is_cram or minutes):
            return _say_settings(desk)
        queue = desk.cram(wanted) if is_cram else desk.due(now(), wanted)
        if as_json:
            click.echo(render.envelope("drill", {"due": [_due_data(due) for due in queue]}))
            return ExitCode.DONE
        if not queue:
            raise NothingToDo("No card is due.", hint=_when_next(desk, wanted))
        return _sit(Round(desk, queue, is_cram=is_cram), minutes)


def _filter(bank: Bank, objectives: tuple[str, ...], terms: tuple[str, ...]) -> Filter:
    known = {name.casefold(): name for name in bank.objectives}
    known |= {card.objective.casefold(): card.objective for card in bank.cards.values()}
    for name in objectives:
        if name.casefold() not in known:
            raise UnknownName("objective", name, known.values())
    all_terms = {term for card in bank.cards.values() for term in card.terms}
    slugs = [term.casefold().replace(" ", "-").replace("_", "-") for term in terms]
    for given, slug in zip(terms, slugs, strict=True):
        if slug not in all_terms:
            raise UnknownName("term", given, all_terms)
    return Filter(tuple(known[name.casefold()] for name in objectives), tuple(slugs))


# ----------------------------------------------------------------- the sitting


def _sit(sitting: Round, minutes: int | None) -> int:
    started = time.monotonic()
    total = len(sitting.waiting)
    notice = sitting.desk.store.notice
    if notice:
        say(notice)
    say("Answer in your head, or type it, then press Enter; every rating is saved at once.")
    if sitting.is_cram:
        say("Cramming: everything once, least lately asked first; no due date moves.")
    while (due := sitting.current) is not None:
        if minutes is not None and time.monotonic() - started >= minutes * 60:
            say(f"{minutes} minutes are over.")
            break
        if not _ask_card(sitting, due, total):
            break
    _close(sitting, time.monotonic() - started)
    return ExitCode.DONE


def _ask_card(sitting: Round, due: Due, total: int) -> bool:
    """One card; False when the learner wants to stop."""
    done = len(sitting.answered)
    click.echo("")
    say(f"Card {done + 1} of {max(total, done + len(sitting.waiting))} · {due.card.objective} · {due.reason}")
    if due.memory is not None and not due.card.means(due.memory.meaning):
        say("The answer of this card has changed since you learnt it.")
    click.echo("")
    shown_card = sitting.face(due)
    say(shown_card.front, indent="  ")
    click.echo("")
    asked = time.monotonic()
    while True:
        typed = ask("Enter shows the answer · u undo · s skip · q stop: ")
        if typed is None or typed.strip().lower() == "q":
            return False
        if typed.strip().lower() == "s":
            sitting.skip()
            return True
        if typed.strip().lower() == "u":
            return _undo(sitting)
        break
    milliseconds = min(SLOW_MS, round((time.monotonic() - asked) * 1000))
    return _rate_card(sitting, due, shown_card, typed, milliseconds)


def _rate_card(sitting: Round, due: Due, shown_card: Card, typed: str, milliseconds: int) -> bool:
    click.echo("")
    say(shown_card.back, indent="  ")
    if shown_card.why:
        say(shown_card.why, indent="  ")
    suggested = _compare(typed, shown_card.back)
    click.echo("")
    say(_buttons(sitting, due))
    while True:
        given = ask(f"Your rating, 1 to 4 (Enter is {int(suggested)}) · u undo · q stop: ")
        if given is None or given.strip().lower() == "q":
            return False
        if given.strip().lower() == "u":
            return _undo(sitting)
        text = given.strip() or str(int(suggested))
        if text in {"1", "2", "3", "4"}:
            break
        say("1 again (not recalled), 2 hard, 3 good, 4 easy.")
    rated = sitting.rate(Rating(int(text)), now(), milliseconds)
    if rated.is_suspect:
        say("Your clock stands before the last review, or far after it; this one is counted with care.")
    if rated.is_leech and rated.memory is not None:
        _help_with_leech(sitting.desk.bank, due, rated.memory)
    return True


def _compare(typed: str, back: str) -> Rating:
    rating = suggested(typed, shown(back))
    if typed.strip():
        say("That is it." if rating is Rating.GOOD else "Compare with what you typed.", indent="  ")
    return rating


def _buttons(sitting: Round, due: Due) -> str:
    if sitting.is_cram:
        return "1 again   2 hard   3 good   4 easy"
    moment = now()
    preview = waits(sitting.desk.preview(due.card, moment), moment)
    return "   ".join(f"{int(rating)} {rating.name.lower()} ({wait})" for rating, wait in preview.items())


def _undo(sitting: Round) -> bool:
    card = sitting.undo(now())
    say(f"Taken back: {card}." if card else "There is nothing to take back.")
    return True


def _help_with_leech(bank: Bank, due: Due, memory: Memory) -> None:
    """A card that will not stay is not learnt by asking it again."""
    say(f"Forgotten {memory.lapses} times. It is left out for today; look at it from another side first:")
    places = [place for place in (note_place(bank, tag) for tag in due.card.misconceptions) if place]
    for place in places:
        say(f"read {place}", indent="  ")
    related = question_about(bank, due.card)
    if related:
        say(f"answer a question on it: grader quiz {related}", indent="  ")


def _close(sitting: Round, seconds: float) -> None:
    count = len(sitting.answered)
    click.echo("")
    if not count:
        say("Nothing was answered.")
        return
    say(f"{count} answered, {sitting.recalled} recalled, {max(1, round(seconds / 60))} min. Everything is saved.")
    if not sitting.is_cram:
        say(_when_next(sitting.desk, Filter()))


def _when_next(desk: Desk, wanted: Filter) -> str:
    """One sentence on what comes next."""
    return when_next(desk, wanted, now()) or "`grader drill --cram` asks every card now."


def _due_data(due: Due) -> dict[str, object]:
    memory = due.memory
    return {
        "card": due.card.id,
        "objective": due.card.objective,
        "reason": str(due.reason),
        "due_day": None if memory is None or memory.due_day is None else memory.due_day.isoformat(),
        "repetitions": 0 if memory is None else memory.repetitions,
        "lapses": 0 if memory is None else memory.lapses,
        "is_new": due.reason is Reason.NEW,
    }


# -------------------------------------------------------- settings and forecast


def _settings(desk: Desk, new_per_day: int | None, retention: float | None, goal: str | None) -> bool:
    if new_per_day is not None:
        desk.store.set_setting("new_per_day", str(new_per_day))
    if retention is not None:
        desk.set_retention(retention)
    if goal is not None:
        desk.set_goal(_date(goal))
    return any(value is not None for value in (new_per_day, retention, goal))


def _date(text: str) -> date | None:
    if text.casefold() == "none":
        return None
    try:
        goal = date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"`{text}` is not a date.", hint="write it as 2026-12-24, or `none`") from error
    if goal <= now().study_day:
        raise UsageError(f"{text} is not in the future.")
    return goal


def _say_settings(desk: Desk) -> int:
    goal = f", everything known by {desk.goal}" if desk.goal else ""
    say(f"Kept: retention {desk.retention:.2f}, {desk.new_per_day} new cards a day{goal}.")
    return ExitCode.DONE


def _forecast(desk: Desk, wanted: Filter, as_json: bool) -> int:
    from grader.drill.outlook import outlook

    moment = now()
    seen = outlook(desk, wanted, moment)
    current, costs, seconds = seen.current, seen.costs, seen.current.seconds_per_answer
    if as_json:
        data = {"retention": desk.retention, "minutes": [round(value, 1) for value in current.minutes], "seconds_per_answer": seconds}
        click.echo(render.envelope("drill", {**data, "minutes_a_day": {f"{key:.2f}": round(value, 1) for key, value in costs.items()}}))
        return ExitCode.DONE
    say(f"Minutes on each of the next days, at {seconds:.0f} seconds an answer:")
    for day, value in enumerate(current.minutes[:14]):
        when = moment.study_day + timedelta(days=day)
        click.echo(f"  {when:%a %d %b}  {value:5.1f}  {'#' * min(30, round(value))}")
    say("What other retentions would cost, in minutes a day over 30 days:")
    for retention, value in costs.items():
        here = "  <- yours" if abs(retention - desk.retention) < 0.005 else ""
        click.echo(f"  {retention:.2f}  {value:5.1f}{here}")
    say("A forecast for somebody who forgets exactly as the model says; the parameters are defaults.")
    return ExitCode.DONE
