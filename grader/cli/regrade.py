"""`grader regrade` and `grader override`: marks that change after the fact, shown before they count. Parses, makes one call, renders."""

from __future__ import annotations

import getpass
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.cli.numbers import FiniteRange
from grader.errors import UsageError
from grader.results import ExitCode, IsolationLevel

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.classroom.regrade import Change, Differences
    from grader.content.models import Level
    from grader.quiz.exam import ExamKey
    from grader.store.classes import ClassStore

FOLDER = click.argument("folder", type=click.Path(path_type=Path), default="graded")
MAX_SHOWN = 60
NONE = "none"


@click.command("regrade", epilog="Example: grader regrade --preview")
@FOLDER
@click.option("--preview", "action", flag_value="preview", help="Grade again beside the marks that count; show who changes and why.")
@click.option("--apply", "action", flag_value="apply", help="Let the previewed marks count, all of them.")
@click.option("--drop", "action", flag_value="drop", help="Forget the preview; nothing changes.")
@click.option(
    "--sample",
    "percent",
    type=FiniteRange(0, 100, min_open=True),
    default=None,
    metavar="PERCENT",
    help="Grade so many percent of the results again, to see that they come out the same.",
)
@click.option("--history", "action", flag_value="history", help="Show every run that has counted.")
@click.option(
    "--checks",
    type=click.Path(path_type=Path),
    default=None,
    help="Folder of your own checks, or `none` (default: those it was graded with).",
)
@click.option("--exam-key", "exam_key", type=click.Path(path_type=Path), default=None, help="Mark the exam again, with this key.")
@click.option("--mended", is_flag=True, help="With --exam-key: by today's questions, where they were mended since.")
@click.option("--settings", type=click.Path(path_type=Path, exists=True, dir_okay=False), default=None, help="A changed class.yaml.")
@click.option("-j", "--jobs", "slots", type=click.IntRange(1, 64), default=None, help="Grading processes at a time.")
@click.option("--isolation", type=click.Choice(["walled", "contained", "separated"]), default=None, help="Level to grade at.")
@render.json_flag
def regrade(
    folder: Path,
    action: str | None,
    percent: float | None,
    checks: Path | None,
    exam_key: Path | None,
    mended: bool,
    settings: Path | None,
    slots: int | None,
    isolation: str | None,
    as_json: bool,
) -> ExitCode:
    """Grade a class again after a check, a solution, class.yaml or an exam's key changed.

    Work comes from the store, so lateness never moves. --preview ends with code 1 when marks would change; --apply and --drop decide.
    --sample ends with code 1 when a result does not come out again as it was; that is our fault, and moves no mark.
    """
    if percent is not None and action is None:
        return _sample(folder, percent, checks, slots, isolation, as_json)
    if action is None or percent is not None:
        raise UsageError("Say what to do: --preview, --apply, --drop, --sample or --history.", hint="--preview changes nothing")
    if action == "history":
        return _history(folder, as_json)
    if action == "preview":
        return _preview(folder, checks, _key(exam_key, mended), settings, slots, isolation, as_json)
    return _decide(folder, action == "apply", as_json)


def _key(path: Path | None, is_mended: bool) -> ExamKey | None:
    """The key of an exam, by today's questions if asked for."""
    from grader.cli.drill import open_bank
    from grader.cli.instructor import load_exam
    from grader.quiz.exam import mended

    if is_mended and path is None:
        raise UsageError("--mended is about an exam: name its key.", hint="--exam-key exam/exam-key.json --mended")
    key = load_exam(path)
    if key is None or not is_mended:
        return key
    bank = open_bank()
    return mended(key, {name: bank.plain_question(name) for name in key.exam.questions if name in bank.questions})


def _preview(
    folder: Path, checks: Path | None, key: ExamKey | None, settings: Path | None, slots: int | None, isolation: str | None, as_json: bool
) -> ExitCode:
    from grader.classroom import service
    from grader.classroom.examregrade import answers_of, regrade_exam
    from grader.classroom.regrade import regrade_class
    from grader.cli.instructor import TerminalProgress, utc_now
    from grader.store.classes import ClassStore
    from grader.store.runlock import RunLock

    wanted = IsolationLevel(isolation) if isolation else None
    lock = RunLock(folder, command="grader regrade", now=utc_now)
    with ClassStore.existing(folder) as store, lock, TerminalProgress() as progress:
        own = _own_checks(store, checks)
        level = service.level_with(own)
        text = _settings_text(settings, store, level, progress.notice)
        if key is not None:
            answers_of(store)  # whether there are any, before anything is graded
        found = regrade_class(
            store,
            level,
            service.opener_for(level, slots, wanted),
            progress,
            utc_now,
            lock,
            checks=own,
            settings_text=text,
            allow_separated=wanted is IsolationLevel.SEPARATED,
        )
        exam = regrade_exam(store, key, found.run.id) if key is not None and found.differences is not None else ()
    if found.differences is None:
        click.echo("Interrupted. What was finished is saved; the same command goes on from there.", err=True)
        return ExitCode.INTERRUPTED
    differences = replace(found.differences, changes=(*found.differences.changes, *exam))
    code = ExitCode.NOT_YET if differences.changes else ExitCode.DONE
    if as_json:
        click.echo(render.envelope("regrade", _differences_json(differences), code))
    else:
        _show(differences)
    return code


