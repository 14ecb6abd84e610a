"""The last figures as tables for docs/explanation/speed.md; cog runs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.keeping import kept_results
from bench.targets import TARGETS

Out = Callable[[str], None]


def _kept(name: str, out: Out) -> dict[str, Any] | None:
    """The figures of one measurement, with where they were measured written first; None, and that written, when there are none."""
    found: dict[str, Any] | None = kept_results().get(name)
    out("Not measured yet.\n" if found is None else _where(found))
    return found


def targets(out: Out) -> None:
    """Every target, its figure, and whether it is reached."""
    results = kept_results()
    out("| target | | wanted | measured | |\n| --- | --- | ---: | ---: | --- |\n")
    for target in TARGETS:
        value = target.found(results)
        shown = "not measured" if value is None else ", ".join(value) or "none" if isinstance(value, list) else _number(value)
        bound = "none" if target.bound == [] else _number(target.bound)
        out(
            f"| `{target.id}` | {target.sentence} | {target.sign} {bound} | {shown} | {'met' if target.is_met(results) else '**open**'} |\n"
        )


def peers(out: Out) -> None:
    """What the same class costs."""
    found = _kept("peers", out)
    if found is None:
        return
    out("| | ms CPU | ms wall | peak MB | CPU ÷ plain pytest | scores other than ours |\n| --- | ---: | ---: | ---: | ---: | --- |\n")
    for name, row in sorted(found["graders"].items(), key=lambda pair: float(pair[1]["cpu_ms"])):
        figures = f"{row['cpu_ms']:.1f} | {row['wall_ms']:.1f} | {row['peak_mb']:.0f} | {row['cpu_of_pytest']:.3f}"
        out(f"| {name} | {figures} | {', '.join(row.get('disagrees_on', [])) or '–'} |\n")
    out(f"\nOne more submission costs {found['here_one_more_cpu_ms']} ms CPU here, start-up and report left out.\n")
    for name in found["absent"]:
        out(f"Not installed where this was measured: {name}.\n")


def attacks(out: Out) -> None:
    """What every attack led to."""
    found = _kept("attacks", out)
    if found is None:
        return
    out(f"| | {' | '.join(found['graders'])} |\n| --- |{' --- |' * len(found['graders'])}\n")
    for name, cells in found["table"].items():
        words = ["–" if cells.get(grader) == "held" else cells.get(grader, "not tried") for grader in found["graders"]]
        out(f"| {name} | {' | '.join(words)} |\n")


def scale(out: Out) -> None:
    """How cost grows with a class."""
    found = _kept("scale", out)
    if found is None:
        return
    out("| learners | files | graded | ms CPU each | coordinator MB | worker MB | store KB each | report KB each |\n")
    out("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
    for kind, name in (("different", "all different"), ("alike", "eight kinds"), ("wrong", "every wrong way and style")):
        for learners, row in sorted(found.get(kind, {}).items(), key=lambda pair: int(pair[0])):
            cells = [row[key] for key in ("graded", "cpu_ms", "coordinator_mb", "worker_mb", "store_kb", "report_kb")]
            out(f"| {learners} | {name} | {' | '.join(map(str, cells))} |\n")


def soak(out: Out) -> None:
    """What grew in a long run."""
    found = _kept("soak", out)
    if found is None:
        return
    out("| after settling | at the end | grew by |\n| --- | ---: | ---: |\n")
    for name in ("coordinator_mb", "workers_mb", "servers_mb", "descriptors", "processes", "temporary_files"):
        out(f"| {name.replace('_mb', ', MB').replace('_', ' ')} | {found[name]} | {found[f'{name}_grew']} |\n")
    out(f"\n{found['submissions']} submissions in {found['seconds']} s: {found['verdicts']}.\n")


def fuzz(out: Out) -> None:
    """What became of mutated frames."""
    found = _kept("fuzz", out)
    if found is None:
        return
    out(f"{found['frames']} frames: {found['read']} read, {found['refused']} refused, {found['escaped']} escaped; ")
    out(f"the slowest took {found['slowest_ms']} ms.\n")


def model(out: Out) -> None:
    """100,000 submissions on 64 cores, worked out from the figures."""
    from bench.model import rows

    found = rows(kept_results())
    if not found:
        out("Needs the figures of `bench scale`.\n")
        return
    out("| | |\n| --- | ---: |\n")
    for name, value in found:
        out(f"| {name} | {value} |\n")


def stages(out: Out) -> None:
    """Where the time of a submission and of a start goes."""
    found = _kept("stages", out)
    if found is None:
        return
    out(f"One submission: {found['trusted_ms']} ms CPU in the grading process, {found['child_ms']} ms in the locked child.\n\n")
    out("| start-up, each line with all above it | ms CPU |\n| --- | ---: |\n")
    for name, value in found["start_up_ms"].items():
        out(f"| {name} | {value} |\n")
    out("\n| in the grading process, by module, profiled | ms |\n| --- | ---: |\n")
    for name, value in found["by_module"].items():
        out(f"| {name} | {value} |\n")


def _where(found: dict[str, Any]) -> str:
    return f"Measured {found['date']} on {found['machine']}.\n\n"


def _number(value: object) -> str:
    return "yes" if value is True else "no" if value is False else f"{value:,}" if isinstance(value, int) else str(value)
