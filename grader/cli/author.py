"""Verbs of authors: start an exercise, lint the content. Parses, makes one call, renders; knows no rule."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from grader.cli import render
from grader.content.models import Style
from grader.content.tree import ContentRoot, find_root
from grader.errors import ContentError, UsageError
from grader.results import ExitCode

LEVEL_OPTION = click.option(
    "--level", "folder", type=click.Path(path_type=Path), help="A checkout or a level laid out like one; this installation otherwise."
)


def _root(folder: Path | None) -> ContentRoot:
    if folder is None:
        return find_root()
    if not (folder / "exercises" / "level.yaml").is_file():
        raise UsageError(f"No exercises/level.yaml in `{folder}`.", hint="--level names the folder that holds exercises/ and solutions/")
    return ContentRoot.of_checkout(folder.resolve())


@click.group("new", epilog="Example: grader new exercise rolling-softmax --objective O3")
def new() -> None:
    """Start a new exercise: every file it needs, red until filled in."""


@new.command("exercise", epilog="Example: grader new exercise rolling-softmax --objective O3 --style plain")
@click.argument("name")
@click.option("--objective", required=True, help="The objective it belongs to: O3, or its folder.")
@click.option("--title", default="", help="Its title; made from the name otherwise.")
@click.option("--style", type=click.Choice([style.value for style in Style]), default=Style.NUMPY.value, help="Plain Python, or numpy.")
@LEVEL_OPTION
@render.json_flag
def new_exercise(name: str, objective: str, title: str, style: str, folder: Path | None, as_json: bool) -> ExitCode:
    """Write stub, solution, checks, variants and the objective.yaml entry of a new exercise NAME."""
    from grader.content.scaffold import new_exercise as write

    root = _root(folder)
    made = write(root, name, objective, title=title, style=Style(style))
    paths = [root.shown(path) for path in made.written]
    if as_json:
        data = {"slug": made.slug, "written": paths, "changed": [root.shown(made.objective_path)]}
        click.echo(render.envelope("new", data))
        return ExitCode.DONE
    click.echo(f"The exercise `{made.slug}` is a draft now, in {root.shown(made.objective_path)}. Written:")
    for path in paths:
        click.echo(f"  {path}")
    click.echo("\nnext: fill in every FILL IN, then run `grader lint --drafts`")
    return ExitCode.DONE


@click.command("lint", epilog="Example: grader lint --drafts")
@click.option("--drafts", is_flag=True, help="Look at drafts too.")
@click.option("--rules", "show_rules", is_flag=True, help="List the rules instead.")
@LEVEL_OPTION
@render.json_flag
def lint(drafts: bool, show_rules: bool, folder: Path | None, as_json: bool) -> ExitCode:
    """Look for mistakes in exercises, notes and quizzes; report all of them."""
    if show_rules:
        return _say_rules(as_json)
    findings = _findings(_root(folder), drafts)
    code = ExitCode.NOT_YET if findings else ExitCode.DONE
    if as_json:
        click.echo(render.envelope("lint", {"findings": findings}, code))
        return code
    for finding in findings:
        click.echo("{file}:{line}:{col}: [{rule}] {message}".format_map(finding))
    click.echo(_closing(len(findings)), err=True)
    return code


def _closing(count: int) -> str:
    return "Nothing to mend." if not count else f"{count} {'thing' if count == 1 else 'things'} to mend."


def _findings(root: ContentRoot, drafts: bool) -> list[dict[str, str | int]]:
    """Everything to mend, by file and place. Files that cannot be read hide what stands on them, so those come alone."""
    from grader.content.lint import lint_level
    from grader.content.load import load_level

    try:
        level = load_level(root, drafts=drafts)
    except ContentError as error:
        return [_from_text(problem) for problem in error.problems]
    return [asdict(finding) for finding in lint_level(level)]


def _from_text(problem: str) -> dict[str, str | int]:
    """A problem of loading, `file:line:col: message`, as a finding of the rule `load`."""
    file, line, col, message = problem.split(":", 3)
    return {"file": file, "line": int(line), "col": int(col), "rule": "load", "message": message.strip()}


def _say_rules(as_json: bool) -> ExitCode:
    from grader.content.lint import RULES

    rows = [{"id": rule.id, "sentence": rule.sentence} for rule in RULES]
    if as_json:
        click.echo(render.envelope("lint", {"rules": rows}))
    else:
        for row in rows:
            click.echo(f"{row['id']:20}{row['sentence']}")
    return ExitCode.DONE