def _settings_text(path: Path | None, store: ClassStore, level: Level, tell: Callable[[str], None]) -> str | None:
    """A changed class.yaml, sound under its own name; whom it names in vain is told."""
    from grader.classroom.mentions import in_vain, known_from
    from grader.classroom.people import people_of
    from grader.classroom.rollcall import called, called_in
    from grader.classroom.settings import read_settings

    if path is None:
        return None
    raw = path.read_bytes()
    settings = read_settings(raw, level, shown=str(path))
    known = known_from(called(store.submissions(store.current_run().id)), called_in(people_of(store)))
    for said in in_vain(raw, str(path), settings, known) if raw else ():
        tell(said)
    return raw.decode("utf-8-sig")


def _sample(folder: Path, percent: float, checks: Path | None, slots: int | None, isolation: str | None, as_json: bool) -> ExitCode:
    from grader.classroom import service
    from grader.classroom.recheck import recheck
    from grader.cli.instructor import TerminalProgress, utc_now
    from grader.report.text import plural
    from grader.store.classes import ClassStore
    from grader.store.runlock import RunLock

    wanted = IsolationLevel(isolation) if isolation else None
    lock = RunLock(folder, command="grader regrade", now=utc_now)
    with ClassStore.existing(folder) as store, lock, TerminalProgress() as progress:
        level = service.level_with(_own_checks(store, checks))
        opener = service.opener_for(level, slots, wanted)
        is_separated = wanted is IsolationLevel.SEPARATED
        found = recheck(store, level, opener, progress, utc_now, percent=percent, allow_separated=is_separated)
    code = ExitCode.NOT_YET if found.differing else ExitCode.DONE
    if as_json:
        rows = [{"exercise": slug, "sha256": sha256} for slug, sha256 in found.differing]
        click.echo(render.envelope("regrade", {"graded_again": found.count, "of": found.of, "differing": rows}, code))
        return code
    click.echo(f"{found.count} of {plural(found.of, 'result')} graded again: {found.count - len(found.differing)} came out the same.")
    for slug, sha256 in found.differing:
        click.echo(render.wrap(f"{slug}, file {sha256[:16]}: another result. The first one counts; please report this."))
    return code


def _own_checks(store: ClassStore, checks: Path | None) -> Path | None:
    """The folder of checks that was named, else the one that the class was graded with."""
    from grader.classroom.regrade import checks_of

    if checks is None:
        return checks_of(store)
    return None if str(checks) == NONE else checks


def _differences_json(found: Differences) -> dict[str, object]:
    rows = [
        {"key": each.key, "exercise": each.slug, "before": each.before, "after": each.after, "why": list(each.why)}
        for each in found.changes
    ]
    return {"up": found.up, "down": found.down, "same": found.same, "changes": rows}


def _show(found: Differences) -> None:
    from grader.report.text import plural

    click.echo(f"{found.up} up, {found.down} down, {found.same} the same.")
    exam = {change.key for change in found.changes if change.slug.startswith("exam ")}
    if exam:
        click.echo(f"{plural(len(exam), 'learner')} with other points in the exam.")
    for change in found.changes[:MAX_SHOWN]:
        click.echo(render.wrap(_line(change)))
        for why in change.why:
            click.echo(render.wrap(why, indent="    "))
    if len(found.changes) > MAX_SHOWN:
        click.echo(f"And {len(found.changes) - MAX_SHOWN} more; --json has them all.")
    if found.changes:
        click.echo("\nNothing has changed yet: grader regrade --apply, or --drop.")


def _line(change: Change) -> str:
    shown = ["–" if points is None else f"{points:g}" for points in (change.before, change.after)]
    return f"{change.key} {change.slug or 'the whole mark'}: {shown[0]} → {shown[1]} ({change.by:+g})"


