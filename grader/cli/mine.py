"""What belongs to the learner: `log`, `stats`, and `data` to take everything along or to forget it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from grader.cli import render
from grader.cli.ask import now, say
from grader.cli.drill import open_bank, open_store
from grader.errors import UsageError
from grader.results import ExitCode
from grader.store.learner import LearnerStore

EXPORT_FORMAT = "grader/learner/1"


@click.command("log", epilog="Example: grader log --last 20")
@click.option("--last", type=click.IntRange(1, 100_000), default=30, show_default=True, metavar="N", help="How many entries.")
@render.json_flag
def log_command(last: int, as_json: bool) -> int:
    """Show what you did: answers, card reviews, checks and hints, the newest at the end."""
    with open_store() as store:
        entries = _entries(store)[-last:]
    if as_json:
        click.echo(render.envelope("log", {"entries": entries}))
        return ExitCode.DONE
    if not entries:
        say("Nothing yet.")
    for entry in entries:
        say(f"{entry['local'][:16].replace('T', ' ')}  {entry['what']:<8} {entry['subject']}  {entry['result']}".rstrip())
    return ExitCode.DONE


def _entries(store: LearnerStore) -> list[dict[str, Any]]:
    entries = [
        {
            "at": review.moment.at,
            "local": review.moment.local_text,
            "what": "cram" if review.is_cram else "card",
            "subject": review.card,
            "result": ("again", "hard", "good", "easy")[review.rating - 1],
        }
        for review in store.reviews()
    ]
    entries += [
        {
            "at": answer.moment.at,
            "local": answer.moment.local_text,
            "what": "question",
            "subject": answer.question,
            "result": answer.standing + (f" ({', '.join(answer.misconceptions)})" if answer.misconceptions else ""),
        }
        for answer in store.answers()
    ]
    entries += [
        {
            "at": event.moment.at,
            "local": event.moment.local_text,
            "what": event.kind,
            "subject": event.subject,
            "result": " ".join(f"{key}={value}" for key, value in event.data.items()),
        }
        for event in store.events()
    ]
    return sorted(entries, key=lambda entry: entry["at"])


@click.command("stats", epilog="Example: grader stats --json | jq .data.objectives")
@render.json_flag
def stats_command(as_json: bool) -> int:
    """Show how quizzes and cards go, objective by objective, and how well you judge yourself."""
    from grader.drill import stats
    from grader.drill.desk import Desk

    bank = open_bank()
    with open_store() as store:
        memories = Desk(bank, store).memories
        answers, reviews = store.answers(), store.reviews()
    objectives = stats.by_objective(bank, answers, memories)
    levels = stats.calibration(answers)
    asked, recalled = stats.recall_rate(reviews)
    days = stats.days(reviews, answers)
    if as_json:
        data = {
            "objectives": [
                {
                    "objective": found.objective,
                    "answered": found.answered,
                    "points": str(found.points),
                    "share": found.share,
                    "cards": found.cards,
                    "started": found.started,
                    "known": found.known,
                    "leeches": found.leeches,
                }
                for found in objectives
            ],
            "calibration": [{"confidence": level.confidence, "answered": level.answered, "right": level.right} for level in levels],
            "recall": {"asked": asked, "recalled": recalled},
            "days": {day.isoformat(): count for day, count in days.items()},
        }
        click.echo(render.envelope("stats", data))
        return ExitCode.DONE
    say("By objective: quiz (first tries), then cards started, known, of all")
    for found in objectives:
        share = "too few answers" if found.share is None else f"{found.share:.0%} right"
        leeches = f", {found.leeches} that will not stay" if found.leeches else ""
        cards = f"{found.started:>3} {found.known:>3} of {found.cards}{leeches}"
        say(f"{found.objective:<3} {found.answered:>3} answered, {share:<16} {cards}", indent="  ")
    say("How sure you were, and how often you were right:")
    for level in levels:
        say(f"{stats.CERTAINTY[level.confidence]:<12} {level.right} of {level.answered}, {level.verdict}", indent="  ")
    if asked >= stats.FEWEST:
        say(f"Cards recalled when they came back on another day: {recalled} of {asked} ({recalled / asked:.0%}).")
    if days:
        say("The last twelve weeks (. nothing, - some, + more, # much):")
        for row in stats.heat(days, now().study_day):
            click.echo(f"  {row}")
    return ExitCode.DONE


@click.group("data", epilog="Example: grader data export -o my-data.json")
def data_group() -> None:
    """Take along, bring back, or delete everything the program has kept about you."""


@data_group.command("export", epilog="Example: grader data export -o my-data.json")
@click.option("-o", "--out", "path", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file, or `-`.")
def export_command(path: Path) -> int:
    """Write every answer, review and event as one JSON document."""
    with open_store() as store:
        document = {"format": EXPORT_FORMAT, **store.export()}
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    if str(path) == "-":
        click.echo(text, nl=False)
        return ExitCode.DONE
    path.write_text(text, "utf-8")
    say(f"{sum(len(rows) for rows in document.values() if isinstance(rows, list))} rows in {path}.")
    return ExitCode.DONE


@data_group.command("import", epilog="Example: grader data import laptop.json")
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@render.json_flag
def import_command(path: Path, as_json: bool) -> int:
    """Add what another device kept: logs are joined, and nothing of yours is lost."""
    from grader.drill.desk import Desk

    document = _document(path)
    with open_store() as store:
        try:
            added = store.join(document)
        except (KeyError, ValueError) as error:
            raise UsageError(f"`{path}` is damaged; nothing was added.") from error
        Desk(open_bank(), store).rebuild()
    if as_json:
        click.echo(render.envelope("data", {"added": added}))
        return ExitCode.DONE
    say(f"{added} rows added; due dates are worked out again from the whole log.")
    return ExitCode.DONE


def _document(path: Path) -> dict[str, list[dict[str, object]]]:
    try:
        document = json.loads(path.read_text("utf-8"))
        if document["format"] != EXPORT_FORMAT:
            raise UsageError(f"`{path}` has the format `{document['format']}`; `{EXPORT_FORMAT}` is read.")
        return {key: rows for key, rows in document.items() if isinstance(rows, list)}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise UsageError(f"`{path}` is no export of a learner's data.", hint="make one with `grader data export`") from error


@data_group.command("forget", epilog="Example: grader data forget --yes")
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask.")
@render.json_flag
def forget_command(is_sure: bool, as_json: bool) -> int:
    """Delete everything the program has kept about you; your exercise files stay."""
    from grader.cli.ask import ask
    from grader.learner.folder import find_folder
    from grader.store.learner import forget

    folder = find_folder()
    if as_json and not is_sure:
        raise UsageError("Nobody is asked where the answer is JSON.", hint="add --yes to delete everything for good")
    if not is_sure:
        given = ask("Delete all answers, reviews and events in this folder for good? Type yes: ")
        if given is None or given.strip().casefold() != "yes":
            say("Nothing was deleted.")
            return ExitCode.NOT_YET
    gone = forget(folder.state)
    if as_json:
        click.echo(render.envelope("data", {"deleted": [path.name for path in gone]}))
        return ExitCode.DONE
    say(f"Deleted: {', '.join(path.name for path in gone)}." if gone else "There was nothing to delete.")
    return ExitCode.DONE
