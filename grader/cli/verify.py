"""The author's proof: `grader verify` runs the gate on every exercise, in parallel, and prints the kill matrix's sums."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import click

from grader.checks.proof import Proof, read_proof, with_gate, with_mutation, write_proof
from grader.cli import render
from grader.cli.complete import exercise_names
from grader.errors import UsageError
from grader.report.text import plural
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.content.models import Exercise, Level

MUTATION_SECRETS = 2


@click.command("verify", epilog="Example: grader verify softmax-rows --matrix kill.json")
@click.argument("exercises", nargs=-1, metavar="[EXERCISE]...", shell_complete=exercise_names)
@click.option("-j", "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Grading processes.")
@click.option("--secrets", "secret_count", type=click.IntRange(2, 1000), default=20, show_default=True, help="Secrets to draw under.")
@click.option("--matrix", type=click.Path(path_type=Path, dir_okay=False), help="Write every report, kill matrix included, as JSON.")
@click.option("--keep", is_flag=True, help="Keep the numbers in docs/explanation/proof.json of this checkout.")
@click.option("--mutate", is_flag=True, help="Mutate the solutions instead, and see what the checks miss.")
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="With --mutate: try every Nth mutant only.")
@click.option(
    "--agree-on", type=click.IntRange(1), default=10_000, show_default=True, help="With --mutate: calls an equivalent one agrees on."
)
@click.option("--styles", type=click.IntRange(2, 10_000), help="Only see that right styles pass, under so many fresh secrets.")
@render.json_flag
def verify_command(
    exercises: tuple[str, ...],
    jobs: int,
    secret_count: int,
    matrix: Path | None,
    keep: bool,
    mutate: bool,
    every: int,
    agree_on: int,
    styles: int | None,
    as_json: bool,
) -> int:
    """Prove the checks: solutions pass, every wrong variant is caught."""
    from grader.content.load import load_level

    level = load_level()
    chosen = tuple(level.exercise(name) for name in exercises) or level.exercises
    if styles is not None:
        if keep or mutate or matrix is not None:
            raise UsageError("--styles only looks, and goes with none of --keep, --mutate and --matrix.", hint="run it on its own")
        return _styles([exercise.slug for exercise in chosen], jobs, styles, as_json=as_json)
    if mutate:
        return _mutate(level, chosen, jobs, every, agree_on, keep=keep, as_json=as_json)
    reports = proved([exercise.slug for exercise in chosen], jobs, secret_count)
    code = ExitCode.NOT_YET if any(report["problems"] for report in reports) else ExitCode.DONE
    if keep:
        _keep(level, partial(with_gate, secrets=secret_count), reports)
    if matrix is not None:
        matrix.write_text(json.dumps(reports, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if as_json:
        click.echo(render.envelope("verify", {"exercises": reports, "totals": totals(reports)}, code))
        return code
    for report in reports:
        _print_report(report)
    _print_totals(totals(reports))
    return code


def proved(slugs: Sequence[str], jobs: int, secret_count: int) -> list[dict[str, Any]]:
    """The gate's report of each exercise, in the order asked for."""
    tasks = {slug: {"kind": "gate", "secrets": fixed_secrets(secret_count)} for slug in slugs}
    return _reports(tasks, jobs, "proving")


def mutation_reports(exercises: Sequence[Exercise], jobs: int, every: int, agree_on: int) -> list[dict[str, Any]]:
    """What became of the mutants of each exercise, in the order asked for."""
    shared = {"kind": "mutate", "secrets": fixed_secrets(MUTATION_SECRETS), "every": every, "agree_on": agree_on}
    tasks = {exercise.slug: {**shared, "listed": list(equivalents(exercise))} for exercise in exercises}
    return _reports(tasks, jobs, "mutating")


def _styles(slugs: Sequence[str], jobs: int, secret_count: int, *, as_json: bool) -> int:
    secrets = [token_hex(32) for _ in range(secret_count)]
    reports = _reports({slug: {"kind": "styles", "secrets": secrets} for slug in slugs}, jobs, "trying styles")
    sums = {name: sum(report.get(name, 0) for report in reports) for name in ("programs", "runs")}
    sums["secrets"] = secret_count
    sums["problems"] = sum(len(report["problems"]) for report in reports)
    code = ExitCode.NOT_YET if sums["problems"] else ExitCode.DONE
    if as_json:
        click.echo(render.envelope("verify", {"exercises": reports, "totals": sums}, code))
        return code
    for report in reports:
        for problem in report["problems"]:
            click.echo(render.wrap(f"{report['slug']}: {problem}"))
    click.echo(
        f"{sums['programs']} right programs under {secret_count} secrets, {sums['runs']} runs: {plural(sums['problems'], 'problem')}"
    )
    return code


def equivalents(exercise: Exercise) -> dict[str, str]:
    """The mutants listed as equivalent, with their reasons. Raises ContentError when the file says anything else."""
    from grader.content.equivalents import read_equivalents

    return read_equivalents(exercise.check_path.with_name(f"equivalent_{exercise.stem}.yaml"))


