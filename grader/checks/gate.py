"""The gate: proves the checks of one exercise. Runs in a grading process, over the wall, on programs that we wrote.

The solution passes, twice; every alternative passes; the untouched stub is `todo` everywhere; every wrong variant fails exactly the
checks it names, under every secret; every check is the only catcher of some variant, or says why it stays; answers recorded under one
secret fail under another; diagnosis names a variant that was left out by its twin, and never wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from typing import Any

from grader.checks.caselint import case_problems, shared_problems, unrepeatable_problems
from grader.checks.diagnosis import diagnosed, is_replay
from grader.checks.grading import ExerciseGrader, Ran, Work
from grader.checks.judge import CheckRun
from grader.checks.limits import Limits
from grader.checks.recorded import replayed_elsewhere
from grader.checks.show import silence
from grader.checks.submission import Call
from grader.checks.variants import Alternative, WrongVariant, alternatives, wrong_variants
from grader.results import Verdict

ALTERNATIVE_SECRETS = 3
UNCHANGING_SECRETS = 3  # for what is the same under each: a program that is not would show
LIMITED_SECRETS = 3  # for a program that a limit ends: it is not the inputs that do
HALF = 0.5  # of a limit: what the solution may use of it, and what is run without one

MakeGrader = Callable[[bytes], ExerciseGrader]


@dataclass(slots=True)
class GateReport:
    """What the gate found for one exercise. `problems` is empty when it holds."""

    slug: str
    checks: list[str] = field(default_factory=list)
    alternatives: int = 0
    variants: int = 0
    matrix: dict[str, list[str]] = field(default_factory=dict)  # variant → checks that caught it
    misconception_of: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)  # check that is nobody's only catcher → why it stays
    named_right: int = 0
    named_wrong: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, for the message to the coordinator and for `--json`."""
        return asdict(self)


def gate(make: MakeGrader, secrets: Sequence[bytes]) -> GateReport:
    """Everything the gate asks of one exercise; `make` gives its grader under a secret, `secrets` are at least two."""
    grader = make(secrets[0])
    exercise = grader.exercise
    report = GateReport(exercise.slug, [check.name for check in grader.checks])
    report.problems += baseline_problems(grader, make(secrets[1]))
    if report.problems:
        report.problems.append("the solution is not green: nothing else is judged")
        return report
    report.problems += _stub_problems(grader)
    others = alternatives(exercise.alt_path, exercise.solution_path)
    report.alternatives = len(others)
    report.problems += _alternative_problems([make(secret) for secret in secrets[:ALTERNATIVE_SECRETS]], others)
    variants = wrong_variants(exercise.wrong_path, exercise.solution_path)
    report.variants = len(variants)
    traces = _judge_variants(make, secrets, variants, report)
    _judge_uniqueness(grader, report)
    _judge_diagnosis(grader, variants, traces, report)
    report.problems += case_problems(grader)
    report.problems += shared_problems(grader)
    report.problems += unrepeatable_problems(grader)
    report.problems += replayed_elsewhere(grader, make(secrets[1]))
    return report


def baseline_problems(*graders: ExerciseGrader) -> list[str]:
    """Why the solution is not green, under each grader's secret, run twice under the first."""
    problems: list[str] = []
    for grader in (graders[0], *graders):
        source = grader.exercise.solution_path.read_bytes()
        ran = grader.run(Work(grader.exercise, source, {}))
        problems += [f"solution: {told(run)}" for run in ran.runs if run.verdict is not Verdict.PASSED]
        if uses_more_than_half(ran, grader.limits):
            problems.append(f"solution: uses more than half of its CPU limit ({_slowest(ran):.2f} s in one call, {ran.cpu_s:.2f} s in all)")
    return list(dict.fromkeys(problems))


def uses_more_than_half(ran: Ran, limits: Limits) -> bool:
    """Whether one call, or all together, took more than half of the CPU time that they may."""
    return _slowest(ran) > HALF * limits.call_cpu_s or ran.cpu_s > HALF * limits.total_cpu_s


def _slowest(ran: Ran) -> float:
    """CPU seconds of the longest call."""
    return max((getattr(call.outcome, "duration_cpu_s", 0.0) for call in ran.trace), default=0.0)


def _stub_problems(grader: ExerciseGrader) -> list[str]:
    """The stub, made different from itself by a comment so that it is really run, is `todo` on every check."""
    source = grader.exercise.stub_path.read_bytes() + b"\n# run me\n"
    runs = grader.run(Work(grader.exercise, source, {})).runs
    return [f"stub: not a clean todo on {told(run)}" for run in runs if run.verdict is not Verdict.TODO]


def _alternative_problems(graders: Sequence[ExerciseGrader], others: Sequence[Alternative]) -> list[str]:
    problems = []
    for other in others:
        for ran in _ran_under(graders, other.source):
            problems += [f"alternative {other.name}: {told(run)}" for run in ran.runs if run.verdict is not Verdict.PASSED]
    return problems


