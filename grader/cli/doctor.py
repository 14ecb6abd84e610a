"""`grader doctor`: looks at this machine and says what is fine; with `--probe`, which attacks are held at which level. Renders only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.checks.probing import Column, ProbeTable
    from grader.classroom.doctor import Finding

NAME_WIDTH, STAND_WIDTH = 25, 10


@click.command("doctor", epilog="Example: grader doctor --probe")
@click.option("--probe", "is_probing", is_flag=True, help="Try every attack at every level that can be had here, and show the table.")
@render.json_flag
def doctor(is_probing: bool, as_json: bool) -> ExitCode:
    """Tell how well this machine isolates learner code, and what is missing."""
    if is_probing:
        from grader.checks.probing import probe

        return _tell_probes(probe(), as_json=as_json)
    from grader.classroom.doctor import examine
    from grader.cli.surroundings import surroundings

    return _tell_findings((*examine(Path.cwd()), *surroundings(Path.cwd())), as_json=as_json)


def _tell_findings(findings: Sequence[Finding], *, as_json: bool) -> ExitCode:
    code = ExitCode.DONE if all(finding.is_fine for finding in findings) else ExitCode.NOT_YET
    if as_json:
        data = [{"name": each.name, "value": each.value, "fine": each.is_fine, "next": each.advice} for each in findings]
        click.echo(render.envelope("doctor", {"findings": data}, code))
        return code
    for finding in findings:
        sign = click.style("✓", fg="green") if finding.is_fine else click.style("✗", fg="red")
        click.echo(f"{sign} {render.wrap(f'{finding.name}: {finding.value}', indent='  ')[2:]}")
        if finding.advice:
            click.echo(render.wrap(finding.advice, indent="    "))
    return code


def _tell_probes(table: ProbeTable, *, as_json: bool) -> ExitCode:
    code = ExitCode.DONE if table.is_enough else ExitCode.NOT_YET
    if as_json:
        click.echo(render.envelope("doctor", {"stands": [_stand(column) for column in table.columns], "probes": table.rows}, code))
        return code
    click.echo(_row("", [column.name for column in table.columns]))
    for name, held in table.rows.items():
        click.echo(_row(name, [click.style("held", fg="green") if each else click.style("open", fg="red") for each in held]))
    click.echo(_row("open", [str(len(column.open)) for column in table.columns]))
    click.echo()
    for column in table.columns:
        layers = ", ".join(f"{name} {state}" for name, state in sorted(column.isolation.layers.items()))
        click.echo(render.wrap(f"{column.name}: {layers}", indent="  ")[2:])
    return code


def _row(name: str, cells: Sequence[str]) -> str:
    padded = [cell + " " * (STAND_WIDTH - len(click.unstyle(cell))) for cell in cells]
    return f"{name:<{NAME_WIDTH}}{''.join(padded)}".rstrip()


def _stand(column: Column) -> dict[str, object]:
    isolation = column.isolation
    return {"name": column.name, "level": isolation.level.value, "layers": dict(isolation.layers), "open": sorted(column.open)}
