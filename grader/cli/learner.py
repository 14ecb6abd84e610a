"""A learner's verbs around the exercises: start, list, next, check. Parses, makes one call, renders what came back."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.cli.complete import exercise_names
from grader.errors import UsageError
from grader.results import ExitCode, IsolationLevel, Verdict

if TYPE_CHECKING:
    from grader.content.models import Exercise, Level, Objective
    from grader.learner.desk import Desk, Noted
    from grader.learner.history import Standing


WIDE = 72  # columns: below, a list leaves the points out


def here_and_now() -> datetime:
    """The learner's clock, with its zone."""
    return datetime.now().astimezone()


def open_desk(level: Level) -> Desk:
    """The desk of the learner whose folder this is."""
    from grader.learner.desk import Desk

    desk = Desk(level)
    if desk.store.upgraded:
        click.echo(render.wrap(desk.store.upgraded), err=True)
    return desk


@click.command("start", epilog="Example: grader start my-attention")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".")
@click.option("--vscode", is_flag=True, help="Add tasks for VS Code: failing checks then show up among its problems.")
@render.json_flag
def start_command(folder: Path, vscode: bool, as_json: bool) -> int:
    """Make a folder to work in: every exercise and its notes, copied."""
    from grader.content.load import load_level
    from grader.learner.editors import TASKS, write_tasks
    from grader.learner.folder import start

    level = load_level()
    started = start(level, folder)
    tasks = write_tasks(started.folder) if vscode else None
    first = level.exercises[0]
    if as_json:
        data = {"folder": str(started.folder.root), "written": len(started.written), "kept": len(started.kept), "next": first.slug}
        click.echo(render.envelope("start", data))
        return ExitCode.DONE
    kept = f", {len(started.kept)} were there already and stay as they are" if started.kept else ""
    click.echo(render.wrap(f"{len(started.written)} files written to {folder if folder != Path() else 'this folder'}{kept}."))
    if vscode:
        click.echo(f"{TASKS} written." if tasks else f"{TASKS} was there already and stays as it is.")
    click.echo("\nNext:")
    if folder != Path():
        click.echo(f"  cd {shlex.quote(str(folder))}")
    click.echo(f"  grader check {first.slug}\n")
    click.echo(render.wrap(f"It fails, and says why. Then open {first.folder}/{first.filename} and write it."))
    return ExitCode.DONE


@click.command("list", epilog="Example: grader list --json | jq '.data.exercises[].slug'")
@render.json_flag
def list_command(as_json: bool) -> int:
    """Show every exercise and how far you are."""
    from grader.content.load import load_level

    level = load_level()
    found, changed = _standings_here(level)
    if as_json:
        rows = [_exercise_data(exercise, found.get(exercise.slug)) for exercise in level.exercises]
        for row in rows:
            row["changed_since_pass"] = row["slug"] in changed
        data = {"exercises": rows}
        click.echo(render.envelope("list", data))
        return ExitCode.DONE
    for objective in level.objectives:
        click.echo(render.wrap(f"{objective.id}  {objective.sentence}"))
        for exercise in objective.exercises:
            click.echo(_exercise_line(exercise, found.get(exercise.slug)))
            if exercise.slug in changed:
                click.echo("       changed since you passed it; your pass stands")
        if found:
            click.echo(_objective_line(level, objective, found))
        click.echo("")
    click.echo(render.wrap("core: what its objective asks for. stretch: more, when you like."))
    return ExitCode.DONE


def _standings_here(level: Level) -> tuple[Mapping[str, Standing], frozenset[str]]:
    """The learner's standings, and what changed since it was passed; nothing outside of a learner's folder: there is no progress there."""
    from grader.errors import NoLearnerFolder

    try:
        with open_desk(level) as desk:
            found = desk.standings()
            return found, frozenset(exercise.slug for exercise in desk.changed_since_pass(found))
    except NoLearnerFolder:
        return {}, frozenset()


def sign_of(standing: Standing) -> str:
    """How far an exercise is: passed, begun and not passed, met and not written, or nothing yet."""
    if standing.is_passed:
        return render.mark(Verdict.PASSED)
    if not standing.attempts:
        return " "
    return render.mark(Verdict.TODO if standing.is_unwritten else Verdict.FAILED)


