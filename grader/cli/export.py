"""`grader export`: the marks of a graded class for other systems, from its store alone. Parses, makes one call, renders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import handback, render
from grader.cli.numbers import FiniteRange
from grader.errors import UsageError
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.classroom.marks import MarkRow
    from grader.content.models import Level
    from grader.export.lms import Filled

FOLDER = click.argument("folder", type=click.Path(path_type=Path), default="graded")
OUT = click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="File to write.")
MIN_KEY_BYTES = 16
STDOUT = "-"
VISIBILITIES = ("visible", "after_due_date", "after_published", "hidden")
MAX_SHOWN = 20


@click.group("export", epilog="Example: grader export canvas --template gradebook.csv -o import.csv")
def export_group() -> None:
    """Write the marks of a class for Canvas, Moodle, Gradescope, CI or a spreadsheet."""


export_group.add_command(handback.feedback)


def marks_of(folder: Path) -> tuple[tuple[MarkRow, ...], str, Level]:
    """The rows of a graded class, its title, and its level."""
    from grader.classroom.assemble import graded_class
    from grader.classroom.marks import mark_rows
    from grader.classroom.people import people_of
    from grader.content.load import load_level
    from grader.store.classes import ClassStore

    level = load_level()
    with ClassStore.existing(folder) as store:
        graded = graded_class(store, level)
        return mark_rows(graded, people_of(store)), graded.run.facts["assignment"]["title"], level


@export_group.command("canvas", epilog="Example: grader export canvas --template gradebook.csv --assignment 770123 -o import.csv")
@FOLDER
@click.option(
    "--template", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=True, help="Gradebook exported by Canvas."
)
@click.option("--assignment", default="", metavar="ID", help="Id or title of the assignment, where the gradebook has several.")
@OUT
def canvas(folder: Path, template: Path, assignment: str, out: Path) -> ExitCode:
    """Fill the gradebook that Canvas exported, ready to import."""
    from grader.export.lms import fill_canvas

    rows, _, _ = marks_of(folder)
    return _filled(fill_canvas(_text(template), rows, assignment), out)


@export_group.command("moodle", epilog="Example: grader export moodle --template Grades-CS101.csv -o Grades-filled.csv")
@FOLDER
@click.option("--template", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=True, help="Offline grading worksheet.")
@OUT
def moodle(folder: Path, template: Path, out: Path) -> ExitCode:
    """Fill Moodle's offline grading worksheet; only grades and feedback change."""
    from grader.export.lms import fill_moodle

    rows, _, _ = marks_of(folder)
    return _filled(fill_moodle(_text(template), rows), out)


@export_group.command("gradebook", epilog="Example: grader export gradebook --out-of 10 -o gradebook.csv")
@FOLDER
@click.option("--out-of", type=FiniteRange(min=0, min_open=True), default=None, help="Points of the grade item (default: ours).")
@OUT
def gradebook(folder: Path, out_of: float | None, out: Path) -> ExitCode:
    """Write a CSV for Moodle's gradebook import, by e-mail address or ID number."""
    from grader.export.moodle_gradebook import moodle_gradebook

    rows, title, _ = marks_of(folder)
    return _filled(moodle_gradebook(rows, title, out_of), out)


def _text(path: Path) -> str:
    """A table's text with its mark and line ends kept; one that is not UTF-8 is not written back as such."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"`{path}` is not UTF-8.", hint="export it again, and do not save it from a spreadsheet program") from error


def _filled(filled: Filled, out: Path) -> ExitCode:
    from grader.report.text import plural

    _put(filled.text, out)
    for notice in filled.notices[:MAX_SHOWN]:
        click.echo(render.wrap(notice), err=True)
    if len(filled.notices) > MAX_SHOWN:
        click.echo(f"And {len(filled.notices) - MAX_SHOWN} more.", err=True)
    click.echo(f"{plural(filled.count, 'mark')} written to {_called(out)}", err=str(out) == STDOUT)
    return ExitCode.DONE if filled.count else ExitCode.NOTHING_TO_DO


@export_group.command("gradescope", epilog="Example: grader export gradescope -o results")
@FOLDER
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder: KEY/results.json for each submission."
)
@click.option(
    "--visibility", type=click.Choice(VISIBILITIES), default="visible", show_default=True, help="When learners see each exercise."
)
def gradescope(folder: Path, out: Path, visibility: str) -> ExitCode:
    """Write Gradescope's results.json for each submission."""
    from grader.classroom.outputs import write_whole
    from grader.export.marks import gradescope_results
    from grader.report.names import page_name

    rows, _, level = marks_of(folder)
    isolation, waits_for = _isolation_and_release(folder)
    if waits_for and visibility == "visible":
        click.echo(f"Marks wait for {waits_for}: learners see them when you publish, not before.", err=True)
        visibility = "after_published"
    submissions = {row.submission.key: row.submission for row in rows}
    for key, submission in submissions.items():
        own = out / page_name(key).removesuffix(".html")
        own.mkdir(parents=True, exist_ok=True)
        text = gradescope_results(submission, level, isolation=isolation, visibility=visibility)
        write_whole(own / "results.json", text, durable=False)
    return _written(len(submissions), out)


