"""Verbs of authors: start an exercise, lint the content. Parses, makes one call, renders; knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.content.models import Style
from grader.content.tree import ContentRoot, find_root
from grader.errors import UsageError
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.content.lint import Finding
    from grader.content.models import Level
    from grader.content.strict_yaml import Problem
    from grader.quiz.rules import Known
    from grader.quiz.rules import Rule as QuizRule

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
        click.echo(render.envelope("lint", {"findings": [asdict(finding) for finding in findings]}, code))
        return code
    for finding in findings:
        click.echo(str(finding))
    click.echo(_closing(len(findings)), err=True)
    return code


def _closing(count: int) -> str:
    return "Nothing to mend." if not count else f"{count} {'thing' if count == 1 else 'things'} to mend."


def _findings(root: ContentRoot, drafts: bool) -> list[Finding]:
    """Everything to mend, by file and place. What cannot be read is told, and hides nothing of the rest."""
    from grader.content.lint import lint_root

    level, found = lint_root(root, drafts=drafts)
    return sorted({*found, *_quiz_findings(root, level)})


def _quiz_findings(root: ContentRoot, level: Level) -> list[Finding]:
    """What the quiz half finds; its messages end in the rule's id."""
    if not root.quizzes.is_dir():
        return []
    from grader.content.lint import Finding, anchor_names
    from grader.quiz.rules.registry import SHAPE

    lint_quizzes, rules, known = _quiz_half()
    if level.key_terms:  # none: level.yaml cannot be read, and then every name would be unknown
        terms = {term.id: term.term for term in level.key_terms}
        slugs = frozenset(exercise.slug for exercise in level.exercises) | {
            slug for objective in level.objectives for slug in objective.drafts
        }
        known = replace(known, terms=terms, exercises=slugs, anchors=anchor_names(level))
    findings = []
    for problem in lint_quizzes(root.quizzes, known):
        text, _, rule = problem.message.removesuffix(")").rpartition(" (")
        is_named = rule in rules
        message = text if is_named else problem.message
        findings.append(Finding(problem.file, problem.position.line, problem.position.col, rule if is_named else SHAPE[0], message))
    return findings


def _quiz_half() -> tuple[Callable[[Path, Known], list[Problem]], Mapping[str, QuizRule], Known]:
    try:
        from grader.quiz.lint import lint_quizzes
        from grader.quiz.rules import RULES, Known
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != "pydantic":
            raise
        hint = "python -m pip install 'attention-grader[author]'"
        raise UsageError("Linting quizzes needs pydantic, which is not installed.", hint=hint) from error
    return lint_quizzes, RULES, Known()


def rule_sentences() -> dict[str, str]:
    """Every rule that `lint` knows, by id: those of reading, of exercises and notes, of quizzes and cards."""
    from grader.content.lint import LOAD, RULES

    _, quiz_rules, _ = _quiz_half()
    from grader.quiz.rules.registry import SHAPE

    return {
        **dict((LOAD, SHAPE)),
        **{rule.id: rule.sentence for rule in RULES},
        **{rule.id: rule.sentence for rule in quiz_rules.values()},
    }


def _say_rules(as_json: bool) -> ExitCode:
    rows = [{"id": name, "sentence": sentence} for name, sentence in rule_sentences().items()]
    if as_json:
        click.echo(render.envelope("lint", {"rules": rows}))
    else:
        for row in rows:
            click.echo(f"{row['id']:24}{row['sentence']}")
    return ExitCode.DONE
