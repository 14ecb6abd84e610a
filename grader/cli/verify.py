"""The author's proof: `grader verify` runs the gate on every exercise, in parallel, and prints the kill matrix's sums."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from grader.cli import render
from grader.results import ExitCode


@click.command("verify", epilog="Example: grader verify softmax-rows --matrix kill.json")
@click.argument("exercises", nargs=-1, metavar="[EXERCISE]...")
@click.option("-j", "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Grading processes.")
@click.option("--secrets", "secret_count", type=click.IntRange(2, 1000), default=20, show_default=True, help="Secrets to draw under.")
@click.option("--matrix", type=click.Path(path_type=Path, dir_okay=False), help="Write every report, kill matrix included, as JSON.")
@render.json_flag
def verify_command(exercises: tuple[str, ...], jobs: int, secret_count: int, matrix: Path | None, as_json: bool) -> int:
    """Prove the checks: solutions pass, every wrong variant is caught."""
    from grader.content.load import load_level

    level = load_level()
    chosen = tuple(level.exercise(name) for name in exercises) or level.exercises
    reports = proved([exercise.slug for exercise in chosen], jobs, secret_count)
    code = ExitCode.NOT_YET if any(report["problems"] for report in reports) else ExitCode.DONE
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
    from grader.checks.cases import derive
    from grader.checks.pool import Job, Pool
    from grader.content.load import load_level

    secrets = [f"{derive(b'grader verify', 'secret', index):032x}" * 2 for index in range(secret_count)]
    reports: dict[str, dict[str, Any]] = {}
    tasks = [Job(slug, slug, b"", task={"kind": "gate", "secrets": secrets}) for slug in slugs]
    with Pool(load_level(), slugs, slots=jobs, canaries=False) as pool, render.progress(len(slugs), "proving") as advance:
        for job, answer in pool.answers(tasks):
            report = answer.get("report") or {"slug": job.slug, "problems": [f"our fault: {answer['fault']}"]}
            reports[job.slug] = report
            advance(failed=bool(report["problems"]))
    return [reports[slug] for slug in slugs]


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


def _print_totals(sums: dict[str, int]) -> None:
    named = sums["named_right"] + sums["named_wrong"] + sums["unnamed"]
    click.echo("")
    click.echo(f"{sums['exercises']} exercises, {sums['checks']} checks ({sums['checks_with_a_reason']} stay for a written reason)")
    click.echo(f"{sums['alternatives']} alternatives pass, {sums['wrong_variants']} wrong variants are caught")
    click.echo(f"diagnosis, each variant left out in turn: {sums['named_right']} of {named} named right, {sums['named_wrong']} wrong")
    click.echo(f"{sums['problems']} problems")