def _exercise_line(exercise: Exercise, standing: Standing | None) -> str:
    stars = "★" * exercise.stars + "☆" * (4 - exercise.stars)
    sign = " " if standing is None else sign_of(standing)
    points = f" {exercise.points:>3} pt" if render.width() >= WIDE else ""
    return f"  {sign} {exercise.number:>2} {exercise.slug:<26} {stars} {exercise.minutes:>3} min{points}  {_part_of(exercise)}"


def _part_of(exercise: Exercise) -> str:
    """Whether its objective asks for it."""
    from grader.content.models import Role

    return "stretch" if exercise.role is Role.STRETCH else "core"


def _objective_line(level: Level, objective: Objective, found: Mapping[str, Standing]) -> str:
    from grader.learner.mastery import code_part

    part = code_part(objective, found, level.mastery.code)
    return f"    code: {part.state.value}, {part.done} of {part.needed} core exercises passed"


def _exercise_data(exercise: Exercise, standing: Standing | None) -> dict[str, object]:
    data: dict[str, object] = {
        "number": exercise.number,
        "slug": exercise.slug,
        "objective": exercise.objective_id,
        "title": exercise.title,
        "stars": exercise.stars,
        "minutes": exercise.minutes,
        "points": exercise.points,
        "needs": list(exercise.needs),
        "role": exercise.role.value,
    }
    if standing is not None:
        data |= {"attempts": standing.attempts, "passed": standing.is_passed, "hint_level": standing.hint_level}
    return data


@click.command("next", epilog="Example: grader next")
@render.json_flag
def next_command(as_json: bool) -> int:
    """Say which exercise comes next."""
    from grader.content.load import load_level
    from grader.store.moment import moment

    with open_desk(load_level()) as desk:
        today = moment(here_and_now()).study_day
        exercise = desk.next_exercise(today)
        is_again = exercise is not None and desk.standings()[exercise.slug].redo_is_due(today)
        if as_json:
            row = None if exercise is None else {**_exercise_data(exercise, desk.standings()[exercise.slug]), "again_from_blank": is_again}
            click.echo(render.envelope("next", {"exercise": row}))
            return ExitCode.DONE
        if exercise is None:
            click.echo("Every exercise is passed. `grader progress` shows what else there is to do.")
            return ExitCode.DONE
        if is_again:
            click.echo(render.wrap(f"Again from a blank stub, because its solution was shown: grader reset {exercise.slug}") + "\n")
        click.echo(render.wrap(f"{exercise.number}. {exercise.slug}: {exercise.title} ({exercise.minutes} min)"))
        click.echo(f"  open {desk.folder.shown(desk.folder.file(exercise))}\n  grader check {exercise.slug}")
    return ExitCode.DONE


@click.command("check", epilog="Example: grader check softmax-rows")
@click.argument("exercises", nargs=-1, metavar="[EXERCISE]...", shell_complete=exercise_names)
@click.option("--all", "check_all", is_flag=True, help="Check every exercise.")
@click.option("--own", is_flag=True, help="Build on your own earlier exercises instead of on ours.")
@click.option("--problems", is_flag=True, help="Add a line `file:line: what` for each failing check, for an editor.")
@render.json_flag
def check_command(exercises: tuple[str, ...], check_all: bool, own: bool, problems: bool, as_json: bool) -> int:
    """Check your work on one exercise, some, or all.

    Without a name, the exercise that comes next is checked. A name, a number or a file all mean the exercise.
    """
    from grader.content.load import load_level
    from grader.learner.checking import CheckSession

    if check_all and exercises:
        raise UsageError("Name exercises, or use --all, not both.", hint="grader check --all")
    level = load_level()
    named = tuple({each.slug: each for each in map(level.exercise, exercises)}.values())
    with open_desk(level) as desk:
        chosen = level.exercises if check_all else named or _next_one(desk)
        with CheckSession(level, desk.folder, chosen, own=own) as session, render.progress(len(chosen), "checking") as advance:
            isolation = session.isolation
            results = []
            for noted in desk.check(session, chosen, here_and_now()):
                advance(failed=noted.checked.outcome.result.verdict is not Verdict.PASSED)
                results.append(noted)
        order = {exercise.slug: index for index, exercise in enumerate(chosen)}
        results.sort(key=lambda noted: order[noted.checked.exercise.slug])
        code = ExitCode.DONE if all(_is_passed(noted) for noted in results) else ExitCode.NOT_YET
        if as_json:
            click.echo(render.envelope("check", _check_data(results, isolation.level), code))
            return code
        _print_results(desk, results, own=own)
        if problems:
            _print_problems(desk, results)
    if not isolation.level.is_at_least(IsolationLevel.CONTAINED):
        note = f"note: your code ran {isolation.level.value} here: less isolated than a class would run it."
        click.echo(render.wrap(note), err=True)
    return code


