"""The explorer's verb: writes one page and, at a terminal, opens it. Knows nothing of what is in the page."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.complete import exercise_names
from grader.errors import NoLearnerFolder
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.web.cases import PlaneCase

NAME = "attention-explorer.html"


@click.command("explore", epilog="Example: grader explore --case one-query")
@click.option("--case", "exercise", metavar="EXERCISE", shell_complete=exercise_names, help="Begin with the failing case of this exercise.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The page to write, instead of opening one; - is stdout."
)
def explore_command(exercise: str | None, output: Path | None) -> int:
    """Drag queries, keys and values, and watch attention change: one page, no server."""
    from grader.web.page import explorer_page

    page = explorer_page(_case(exercise) if exercise else None)
    if str(output) == "-":
        click.echo(page, nl=False)
        return ExitCode.DONE
    target = output or _place()
    target.write_text(page, encoding="utf-8")
    click.echo(f"Written: {target}")
    if output is None and sys.stdout.isatty():
        webbrowser.open(target.resolve().as_uri())
    return ExitCode.DONE


def _case(name: str) -> PlaneCase:
    """The kept failing case of an exercise as a scene. Raises NothingToDo when there is none or it does not fit the plane."""
    from grader.content.load import load_level
    from grader.learner.cases import saved_case
    from grader.learner.folder import find_folder
    from grader.web.cases import plane_case

    exercise = load_level().exercise(name)
    kept = saved_case(find_folder(), exercise)
    return plane_case(exercise.slug, kept.text, exercise.stub_path.read_text(encoding="utf-8"))


def _place() -> Path:
    """Out of the way in a learner's folder, else here."""
    from grader.learner.folder import find_folder

    try:
        return find_folder().state / NAME
    except NoLearnerFolder:
        return Path(NAME)
