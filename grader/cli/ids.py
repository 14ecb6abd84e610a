"""`grader ids`: the lock of ids, and what an edit means for learners who know the old item."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from grader.cli import render
from grader.cli.ask import say
from grader.results import ExitCode

SCHEMAS = "schemas"


def schema_texts() -> dict[str, str]:
    """The JSON Schemas that editors complete and check with, by file name."""
    import json

    from grader.quiz.schema import json_schemas

    return {name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for name, schema in json_schemas().items()}


def write_schemas(folder: Path) -> None:
    """Write them beside the quizzes, where each file's first line points."""
    folder.mkdir(exist_ok=True)
    for name, text in schema_texts().items():
        (folder / name).write_text(text, "utf-8")


@click.command("ids", epilog="Example: grader ids --relearn o3-c02")
@click.option("--keep", multiple=True, metavar="ID", help="Its right answer changed, and what was learnt still counts.")
@click.option("--relearn", multiple=True, metavar="ID", help="Its right answer changed: learners are asked again.")
@click.option("--retire", multiple=True, metavar="ID", help="It is gone for good; its id is never used again.")
@click.option("--dry-run", is_flag=True, help="Say what would change; exit 1 if anything would.")
@render.json_flag
def ids_command(keep: tuple[str, ...], relearn: tuple[str, ...], retire: tuple[str, ...], dry_run: bool, as_json: bool) -> int:
    """Bring the lock of question and card ids, and the editors' schemas, up to date."""
    from grader.content.tree import find_root
    from grader.errors import ContentError
    from grader.quiz.bank import LOCK
    from grader.quiz.ids import Item, compare, lock_text, read_lock, update
    from grader.quiz.source import read_sources

    folder = find_root().quizzes
    files, _ = read_sources(folder)
    problems = [str(problem) for file in files for problem in file.problems]
    if problems:
        raise ContentError(problems, hint="mend these first: a broken file must not look like ids that are gone")
    items = [Item(entry.id, "card" if entry.is_card else "question", entry.data) for file in files for entry in file.entries()]
    lock = read_lock(folder / LOCK)
    changes = compare(items, lock)
    if not dry_run:
        new = update(items, lock, datetime.now(UTC), keep=keep, relearn=relearn, retire=retire)
        (folder / LOCK).write_text(lock_text(new), "utf-8")
        write_schemas(folder / SCHEMAS)
    if as_json:
        click.echo(render.envelope("ids", {"changes": {name: str(change) for name, change in changes.items()}, "written": not dry_run}))
    else:
        for name, change in sorted(changes.items()):
            say(f"{name}: {change}")
        say(f"{len(items)} ids, {len(changes)} changed." + ("" if dry_run else f" Kept in {folder.name}/{LOCK}."))
    return ExitCode.NOT_YET if dry_run and changes else ExitCode.DONE