def _next_one(desk: Desk) -> tuple[Exercise, ...]:
    from grader.errors import NothingToDo
    from grader.store.moment import moment

    exercise = desk.next_exercise(moment(here_and_now()).study_day)
    if exercise is None:
        raise NothingToDo("Every exercise is passed.", hint="name one to check it again, or use --all")
    return (exercise,)


def _is_passed(noted: Noted) -> bool:
    return noted.checked.outcome.result.verdict is Verdict.PASSED


def _check_data(results: Sequence[Noted], level: IsolationLevel) -> dict[str, object]:
    from grader.documents import evidence_json, result_json

    rows = []
    for noted in results:
        outcome = noted.checked.outcome
        change = None if noted.change is None else {"fixed": list(noted.change.fixed), "new": list(noted.change.new)}
        rows.append({**result_json(outcome.result), "change": change, "evidence": evidence_json(outcome.evidence)})
    return {"isolation": level.value, "exercises": rows}


def _print_results(desk: Desk, results: Sequence[Noted], *, own: bool) -> None:
    """One exercise in full; of several, the first that did not pass in full and a line for each other."""
    is_told = False
    for noted in results:
        if len(results) > 1 and (is_told or _is_passed(noted)):
            print_message(desk, noted, headline_only=True)
        else:
            print_message(desk, noted, own=own)
            is_told = True


def _print_problems(desk: Desk, results: Sequence[Noted]) -> None:
    from grader.learner.editors import problem_lines

    for noted in results:
        checked = noted.checked
        file = desk.folder.shown(desk.folder.file(checked.exercise))
        for line in problem_lines(checked.exercise, checked.outcome, checked.source, file):
            click.echo(line)


def print_message(desk: Desk, noted: Noted, *, headline_only: bool = False, since: str = "", own: bool = False) -> None:
    """What a learner reads after a check. After a save, what it changed comes first: the rest was read a moment ago."""
    from grader.learner.checking import built_on
    from grader.learner.message import message
    from grader.learner.style import advice

    exercise, outcome = noted.checked.exercise, noted.checked.outcome
    file = desk.folder.shown(desk.folder.file(exercise))
    if since:
        _print_change(noted, since)
    source = noted.checked.source
    ours = () if own else built_on(desk.level, source)
    lines = message(exercise, outcome, desk.level.misconceptions, file=file, width=render.width(), source=source, ours=ours)
    for line in lines[:1] if headline_only else lines:
        click.echo(f"{render.mark(line.sign)} {line.text}" if line.sign else line.text)
    if headline_only:
        return
    if not since:
        _print_change(noted, "check")
    if outcome.result.verdict is Verdict.PASSED:
        for piece in advice(noted.checked.source, exercise.style):
            click.echo(render.wrap(f"style, line {piece.line}: {piece.sentence} Better: {piece.better}", indent="  "))
        click.echo(f"  other ways: grader solution {exercise.slug}\n{_going_on(desk)}")
    click.echo("")


def _print_change(noted: Noted, since: str) -> None:
    if noted.change is not None and (noted.change.fixed or noted.change.new):
        click.echo(f"Since the last {since}: {len(noted.change.fixed)} fixed, {len(noted.change.new)} new.")


def _going_on(desk: Desk) -> str:
    """What comes after a pass, with its one-line goal; nobody is taken there."""
    from grader.store.moment import moment

    following = desk.next_exercise(moment(here_and_now()).study_day)
    if following is None:
        return "  every exercise is passed: grader progress"
    return f"  go on: grader next\n{render.wrap(f'{following.number}. {following.slug}: {following.title}', indent='    ')}"