def _ran_under(
    graders: Sequence[ExerciseGrader], source: bytes, replaces: Sequence[str] = (), *, only_verdicts: bool = False
) -> Iterator[Ran]:
    """One program of ours under each secret. Behind the wall under the first; under the others in this process, which is many times
    faster, if it did the same there under the first. There a check that draws nothing is run under a few secrets only: its calls are the
    same under each; and so is a check that calls none of the functions that the program `replaces`: what it runs is the solution. What
    takes a limit to end it stays behind the wall, under a few secrets, too: each of its runs takes all of that limit. `only_verdicts`: no
    texts after the first."""
    first = graders[0]
    fixed = {check.name for check in first.checks if not check.draws}
    known: dict[str, CheckRun] = {}
    with first.open(Work(first.exercise, source, {}), runs=len(graders)) as session:
        behind = first.run_in(session)
        yield behind
        with silence():
            here = first.run_here(source, noted=replaces) if is_tame(behind, first.limits) else None
        is_same = here is not None and _verdicts(here) == _verdicts(behind)
        untouched = here.untouched if here is not None and replaces else frozenset()
        is_ended = any(run.verdict in LIMITED for run in behind.runs)
        for count, grader in enumerate(graders[1 : LIMITED_SECRETS if is_ended else None], 2):
            with silence() if only_verdicts else nullcontext():
                ran = grader.run_here(source, known, replaces) if is_same else grader.run_in(session)
            yield ran
            untouched &= ran.untouched
            if count == UNCHANGING_SECRETS:
                known = {run.name: run for run in ran.runs if run.name in fixed | untouched}


LIMITED = (Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY)


def is_tame(ran: Ran, limits: Limits) -> bool:
    """Whether every call ended by itself, with a value or an exception, well below its own limits: a bound that is the same for every
    exercise would lie in the middle of what some of them take, and their proof would take three times as long every other time."""
    ends = (Verdict.PASSED, Verdict.FAILED, Verdict.RAISED)
    return ran.load_failure is None and not uses_more_than_half(ran, limits) and all(run.verdict in ends for run in ran.runs)


def _verdicts(ran: Ran) -> list[tuple[Verdict, str]]:
    return [(run.verdict, run.category) for run in ran.runs]


def _judge_variants(
    make: MakeGrader, secrets: Sequence[bytes], variants: Sequence[WrongVariant], report: GateReport
) -> dict[str, tuple[Call, ...]]:
    """Fill the kill matrix; the traces under the first secret."""
    traces: dict[str, tuple[Call, ...]] = {}
    graders = [make(secret) for secret in secrets]
    for variant in variants:
        report.misconception_of[variant.name] = variant.misconception
        for ran in _ran_under(graders, variant.source, variant.replaces, only_verdicts=True):
            caught = [run.name for run in ran.runs if run.verdict is not Verdict.PASSED]
            if variant.name not in traces:
                traces[variant.name] = ran.trace
                report.matrix[variant.name] = caught
            report.problems += _variant_problems(variant, ran.runs, caught)
    report.problems = list(dict.fromkeys(report.problems))
    return traces


def _variant_problems(variant: WrongVariant, runs: Sequence[CheckRun], caught: Sequence[str]) -> list[str]:
    problems = [f"variant {variant.name}: breaks {told(run)}" for run in runs if run.verdict is Verdict.BROKEN]
    if set(caught) != set(variant.fails):
        problems.append(f"variant {variant.name}: caught by {_listed(caught)}, but names {_listed(variant.fails)}")
    return problems


def _judge_uniqueness(grader: ExerciseGrader, report: GateReport) -> None:
    written = unique_reasons(grader)
    alone = {caught[0] for caught in report.matrix.values() if len(caught) == 1}
    for name in report.checks:
        if name not in alone and name not in written:
            report.problems.append(f"{name}: the only catcher of no wrong variant, and UNIQUE_REASONS does not say why it stays")
        if name in written:
            report.reasons[name] = written[name]
            if name in alone:
                report.problems.append(f"{name}: UNIQUE_REASONS excuses it, but it is the only catcher of a variant: drop the excuse")
    report.problems += [f"UNIQUE_REASONS names {name}, which is no check" for name in written if name not in report.checks]


def unique_reasons(grader: ExerciseGrader) -> dict[str, str]:
    """The check file's UNIQUE_REASONS."""
    found: dict[str, str] = {}
    for check in grader.checks:
        found |= check.file_globals.get("UNIQUE_REASONS", {})
    return found


def _judge_diagnosis(
    grader: ExerciseGrader, variants: Sequence[WrongVariant], traces: dict[str, tuple[Call, ...]], report: GateReport
) -> None:
    """Leave each variant out in turn: its twin has to name it, and nobody else may. With it, only its own misconception is named,
    unless it left no mark in any value."""
    right = grader.run(Work(grader.exercise, grader.exercise.solution_path.read_bytes(), {})).trace
    everyone = {variant.name: (variant.misconception, "", traces[variant.name]) for variant in variants}
    for variant in variants:
        trace = traces[variant.name]
        alike = {name: known for name, known in everyone.items() if is_replay(trace, known[2])}  # asked once for both questions
        rest = {name: known for name, known in alike.items() if name != variant.name}
        named = [found.id for found in diagnosed(trace, rest, right)]
        with_it = [found.id for found in diagnosed(trace, alike, right)]
        if with_it != [variant.misconception] and not is_replay(trace, right):
            report.problems.append(f"diagnosis names {variant.name} ({variant.misconception}) as {_listed(with_it)}")
        if variant.misconception in named:
            report.named_right += 1
        elif named:
            report.named_wrong.append(f"{variant.name} ({variant.misconception}) as {_listed(named)}")
        else:
            report.unnamed.append(variant.name)


def told(run: CheckRun) -> str:
    """How a check ended, in one line."""
    parts = [run.name, run.verdict.value, run.category, run.message or run.fault]
    if run.difference is not None:
        parts.append(f"expected {run.difference.expected}, got {run.difference.got} {run.difference.where}")
    if run.failure is not None:
        parts.append(f"{run.failure.exception} {run.failure.message}")
    return " ".join(" ".join(part for part in parts if part).split())[:400]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "nothing"
