"""Mutation of one solution: how many small faults the checks see, over the wall, and which they do not.

A survivor is either killed by a new check or listed as equivalent in `equivalent_<exercise>.yaml`, beside the checks, with its reason;
a listed one has to agree with the solution on many thousand calls. Runs in a grading process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from grader.checks.grading import ExerciseGrader, Work
from grader.checks.mutants import Mutant, mutants
from grader.errors import CheckBroken
from grader.results import Verdict

MUTANT_LIMITS: Mapping[str, float] = {"call_cpu_s": 1.0, "call_wall_s": 10.0, "load_cpu_s": 1.0, "total_cpu_s": 5.0}
MOST_SECRETS = 2000

MakeGrader = Callable[[bytes], ExerciseGrader]


@dataclass(slots=True)
class MutationReport:
    """What became of the mutants of one exercise. `survivors` are those not listed as equivalent; `stale` are listed and killed or gone."""

    slug: str
    total: int = 0
    tried: int = 0
    killed: int = 0
    equivalent: int = 0
    agreed_calls: int = 0
    survivors: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def mutated(make: MakeGrader, secrets: Sequence[bytes], listed: Sequence[str], *, every: int, agree_on: int) -> MutationReport:
    """Try every `every`-th mutant under `secrets`; a listed one has to agree on `agree_on` calls."""
    grader = make(secrets[0])
    exercise = grader.exercise
    everything = mutants(exercise.solution_path.read_text(encoding="utf-8"))
    report = MutationReport(exercise.slug, total=len(everything))
    known = {mutant.id for mutant in everything}
    report.stale = [f"{name}: no such mutant" for name in listed if name not in known]
    unseen = []
    for mutant in everything[::every]:
        report.tried += 1
        if any(is_killed(make(secret), mutant) for secret in secrets):
            report.killed += 1
            if mutant.id in listed:
                report.stale.append(f"{mutant.id}: is killed")
        elif mutant.id not in listed:
            report.survivors.append(f"{mutant.id} (line {mutant.line})")
        else:
            unseen.append(mutant)
    _agree(make, unseen, report, agree_on)
    return report


def is_killed(grader: ExerciseGrader, mutant: Mutant) -> bool:
    """Whether some check does not pass. Raises CheckBroken when a check breaks over it: that is ours to mend."""
    runs = grader.run(Work(grader.exercise, mutant.source, {}), stop_early=True).runs
    for run in runs:
        if run.verdict is Verdict.BROKEN:
            raise CheckBroken(f"{run.name} breaks over a mutant: {mutant.id}: {run.fault}")
    return any(run.verdict is not Verdict.PASSED for run in runs)


def _agree(make: MakeGrader, listed: Sequence[Mutant], report: MutationReport, wanted: int) -> None:
    """Run the listed mutants under fresh secrets until each has answered `wanted` calls as the solution does.

    They are programs of ours that passed every check behind the wall before, so they run here; all of them share the cases of a
    secret, because what costs most is the solution's side of them.
    """
    calls = dict.fromkeys([mutant.id for mutant in listed], 0)
    for index in range(MOST_SECRETS):
        grader = make(index.to_bytes(32, "big"))
        for mutant in [mutant for mutant in listed if mutant.id in calls and calls[mutant.id] < wanted]:
            ran = grader.run_here(mutant.source)
            calls[mutant.id] += len(ran.trace)
            if any(run.verdict is not Verdict.PASSED for run in ran.runs):
                report.stale.append(f"{mutant.id}: listed as equivalent, but differs under another secret")
                del calls[mutant.id]
        if all(done >= wanted for done in calls.values()):
            break
    report.equivalent += len(calls)
    report.agreed_calls += sum(calls.values())