def _isolation_and_release(folder: Path) -> tuple[str, str]:
    """How learner code was kept away when this class was graded, and the moment that its marks wait for, or ""."""
    from datetime import UTC, datetime

    from grader.classroom.assemble import graded_class
    from grader.classroom.releasing import released
    from grader.content.load import load_level
    from grader.store.classes import ClassStore

    with ClassStore.existing(folder) as store:
        graded = graded_class(store, load_level())
    return graded.run.facts["isolation"]["level"], released(graded, datetime.now(UTC)).waits_for


@export_group.command("junit", epilog="Example: grader export junit -o junit.xml")
@FOLDER
@OUT
def junit(folder: Path, out: Path) -> ExitCode:
    """Write JUnit XML: a suite for each learner, a case for each check."""
    from grader.export.marks import junit as as_junit

    rows, title, _ = marks_of(folder)
    return _write(as_junit(rows, title), len(rows), out)


@export_group.command("github", epilog='Example: grader export github -o "$GITHUB_STEP_SUMMARY"')
@FOLDER
@OUT
def github(folder: Path, out: Path) -> ExitCode:
    """Write a job summary for GitHub Actions, and print annotations of what failed."""
    from grader.export.github import error_lines, summary

    rows, title, level = marks_of(folder)
    _put(summary(rows, title), out)
    click.echo(error_lines(rows, level), nl=False)
    return ExitCode.DONE if rows else ExitCode.NOTHING_TO_DO


@export_group.command("csv", epilog="Example: grader export csv --anonymous key.bin -o research.csv")
@FOLDER
@click.option("--anonymous", type=click.Path(path_type=Path), default=None, help="Key file: names become HMACs. Keep it apart.")
@OUT
def csv_(folder: Path, anonymous: Path | None, out: Path) -> ExitCode:
    """Write a long table: a row for each learner and exercise."""
    from grader.export.marks import anonymous as without_names
    from grader.export.marks import as_csv, long_rows

    rows, _, _ = marks_of(folder)
    records = list(long_rows(rows))
    if anonymous is not None:
        records = without_names(records, _key(anonymous, out))
    return _write(as_csv(records), len(records), out)


@export_group.command("jsonl", epilog="Example: grader export jsonl -o marks.jsonl")
@FOLDER
@click.option("--anonymous", type=click.Path(path_type=Path), default=None, help="Key file: names become HMACs. Keep it apart.")
@OUT
def jsonl(folder: Path, anonymous: Path | None, out: Path) -> ExitCode:
    """Write the same as JSON, one object on each line."""
    from grader.export.marks import anonymous as without_names
    from grader.export.marks import as_jsonl, long_rows

    rows, _, _ = marks_of(folder)
    records = list(long_rows(rows))
    if anonymous is not None:
        records = without_names(records, _key(anonymous, out))
    return _write(as_jsonl(records), len(records), out)


def _key(path: Path, out: Path) -> bytes:
    """The key of an anonymised export, made when there is none yet; never beside what it protects."""
    import os
    import secrets

    if path.resolve().parent == out.resolve().parent:
        raise UsageError("The key must not lie beside the export it protects.", hint="name a key file in another folder")
    if not path.exists():
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(fd, "wb") as file:
            file.write(secrets.token_bytes(32))
    key = path.read_bytes()
    if len(key) < MIN_KEY_BYTES:
        raise UsageError(f"The key in `{path}` has {len(key)} bytes; at least {MIN_KEY_BYTES} are needed.")
    return key


def _write(text: str, count: int, out: Path) -> ExitCode:
    _put(text, out)
    return _written(count, out)


def _put(text: str, out: Path) -> None:
    """Write a file; `-` is standard output, as for every command."""
    from grader.classroom.outputs import write_whole

    if str(out) == STDOUT:
        click.echo(text, nl=False)
    else:
        write_whole(out, text)


def _called(out: Path) -> str:
    return "standard output" if str(out) == STDOUT else str(out)


def _written(count: int, out: Path) -> ExitCode:
    from grader.report.text import plural

    click.echo(f"{plural(count, 'row')} written to {_called(out)}", err=str(out) == STDOUT)
    return ExitCode.DONE if count else ExitCode.NOTHING_TO_DO
