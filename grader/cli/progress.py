"""`grader progress`: how far each objective is, part by part, what is missing, and what to do next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.cli.learner import here_and_now, open_desk
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.content.models import Level
    from grader.learner.progress import Progress

SIGNS = {"new": "·", "practising": "○", "met": "✓", "durable": "✓", "refresh": "!"}
COLOURS = {"met": "green", "durable": "green", "practising": "cyan", "refresh": "yellow"}


@click.command("progress", epilog="Example: grader progress --html me.html")
@click.option("--foundation", is_flag=True, help="Go by the plain-Python column of the rule, without numpy.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write it as one page that works offline.")
@render.json_flag
def progress_command(foundation: bool, html: Path | None, as_json: bool) -> int:
    """Show how far you are with every objective, and what is missing."""
    from grader.content.load import load_level
    from grader.learner.mastery import Track
    from grader.learner.progress import progress
    from grader.store.moment import moment

    level = load_level()
    with open_desk(level) as desk:
        today = moment(here_and_now()).study_day
        found = progress(desk, today, Track.FOUNDATION if foundation else Track.CORE)
    if html is not None:
        from grader.report.progress_page import write_progress_page

        write_progress_page(html, level, found)
        click.echo(f"Written: {html}", err=as_json)
    if as_json:
        click.echo(render.envelope("progress", progress_data(level, found)))
    elif html is None:
        _print(level, found)
    return ExitCode.DONE


def _print(level: Level, found: Progress) -> None:
    for objective, row in zip(level.objectives, found.objectives, strict=True):
        colour = COLOURS.get(row.state.value)
        sign = click.style(SIGNS[row.state.value], fg=colour)
        click.echo(f"{sign} {objective.id}  {row.state.value}")
        click.echo(render.wrap(objective.sentence, indent="    "))
        for name, part in row.parts.items():
            count = f"{part.done} of {part.needed}" if part.needed else ""
            beliefs = [level.misconceptions[tag].statement for tag in part.missing if tag in level.misconceptions]
            missing = f"; missing: {', '.join(part.missing)}" if part.missing and not beliefs else "; open:" if beliefs else ""
            click.echo(render.wrap(f"{name}: {part.state.value} {count}{missing}".replace(" ;", ";"), indent="      "))
            for belief in beliefs:
                click.echo(render.wrap(f"“{belief}”", indent="        "))
    if found.review:
        click.echo("\nNext:")
        for line in found.review:
            click.echo(f"  - {render.wrap(line, indent='    ')[4:]}")


def progress_data(level: Level, found: Progress) -> dict[str, object]:
    """The progress as plain data."""
    rows = []
    for objective, row in zip(level.objectives, found.objectives, strict=True):
        parts = {
            name: {"state": part.state.value, "done": part.done, "needed": part.needed, "missing": list(part.missing)}
            for name, part in row.parts.items()
        }
        rows.append({"id": objective.id, "sentence": objective.sentence, "state": row.state.value, "parts": parts})
    return {"objectives": rows, "insistent": list(found.insistent), "review": list(found.review)}
