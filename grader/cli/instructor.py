"""Verbs of an instructor: grade a class, render its report, look at this machine. Each parses, makes one call, renders what came back."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.errors import UsageError
from grader.results import ExitCode, IsolationLevel, Verdict

if TYPE_CHECKING:
    from grader.classroom.assemble import GradedClass
    from grader.classroom.run import RunOutcome
    from grader.classroom.service import GradeOptions
    from grader.content.models import Level
    from grader.quiz.exam import ExamKey
    from grader.store.classes import ClassStore

DEFAULT_FOLDER = "graded"


@click.command("grade", epilog="Example: grader grade examples/class -o graded -j 2")
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "folder", type=click.Path(path_type=Path), default=DEFAULT_FOLDER, show_default=True, help="Folder of the class."
)
@click.option(
    "-j", "--jobs", "slots", type=click.IntRange(1, 64), default=None, help="Grading processes at a time (default: one per core)."
)
@click.option("--only", multiple=True, metavar="EX", help="Grade only this exercise; may be given several times.")
@click.option(
    "--checks", "checks", type=click.Path(path_type=Path), default=None, help="Folder of your own checks: in place of ours, or added."
)
@click.option(
    "--isolation",
    type=click.Choice(["walled", "contained", "separated"]),
    default=None,
    help="Level to grade at (default: the best this machine has; below `contained` only when asked for).",
)
@click.option("--secret-file", type=click.Path(path_type=Path), default=None, help="File of the class secret that inputs are drawn from.")
@click.option("--own", is_flag=True, help="Let an exercise use the learner's own earlier exercises, not our solutions.")
@click.option(
    "--exam-key", "exam_key", type=click.Path(path_type=Path), default=None, help="Key of an exam whose answers were handed in too."
)
@click.option("--roster", type=click.Path(path_type=Path), default=None, help="CSV of the class: says who is missing and who is unknown.")
@click.option("--strict-roster", is_flag=True, help="End with code 4 when class list and submissions do not agree.")
@click.option(
    "--settings", type=click.Path(path_type=Path), default=None, help="Settings (default: class.yaml in the folder, or beside the .zip)."
)
@click.option("--shard", "shard", metavar="I/N", default=None, help="Grade only share I of N, on this machine; `grader merge` joins them.")
@click.option(
    "--accept-renames", "accepts_renames", is_flag=True, help="Take a file of another name where it can be meant for one exercise only."
)
@click.option("--join", "joins", is_flag=True, help="Share the work of whoever grades the same into this folder already.")
@click.option("--snapshot", is_flag=True, help="Grade nothing; keep what has been handed in by now, so that this moment can be proved.")
@click.option("--cluster", "cluster", metavar="ADDRESS", default=None, help="Grade on the workers of this dask.distributed scheduler.")
@click.option(
    "--cluster-tls", type=click.Path(path_type=Path), default=None, help="Folder with ca.pem, cert.pem and key.pem for the cluster."
)
@click.option("--dry-run", is_flag=True, help="Grade nothing; show who handed in what, and everything that is doubtful.")
@render.json_file
def grade(
    submissions: Path,
    folder: Path,
    slots: int | None,
    only: Sequence[str],
    checks: Path | None,
    isolation: str | None,
    secret_file: Path | None,
    own: bool,
    exam_key: Path | None,
    roster: Path | None,
    strict_roster: bool,
    settings: Path | None,
    shard: str | None,
    accepts_renames: bool,
    joins: bool,
    snapshot: bool,
    cluster: str | None,
    cluster_tls: Path | None,
    dry_run: bool,
    json_path: str | None,
) -> ExitCode:
    """Grade a folder of submissions.

    SUBMISSIONS holds one folder, .zip or git checkout for each learner, with exercise files or notebooks anywhere inside; or it is what
    Canvas, Moodle, Blackboard or Gradescope let you download, zipped or not. With it, class.yaml if you want other settings than ours.
    Interrupted or killed, the same command goes on where it stopped.
    """
    from grader.classroom.clusteroptions import ClusterOptions
    from grader.classroom.examkept import exam_of
    from grader.classroom.outputs import write_documents
    from grader.classroom.service import GradeOptions, exit_code, grade_folder
    from grader.classroom.shards import parse_shard
    from grader.report.pages import write_report

    if shard is not None and (exam_key is not None or json_path is not None):
        raise UsageError(
            "A share of a class has no marks yet.", hint="merge the shares first, then grade the merged folder with this option"
        )
    if cluster_tls is not None and cluster is None:
        raise UsageError("--cluster-tls goes with --cluster.")
    options = GradeOptions(
        submissions=submissions,
        folder=folder,
        slots=slots,
        only=tuple(only),
        checks=checks,
        isolation=IsolationLevel(isolation) if isolation else None,
        secret_file=secret_file,
        own=own,
        command=" ".join(["grader", *sys.argv[1:]]),
        roster=roster,
        settings=settings,
        shard=parse_shard(shard) if shard is not None else None,
        accepts_renames=accepts_renames,
        joins=joins,
        cluster=ClusterOptions(cluster, cluster_tls) if cluster is not None else None,
    )
    if dry_run:
        return _dry_run(options, strict_roster, json_path)
    if snapshot:
        return _snapshot(options)
    exam = load_exam(exam_key)

    def publish(store: ClassStore, graded: GradedClass, level: Level) -> None:
        write_documents(folder, graded)
        if exam is not None:
            keep_marked_exam(store, exam, submissions, level)
        kept = exam_of(store)
        if kept is not None:
            from grader.classroom.exams import write_exam

            write_exam(folder, graded.submissions, kept)
        write_report(folder, store, graded, level, datetime.now(UTC))

    with TerminalProgress() as progress:
        outcome = grade_folder(options, progress, utc_now, publish)
    if outcome.elsewhere:
        click.echo(shared(outcome.run, outcome.elsewhere), err=json_path == "-")
        return ExitCode.DONE
    if outcome.run.is_interrupted:
        click.echo(interrupted(outcome.run), err=True)
        return ExitCode.INTERRUPTED
    if outcome.graded is None:
        click.echo(f"Share {options.shard} is graded: {outcome.run.graded} now, {outcome.run.done_before} from the store.")
        click.echo(f"Join the shares: grader merge {folder} … -o graded")
        return ExitCode.DONE
    write_json(json_path, outcome.graded)
    click.echo(summary(outcome.graded, outcome.run, outcome.ignored, folder), err=json_path == "-")
    return exit_code(outcome.graded, outcome.reconciled if strict_roster else None)


def _snapshot(options: GradeOptions) -> ExitCode:
    """Keep what is there now, and say how much of it is new."""
    from grader.classroom.service import take_snapshot
    from grader.report.text import plural

    moments: list[str] = []

    def now() -> str:
        moments.append(utc_now())
        return moments[-1]

    count, new = take_snapshot(options, now)
    click.echo(f"{plural(count, 'submission')} kept as of {moments[-1]}, {new} of them new. Nothing was graded.")
    return ExitCode.DONE


def _dry_run(options: GradeOptions, strict_roster: bool, json_path: str | None) -> ExitCode:
    """Show who handed in what; nothing is graded and nothing is written but the JSON that was asked for."""
    from grader.classroom.outputs import write_whole
    from grader.classroom.rollcall import roll_json
    from grader.classroom.service import look_at
    from grader.cli import rollcall

    call = look_at(options).call
    text = json.dumps(roll_json(call), ensure_ascii=False, indent=2)
    if json_path == "-":
        click.echo(text)
    else:
        rollcall.show(call)
        if json_path is not None:
            write_whole(Path(json_path), text + "\n")
    is_strict_bad = strict_roster and call.reconciled is not None and not call.reconciled.is_clean
    return ExitCode.SOME_UNGRADED if is_strict_bad or any(row.problem for row in call.rows) else ExitCode.DONE


def load_exam(path: Path | None) -> ExamKey | None:
    """The key of an exam, read before anything is graded, so that a wrong file costs no time."""
    if path is None:
        return None
    from grader.quiz.examfiles import load_key

    return load_key(path)


def keep_marked_exam(store: ClassStore, exam: ExamKey, submissions: Path, level: Level) -> None:
    """Mark the answers that were handed in with the submissions, and keep them and their marks."""
    from grader.classroom.examkept import class_exam, keep_exam
    from grader.classroom.examregrade import keep_answers
    from grader.classroom.exams import exam_answers, marks_of
    from grader.classroom.people import people_of

    answers = exam_answers(submissions, level)
    keep_answers(store, answers)
    keep_exam(store, class_exam(exam.exam, marks_of(answers, exam, people_of(store))))


def utc_now() -> str:
    """Now, as UTC ISO text to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class TerminalProgress:
    """The bar of a run, on stderr; a plain line each where there is no terminal."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._advance: render.Advance = lambda *, failed=False: None

    def __enter__(self) -> TerminalProgress:
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    def begin(self, total: int, done_before: int) -> None:
        if done_before:
            self.notice(f"{done_before} of {total + done_before} results are in the store already; {total} to go.")
        if total:
            self._advance = self._stack.enter_context(render.progress(total, "Grading"))

    def advance(self, *, failed: bool) -> None:
        self._advance(failed=failed)

    def notice(self, sentence: str) -> None:
        click.echo(sentence, err=True)


def interrupted(run: RunOutcome) -> str:
    """What was saved of an interrupted run, and how to go on."""
    from grader.report.text import plural

    saved = plural(run.graded + run.done_before, "result is", "results are")
    return f"Interrupted. {saved} saved; the same command goes on from there."


def shared(run: RunOutcome, owner: str) -> str:
    """What somebody who joined a run did, and who writes the report."""
    from grader.report.text import plural

    return render.wrap(f"Graded here: {plural(run.graded, 'result')}. Everything is graded; the report comes from {owner}.")


def summary(graded: GradedClass, run: RunOutcome, ignored: Sequence[str], folder: Path) -> str:
    """The outcome of a run in a few lines."""
    from grader.classroom.figures import class_figures
    from grader.report.text import percent, plural
    from grader.report.words import STATUSES

    figures = class_figures(graded.learners)
    words = [f"{count} {STATUSES[status].text}" for status in STATUSES if (count := figures.statuses.get(status, 0))]
    isolation = run.run.facts["isolation"]["level"]
    hostile = len(graded.submissions) - figures.submissions
    lines = [
        f"{plural(figures.submissions, 'submission')}: {', '.join(words)}." + (f" And {hostile} marked hostile." if hostile else ""),
        f"Graded now: {run.graded}. From the store: {run.done_before}. Isolation: {isolation}.",
        f"The middle learner has {percent(figures.median_share)} of the points.",
    ]
    if figures.misconceptions:
        first = figures.misconceptions[0]
        lines.append(f"Most frequent misconception: {first.id} ({plural(len(first.keys), 'learner')}).")
    broken = sum(marked.result.verdict is Verdict.BROKEN for each in graded.submissions for marked in each.exercises)
    if broken:
        lines.append(f"{plural(broken, 'exercise')} could not be graded through our own fault; the same command tries again.")
    by_hand = sum(marked.override is not None for each in graded.submissions for marked in each.exercises)
    if by_hand:
        lines.append(f"{plural(by_hand, 'mark')} set by hand: grader override list -C {folder}")
    if graded.skipped:
        lines.append(f"{plural(len(graded.skipped), 'submission')} left out: {graded.skipped[0][1]}")
    if ignored:
        lines.append(f"Not a submission, left alone: {', '.join(ignored[:5])}{', …' if len(ignored) > 5 else ''}.")
    return (
        "\n".join(render.wrap(line) for line in lines) + f"\n\nReport: {folder / 'index.html'}\nTo hand back: {folder / 'learners'}{os.sep}"
    )


def write_json(json_path: str | None, graded: GradedClass) -> None:
    """The bare result document, to a file or to stdout."""
    from grader.classroom.outputs import class_document, write_pieces

    if json_path is None:
        return
    if json_path == "-":
        for piece in class_document(graded):
            click.echo(piece, nl=False)
    else:
        write_pieces(Path(json_path), class_document(graded))


@click.command("report", epilog="Example: grader report graded")
@click.argument("folder", type=click.Path(path_type=Path), default=DEFAULT_FOLDER)
@render.json_file
def report(folder: Path, json_path: str | None) -> ExitCode:
    """Render the report of a graded class.

    FOLDER is the one that `grader grade -o` wrote. Nothing is graded: all comes from its store.
    """
    from grader.classroom.assemble import graded_class
    from grader.classroom.examkept import exam_of
    from grader.classroom.outputs import write_documents
    from grader.content.load import load_level
    from grader.report.pages import write_report
    from grader.store.classes import ClassStore

    level = load_level()
    with ClassStore.existing(folder) as store:
        graded = graded_class(store, level)
        write_documents(folder, graded)
        exam = exam_of(store)
        if exam is not None:
            from grader.classroom.exams import write_exam

            write_exam(folder, graded.submissions, exam)
        write_report(folder, store, graded, level, datetime.now(UTC))
    write_json(json_path, graded)
    click.echo(f"Report: {folder / 'index.html'}", err=json_path == "-")
    return ExitCode.DONE