def _decide(folder: Path, applies: bool, as_json: bool) -> ExitCode:
    from grader.classroom.examregrade import apply_exam
    from grader.classroom.regrade import decide
    from grader.cli.instructor import utc_now
    from grader.store.classes import ClassStore
    from grader.store.runlock import RunLock

    with ClassStore.existing(folder) as store, RunLock(folder, command="grader regrade", now=utc_now):
        run = decide(store, applies=applies, now=utc_now())
        if applies:
            apply_exam(store, run.id)
    said = "applied" if applies else "dropped"
    if as_json:
        click.echo(render.envelope("regrade", {"run": run.id, "action": said}))
    else:
        click.echo(f"Run {run.id[:12]} {said}." + (" grader report renders the pages again." if applies else " Nothing has changed."))
    return ExitCode.DONE


def _history(folder: Path, as_json: bool) -> ExitCode:
    from grader.store.classes import ClassStore

    with ClassStore.existing(folder) as store:
        rows = store.run_log()
    if as_json:
        data = [{"at": at, "action": action, "run": run, "before": before or None} for at, action, run, before in rows]
        click.echo(render.envelope("regrade", {"history": data}))
        return ExitCode.DONE
    for at, action, run, before in rows:
        click.echo(f"{at} {action} {run[:12]}" + (f" after {before[:12]}" if before else ""))
    return ExitCode.DONE


@click.group("override", epilog='Example: grader override set s003 softmax-rows --points 8 --reason "disk failed, see mail" --by tk')
def override_group() -> None:
    """Set a mark by hand, with a reason, in a log that shows tampering."""


BY = click.option("--by", default=None, metavar="NAME", help="Who decides (default: your login).")
REASON = click.option("--reason", required=True, help="Why; the learner's page shows it.")
IN = click.option(
    "-C", "--class", "folder", type=click.Path(path_type=Path), default="graded", show_default=True, help="Folder of the class."
)


@override_group.command("set", epilog='Example: grader override set s003 softmax-rows --points 8 --reason "disk failed"')
@click.argument("learner")
@click.argument("exercise")
@click.option("--points", type=FiniteRange(), required=True, help="On the class's own points.")
@REASON
@BY
@IN
def set_(learner: str, exercise: str, points: float, reason: str, by: str | None, folder: Path) -> ExitCode:
    """Set a mark by hand; the automatic one stays beneath it."""
    from grader.classroom.overrides import set_override
    from grader.cli.instructor import utc_now
    from grader.store.classes import ClassStore

    with ClassStore.existing(folder) as store:
        row = set_override(store, learner, exercise, points, reason=reason, by=login(by), at=utc_now())
    click.echo(f"{learner} {exercise}: {points:g} points by hand. Log entry {row.seq}, hash {row.hash[:16]}.")
    return ExitCode.DONE


@override_group.command("clear", epilog='Example: grader override clear s003 softmax-rows --reason "was for ben"')
@click.argument("learner")
@click.argument("exercise")
@REASON
@BY
@IN
def clear(learner: str, exercise: str, reason: str, by: str | None, folder: Path) -> ExitCode:
    """Let the automatic mark count again."""
    from grader.classroom.overrides import clear_override
    from grader.cli.instructor import utc_now
    from grader.store.classes import ClassStore

    with ClassStore.existing(folder) as store:
        row = clear_override(store, learner, exercise, reason=reason, by=login(by), at=utc_now())
    click.echo(f"{learner} {exercise}: the automatic mark counts again. Log entry {row.seq}, hash {row.hash[:16]}.")
    return ExitCode.DONE


@override_group.command("list", epilog="Example: grader override list -C graded")
@IN
@render.json_flag
def list_(folder: Path, as_json: bool) -> ExitCode:
    """Show the whole log, and check that nobody changed it."""
    from grader.store.classes import ClassStore
    from grader.store.handlog import decisions

    with ClassStore.existing(folder) as store:
        rows = decisions(store)
    if as_json:
        data = [
            {
                "seq": r.seq,
                "at": r.at,
                "by": r.by,
                "action": r.action,
                "learner": r.learner_key,
                "subject": r.subject,
                **r.data,
                "hash": r.hash,
            }
            for r in rows
        ]
        click.echo(render.envelope("override", {"log": data}))
        return ExitCode.DONE
    for row in rows:
        points = f" {row.data['points']:g}" if "points" in row.data else ""
        reason = f": {row.data['reason']}" if row.data.get("reason") else ""
        click.echo(render.wrap(f"{row.seq}. {row.at} {row.by} {row.action} {row.learner_key} {row.subject}{points}{reason}"))
    click.echo(f"{len(rows)} entries; the chain holds. Last hash: {rows[-1].hash}" if rows else "Nothing was set by hand.")
    return ExitCode.DONE


def login(name: str | None = None) -> str:
    """Who decides: the name that was given, or the login."""
    if name is not None:
        return name
    with suppress(KeyError, OSError):
        return getpass.getuser()
    return ""
