"""What a class may see by now: its pages, drawn inputs, our solutions. Decided by the moments that class.yaml names; pure."""

from __future__ import annotations

from datetime import datetime

from grader.classroom.assemble import GradedClass, MarkRules
from grader.classroom.settings import Feedback
from grader.records import dataclass


@dataclass(frozen=True, slots=True)
class Released:
    """What may be handed back. `waits_for` is the moment (UTC ISO text) before which nothing is, or ""."""

    inputs: bool = False
    solutions: bool = False
    waits_for: str = ""


def released(graded: GradedClass, now: datetime) -> Released:
    """What may be handed back by now. Inputs and solutions wait for everyone: until the last deadline, extensions included, has passed."""
    policy = graded.run.facts["policy"]
    release, solutions = policy.get("release"), policy.get("solutions")
    is_over = _is_over(graded, now)
    has_due = graded.run.facts["assignment"]["due"] is not None
    return Released(
        inputs=policy["feedback"] == Feedback.FULL and has_due and is_over,
        solutions=solutions is not None and now >= datetime.fromisoformat(solutions) and is_over,
        waits_for=release if release is not None and now < datetime.fromisoformat(release) else "",
    )


def _is_over(graded: GradedClass, now: datetime) -> bool:
    """Whether nobody can hand in any more work that is in time."""
    rules = MarkRules.of(graded.run, {})
    slugs = ["", *rules.exercise_due]
    dues = {rules.deadline(key, slug) for key in ("", *rules.extensions) for slug in slugs} - {""}
    return all(now > datetime.fromisoformat(due) for due in dues)
