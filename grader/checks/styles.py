"""Right styles under many secrets: a check that refuses one of them by an unlucky draw would cost a learner marks. Programs of ours only.

The gate runs them under three secrets, which finds what a check asks for too much; this finds what it asks for once in a hundred draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from grader.checks.gate import is_tame, told
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.variants import alternatives
from grader.results import Verdict


@dataclass(slots=True)
class StylesReport:
    """How many right programs of one exercise ran how many times in all, and which did not pass under which secret."""

    slug: str
    programs: int = 0
    runs: int = 0
    problems: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def styles(make: Callable[[bytes], ExerciseGrader], secrets: Sequence[bytes]) -> StylesReport:
    """The solution and every alternative, behind the wall under the first secret; those that need no limit to end them in this process
    under the others."""
    first = make(secrets[0])
    exercise = first.exercise
    others = {other.name: other.source for other in alternatives(exercise.alt_path, exercise.solution_path)}
    programs = {"the solution": exercise.solution_path.read_bytes(), **others}
    report = StylesReport(exercise.slug, len(programs))
    behind = {name: first.run(Work(exercise, source, {})) for name, source in programs.items()}
    for secret in secrets:
        grader = first if secret == secrets[0] else make(secret)
        for name, source in programs.items():
            if grader is first:
                ran = behind[name]
            else:
                ran = grader.run_here(source) if is_tame(behind[name], first.limits) else grader.run(Work(exercise, source, {}))
            report.runs += 1
            report.problems += [f"{name}, under {secret.hex()}: {told(run)}" for run in ran.runs if run.verdict is not Verdict.PASSED]
    return report
