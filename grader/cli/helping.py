"""Verbs for a learner who is stuck, or done: hint, solution, reset, undo."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.cli.complete import exercise_names
from grader.cli.learner import here_and_now, open_desk
from grader.errors import NothingToDo, UsageError
from grader.results import ExitCode
from grader.store.moment import moment

if TYPE_CHECKING:
    from pathlib import Path

    from grader.content.models import Exercise
    from grader.learner.backups import Restored
    from grader.learner.desk import Desk


@click.command("hint", epilog="Example: grader hint softmax-rows")
@click.argument("exercise", required=False, shell_complete=exercise_names)
@render.json_flag
def hint_command(exercise: str | None, as_json: bool) -> int:
    """Show the next hint for an exercise.

    Without a name it is the exercise that you checked last and have not passed, or else the one that comes next.
    """
    from grader.content.load import load_level

    level = load_level()
    with open_desk(level) as desk:
        wanted = level.exercise(exercise) if exercise else _at_hand(desk)
        hint = desk.hint(wanted, here_and_now())
        note = _note_place(desk, hint.note or f"{wanted.folder}#")
        if as_json:
            data = {"exercise": wanted.slug, "level": hint.level, "text": hint.text, "misconception": hint.misconception, "note": note}
            click.echo(render.envelope("hint", data))
            return ExitCode.DONE
        click.echo(render.wrap(hint.text))
        if hint.misconception:
            click.echo("")
            click.echo(render.wrap(f"Asked because of what your code did. More: {note}"))
    return ExitCode.DONE


def _at_hand(desk: Desk) -> Exercise:
    """Raises NothingToDo when every exercise is passed."""
    found = desk.at_hand(moment(here_and_now()).study_day)
    if found is None:
        raise NothingToDo("Every exercise is passed.", hint="name one to see its hints again")
    return found


def _note_place(desk: Desk, note: str) -> str:
    """Where the note is in the learner's own folder: `o3_weights/NOTES.md#which-axis`."""
    folder, _, anchor = note.partition("#")
    place = desk.folder.shown(desk.folder.root / folder / "NOTES.md")
    return f"{place}#{anchor}" if anchor else place


@click.command("solution", epilog="Example: grader solution softmax-rows --give-up")
@click.argument("exercise", shell_complete=exercise_names)
@click.option("--give-up", is_flag=True, help="Show it before you have passed; you will be asked to write it again some days later.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@render.json_flag
def solution_command(exercise: str, give_up: bool, yes: bool, as_json: bool) -> int:
    """Show how we, and others, would write it."""
    from grader.checks.variants import alternatives
    from grader.content.load import load_level

    level = load_level()
    with open_desk(level) as desk:
        wanted = level.exercise(exercise)
        if not desk.standings()[wanted.slug].is_passed:
            _agree_to_give_up(wanted, give_up=give_up, yes=yes)
            desk.give_up(wanted, here_and_now())
        others = [(other.name, other.functions) for other in alternatives(wanted.alt_path, wanted.solution_path)]
        ours = wanted.solution_path.read_text(encoding="utf-8")
        own = desk.folder.source(wanted) if desk.standings()[wanted.slug].is_passed else None
        yours = None if own is None else own.decode("utf-8", errors="replace")
    if as_json:
        data = {
            "exercise": wanted.slug,
            "solution": ours,
            "alternatives": [{"name": n, "source": text} for n, text in others],
            "yours": yours,
        }
        click.echo(render.envelope("solution", data))
        return ExitCode.DONE
    shown = [("How we would write it", ours), *((f"Another way: {name.replace('_', ' ')}", text) for name, text in others)]
    for title, source in [*shown, *([("Yours", yours)] if yours is not None else [])]:
        _print_code(title, source)
    return ExitCode.DONE


def _agree_to_give_up(exercise: Exercise, *, give_up: bool, yes: bool) -> None:
    """Asks once. Raises UsageError when nobody said that they give up."""
    if not give_up:
        raise UsageError(f"You have not passed {exercise.slug} yet.", hint=f"grader hint {exercise.slug}, or add --give-up")
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("Nobody is there to be asked.", hint="add --yes")
    if not click.confirm("Show it now, and write it again from a blank stub in two days?"):
        raise UsageError("Nothing was shown.", hint=f"grader hint {exercise.slug}")


def _print_code(title: str, source: str) -> None:
    click.echo(f"{title}\n{'-' * len(title)}")
    click.echo(source.strip() + "\n")


@click.command("reset", epilog="Example: grader reset softmax-rows")
@click.argument("exercise", required=False, shell_complete=exercise_names)
@click.option("--all", "reset_all", is_flag=True, help="Reset every exercise.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@render.json_flag
def reset_command(exercise: str | None, reset_all: bool, yes: bool, as_json: bool) -> int:
    """Put a stub back; your file is kept and `grader undo` brings it back."""
    from grader.content.load import load_level

    level = load_level()
    if (exercise is None) == (not reset_all):
        raise UsageError("Name one exercise, or use --all.", hint="grader reset softmax-rows")
    with open_desk(level) as desk:
        chosen = level.exercises if exercise is None else (level.exercise(exercise),)
        if reset_all:
            _agree_to_reset_all(len(chosen), yes)
        done = []
        for wanted in chosen:
            done.append(desk.reset(wanted, here_and_now()))
            if not as_json:
                click.echo(render.wrap(f"{desk.folder.shown(done[-1].file)} is the stub again{_kept(desk, done[-1].copy)}."))
        if as_json:
            click.echo(render.envelope("reset", {"files": [_restored_data(desk, each) for each in done]}))
            return ExitCode.DONE
    click.echo(f"`grader undo {'EXERCISE' if exercise is None else wanted.slug}` brings your version back.")
    return ExitCode.DONE


def _restored_data(desk: Desk, done: Restored) -> dict[str, object]:
    return {"file": desk.folder.shown(done.file), "copy": None if done.copy is None else desk.folder.shown(done.copy)}


def _agree_to_reset_all(count: int, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("Nobody is there to be asked.", hint="add --yes")
    if click.prompt(f"This puts back {count} stubs (copies are kept). Type `reset all` to go on", default="") != "reset all":
        raise UsageError("Nothing was reset.")


def _kept(desk: Desk, copy: Path | None) -> str:
    return "" if copy is None else f"; yours is kept as {desk.folder.shown(copy)}"


@click.command("undo", epilog="Example: grader undo softmax-rows")
@click.argument("exercise", shell_complete=exercise_names)
@render.json_flag
def undo_command(exercise: str, as_json: bool) -> int:
    """Bring back your file from before the last reset."""
    from grader.content.load import load_level

    level = load_level()
    with open_desk(level) as desk:
        done = desk.undo(level.exercise(exercise), here_and_now())
        if as_json:
            click.echo(render.envelope("undo", _restored_data(desk, done)))
            return ExitCode.DONE
        click.echo(render.wrap(f"{desk.folder.shown(done.file)} is back as it was{_kept(desk, done.copy)}."))
    return ExitCode.DONE
