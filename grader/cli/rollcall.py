"""The roll call of `grader grade --dry-run`, on a screen or as JSON: nothing is graded, nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from grader.cli import render

if TYPE_CHECKING:
    from grader.classroom.rollcall import RollCall, RollRow

DAY_S, HOUR_S = 86_400, 3_600


def show(call: RollCall) -> None:
    """Write the roll call to stdout."""
    for line in lines(call):
        click.echo(line)


def lines(call: RollCall) -> Iterator[str]:
    """The roll call, line by line: the count, then everyone, then what somebody has to look at."""
    from grader.report.text import plural

    late = sum(bool(row.late.is_late) for row in call.rows)
    unreadable = sum(bool(row.problem) for row in call.rows)
    counts = [plural(len(call.rows), "submission"), f"{late} late", f"{sum(bool(row.renamed) for row in call.rows)} renamed"]
    counts += [f"{sum(bool(row.doubtful) for row in call.rows)} doubtful", f"{unreadable} unreadable"]
    if call.reconciled is not None:
        counts += [f"{len(call.reconciled.missing)} missing", f"{len(call.reconciled.unknown)} unknown"]
    yield render.wrap(f"{call.platform}: {', '.join(counts)}. Nothing was graded.")
    yield ""
    for row in call.rows:
        yield from _row(row)
    yield from _rest(call)


def _row(row: RollRow) -> Iterator[str]:
    from grader.report.text import plural

    name = f" {row.name}" if row.name else ""
    late = f", {_late(row)}" if row.late.is_late else ""
    yield render.wrap(f"{row.key}{name}: {plural(len(row.files), 'exercise')}{late}")
    if row.problem:
        yield render.wrap(f"unreadable: {row.problem}", indent="    ")
    for said in row.renamed:
        yield render.wrap(f"renamed: {said}", indent="    ")
    for said in row.doubtful:
        yield render.wrap(f"doubtful: {said}", indent="    ")


def _late(row: RollRow) -> str:
    """`late by 1 day 2 hours`, as far as it is known."""
    from grader.report.text import plural

    if row.late.seconds is None:
        return "marked late"
    days, rest = divmod(row.late.seconds, DAY_S)
    hours, left = divmod(rest, HOUR_S)
    parts = [plural(days, "day")] * bool(days) + [plural(hours, "hour")] * bool(hours)
    return "late by " + (" ".join(parts) if parts else plural(max(1, left // 60), "minute"))


def _rest(call: RollCall) -> Iterator[str]:
    found = call.reconciled
    lists = [("Given to nobody", call.unclear), ("Not a submission, left alone", call.ignored)]
    if found is not None:
        lists += [("Missing", found.missing), ("Unknown", found.unknown), ("Twice", found.duplicate), ("Ambiguous", found.ambiguous)]
    for title, entries in lists:
        if entries:
            yield ""
            yield render.wrap(f"{title}: {', '.join(entries)}")
    for said in call.notices:
        yield ""
        yield render.wrap(f"Notice: {said}")
