"""Writes the generated parts of the reference pages; cog runs it, and `cog --check` fails when a page has drifted.

Imports the program and asks it, so nothing here is typed by hand twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

Out = Callable[[str], None]
WIDTH = 96


def commands(out: Out) -> None:
    """Every verb with its help, as the terminal shows it."""
    from grader.cli import cli
    from grader.cli.verbs import landed

    for path, command in _walk(cli, tuple(landed())):
        context = click.Context(command, info_name=" ".join(("grader", *path)), terminal_width=WIDTH, max_content_width=WIDTH)
        level = "##" if len(path) == 1 else "###"
        out(f"{level} grader {' '.join(path)}\n\n```text\n{command.get_help(context)}\n```\n\n")


def _walk(group: click.Group, names: tuple[str, ...], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name in names:
        command = group.get_command(click.Context(group), name)
        if command is None:
            raise LookupError(f"the table names `{name}`, and there is no such command")
        yield (*above, name), command
        if isinstance(command, click.Group):
            yield from _walk(command, tuple(command.commands), (*above, name))


def exit_codes(out: Out) -> None:
    """The table of exit codes."""
    from grader.results import EXIT_MEANINGS

    out("| code | name in JSON | meaning |\n| ---: | --- | --- |\n")
    for code, meaning in EXIT_MEANINGS.items():
        out(f"| {code.value} | `{code.name.lower()}` | {meaning} |\n")


def errors(out: Out) -> None:
    """The table of errors."""
    from grader import errors as module

    out("| error | exit code | when |\n| --- | ---: | --- |\n")
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, module.GraderError) and kind is not module.GraderError:
            first = (kind.__doc__ or "").strip().splitlines()[0]
            out(f"| `{kind.__name__}` | {kind.exit_code.value} | {first} |\n")


def lint_rules(out: Out) -> None:
    """The tables of lint rules."""
    from grader.content.lint import LOAD, RULES
    from grader.quiz.rules import RULES as QUIZ_RULES
    from grader.quiz.rules.registry import SHAPE

    for title, first, rules in (("Exercises and notes", LOAD, RULES), ("Quizzes and cards", SHAPE, tuple(QUIZ_RULES.values()))):
        out(f"## {title}\n\n| rule | holds when |\n| --- | --- |\n")
        for name, sentence in (first, *((rule.id, rule.sentence) for rule in rules)):
            out(f"| `{name}` | {sentence.replace('|', '&#124;')} |\n")
        out("\n")


def proof(out: Out) -> None:
    """The table of what the gate and the mutation found, objective by objective."""
    from pathlib import Path

    from grader.checks.proof import read_proof, sums
    from grader.content.load import load_level

    level = load_level()
    kept = read_proof(Path(__file__).with_name("explanation") / "proof.json")
    secrets = min((entry["secrets"] for entry in kept["gate"].values()), default=0)
    calls = min((entry["agreed_calls"] // entry["equivalent"] for entry in kept["mutation"].values() if entry["equivalent"]), default=0)
    out(f"Kept numbers: every wrong variant under at least {secrets} secrets (three where a limit ends it); ")
    out(f"every equivalent mutant on at least {calls:,} calls.\n\n")
    out("| | exercises | checks | alternatives | wrong variants | named by a twin | mutants | killed | equivalent |\n")
    out("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
    groups = [(objective.id, objective.exercises) for objective in level.objectives] + [("all", level.exercises)]
    for name, exercises in groups:
        slugs = [exercise.slug for exercise in exercises]
        gate = sums([kept["gate"][slug] for slug in slugs if slug in kept["gate"]], ["checks", "alternatives", "variants", "named_right"])
        mutants = sums([kept["mutation"][slug] for slug in slugs if slug in kept["mutation"]], ["total", "killed", "equivalent"])
        cells = [name, len(slugs), *gate.values(), *mutants.values()]
        out("| " + " | ".join(map(str, cells)) + " |\n")