def fixed_secrets(how_many: int) -> list[str]:
    """Secrets that are the same in every run, so that a proof can be repeated."""
    from grader.checks.cases import derive

    return [f"{derive(b'grader verify', 'secret', index):032x}" * 2 for index in range(how_many)]


def _reports(tasks: Mapping[str, Mapping[str, Any]], jobs: int, label: str) -> list[dict[str, Any]]:
    from grader.checks.pool import Job, Pool
    from grader.content.load import load_level

    reports: dict[str, dict[str, Any]] = {}
    level = load_level()
    longest_first = sorted(tasks, key=lambda slug: -level.exercise(slug).wrong_path.stat().st_size)  # so that nobody waits at the end
    waiting = [Job(slug, slug, b"", task=tasks[slug]) for slug in longest_first]
    with Pool(level, list(tasks), slots=jobs, canaries=False) as pool, render.progress(len(tasks), label) as advance:
        for job, answer in pool.answers(waiting):
            report = answer.get("report") or {"slug": job.slug, "problems": [f"our fault: {answer['fault']}"]}
            reports[job.slug] = report
            advance(failed=bool(report.get("problems") or report.get("survivors") or report.get("stale")))
    return [reports[slug] for slug in tasks]


def _keep(level: Level, put_in: Callable[[Proof, Level, Sequence[dict[str, Any]]], Proof], reports: Sequence[dict[str, Any]]) -> None:
    """Put reports into the kept proof of this checkout. Raises UsageError where there is none to keep it in."""
    place = level.root.exercises.parent / "docs" / "explanation"
    if not place.is_dir():
        raise UsageError(f"`{place}` is not there: a proof is kept in a checkout only.")
    write_proof(place / "proof.json", put_in(read_proof(place / "proof.json"), level, reports))


def _mutate(level: Level, exercises: Sequence[Exercise], jobs: int, every: int, agree_on: int, *, keep: bool, as_json: bool) -> int:
    reports = mutation_reports(exercises, jobs, every, agree_on)
    if keep:
        if every != 1:
            raise UsageError("Only a whole mutation can be kept.", hint="leave --every out")
        _keep(level, with_mutation, reports)
    bad = [line for report in reports for name in ("problems", "survivors", "stale") for line in report.get(name, ())]
    code = ExitCode.NOT_YET if bad else ExitCode.DONE
    sums = {name: sum(report.get(name, 0) for report in reports) for name in ("total", "tried", "killed", "equivalent", "agreed_calls")}
    if as_json:
        click.echo(render.envelope("verify", {"exercises": reports, "totals": sums}, code))
        return code
    for report in reports:
        lines = [f"{name.rstrip('s')}: {line}" for name in ("problems", "survivors", "stale") for line in report.get(name, ())]
        sign = click.style("✗", fg="red") if lines else click.style("✓", fg="green")
        click.echo(f"{sign} {report['slug']:<28} {report.get('killed', 0)} of {report.get('tried', 0)} mutants killed")
        for line in lines:
            click.echo(render.wrap(line, indent="    "))
    click.echo("")
    click.echo(f"{sums['killed']} of {sums['tried']} mutants killed, {sums['equivalent']} equivalent, {len(bad)} open")
    return code


def totals(reports: Sequence[dict[str, Any]]) -> dict[str, int]:
    """The numbers that the docs keep."""
    judged = [report for report in reports if "matrix" in report]
    return {
        "exercises": len(reports),
        "checks": sum(len(report["checks"]) for report in judged),
        "alternatives": sum(report["alternatives"] for report in judged),
        "wrong_variants": sum(report["variants"] for report in judged),
        "checks_with_a_reason": sum(len(report["reasons"]) for report in judged),
        "named_right": sum(report["named_right"] for report in judged),
        "named_wrong": sum(len(report["named_wrong"]) for report in judged),
        "unnamed": sum(len(report["unnamed"]) for report in judged),
        "problems": sum(len(report["problems"]) for report in reports),
    }


def _print_report(report: dict[str, Any]) -> None:
    sign = click.style("✗", fg="red") if report["problems"] else click.style("✓", fg="green")
    sums = ""
    if "matrix" in report:
        sums = f"{len(report['checks'])} checks, {report['alternatives']} alternatives, {report['variants']} wrong variants"
    click.echo(f"{sign} {report['slug']:<28} {sums}")
    for problem in report["problems"]:
        click.echo(render.wrap(problem, indent="    "))
    if report.get("unnamed"):
        click.echo(render.wrap("no twin names: " + ", ".join(report["unnamed"]), indent="    "))


def _print_totals(sums: dict[str, int]) -> None:
    named = sums["named_right"] + sums["named_wrong"] + sums["unnamed"]
    click.echo("")
    exercises, problems = plural(sums["exercises"], "exercise"), plural(sums["problems"], "problem")
    click.echo(f"{exercises}, {sums['checks']} checks ({sums['checks_with_a_reason']} stay for a written reason)")
    click.echo(f"{sums['alternatives']} alternatives pass, {sums['wrong_variants']} wrong variants are caught")
    click.echo(f"diagnosis, each variant left out in turn: {sums['named_right']} of {named} named right, {sums['named_wrong']} wrong")
    click.echo(problems)
