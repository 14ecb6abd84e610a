"""A learner's verbs: start, list, check. Parses, makes one call, renders what came back."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import render
from grader.cli.complete import exercise_names
from grader.results import ExitCode, IsolationLevel, Verdict


@click.command("start", epilog="Example: grader start my-attention")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".")
def start_command(folder: Path) -> int:
    """Make a folder to work in: every exercise and its notes, copied."""
    from grader.content.load import load_level
    from grader.learner.folder import start

    level = load_level()
    started = start(level, folder)
    first = level.exercises[0]
    click.echo(f"{len(started.written)} files written to {folder}, {len(started.kept)} kept as they were.")
    click.echo("")
    steps = f"  cd {folder}\n" if folder != Path() else ""
    click.echo(f"Next:\n{steps}  open {first.folder}/{first.filename}, read the task at its top\n  grader check {first.slug}")
    return ExitCode.DONE


@click.command("list", epilog="Example: grader list --json | jq '.data.exercises[].slug'")
@render.json_flag
def list_command(as_json: bool) -> int:
    """Show every exercise and how far you are."""
    from grader.content.load import load_level

    level = load_level()
    if as_json:
        data = {"exercises": [_exercise_data(exercise) for exercise in level.exercises]}
        click.echo(render.envelope("list", data))
        return ExitCode.DONE
    for objective in level.objectives:
        click.echo(render.wrap(f"{objective.id}  {objective.sentence}"))
        for exercise in objective.exercises:
            stars = "★" * exercise.stars
            click.echo(f"  {exercise.number:>2}  {exercise.slug:<28} {stars:<4} {exercise.minutes:>2} min  {exercise.points:>2} pt")
        click.echo("")
    return ExitCode.DONE


def _exercise_data(exercise: object) -> dict[str, object]:
    from grader.content.models import Exercise

    assert isinstance(exercise, Exercise)
    return {
        "number": exercise.number,
        "slug": exercise.slug,
        "objective": exercise.objective_id,
        "title": exercise.title,
        "stars": exercise.stars,
        "minutes": exercise.minutes,
        "points": exercise.points,
        "needs": list(exercise.needs),
    }


@click.command("check", epilog="Example: grader check softmax-rows")
@click.argument("exercises", nargs=-1, metavar="[EXERCISE]...", shell_complete=exercise_names)
@click.option("--all", "check_all", is_flag=True, help="Check every exercise.")
@click.option("--own", is_flag=True, help="Build on your own earlier exercises instead of on ours.")
@render.json_flag
def check_command(exercises: tuple[str, ...], check_all: bool, own: bool, as_json: bool) -> int:
    """Check your work on one exercise, some, or all."""
    from grader.content.load import load_level
    from grader.documents import evidence_json, result_json
    from grader.learner.checking import CheckSession
    from grader.learner.folder import find_folder
    from grader.learner.message import message

    level, folder = load_level(), find_folder()
    chosen = level.exercises if check_all or not exercises else tuple(level.exercise(name) for name in exercises)
    passed, results = 0, []
    with CheckSession(level, folder, chosen, own=own) as session, render.progress(len(chosen), "checking") as advance:
        isolation = session.isolation
        for checked in session.check(chosen):
            advance(failed=checked.outcome.result.verdict is not Verdict.PASSED)
            passed += checked.outcome.result.verdict is Verdict.PASSED
            results.append(checked)
    order = {exercise.slug: index for index, exercise in enumerate(chosen)}
    results.sort(key=lambda checked: order[checked.exercise.slug])
    code = ExitCode.DONE if passed == len(chosen) else ExitCode.NOT_YET
    if as_json:
        data = {
            "isolation": isolation.level.value,
            "exercises": [
                {**result_json(checked.outcome.result), "evidence": evidence_json(checked.outcome.evidence)} for checked in results
            ],
        }
        click.echo(render.envelope("check", data, code))
        return code
    for checked in results:
        file = folder.shown(folder.file(checked.exercise))
        for line in message(checked.exercise, checked.outcome, level.misconceptions, file=file, width=render.width()):
            click.echo(f"{render.mark(line.sign)} {line.text}" if line.sign else line.text)
        click.echo("")
    if not isolation.level.is_at_least(IsolationLevel.CONTAINED):
        click.echo(f"note: your code ran {isolation.level.value} here, with less isolation than a class would use.", err=True)
    return code
