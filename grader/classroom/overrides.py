"""Marks set by hand: a reason and a name go with each, the automatic mark stays beneath, and clearing brings it back.

A mark set by hand belongs to a learner and an exercise: it stays through regrades and resubmissions until it is cleared.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.documents import Override
from grader.errors import UsageError
from grader.store.classes import ClassStore
from grader.store.handlog import HandRow, add_decision, decisions

SET, CLEAR = "set", "clear"


def overrides_now(store: ClassStore) -> Mapping[tuple[str, str], Override]:
    """Every mark set by hand that stands, by (learner, slug)."""
    found: dict[tuple[str, str], Override] = {}
    for row in decisions(store):
        if row.action == SET:
            found[row.learner_key, row.subject] = Override(row.data["points"], row.data["reason"], row.by)
        elif row.action == CLEAR:
            found.pop((row.learner_key, row.subject), None)
    return found


def set_override(store: ClassStore, key: str, slug: str, points: float, *, reason: str, by: str, at: str) -> HandRow:
    """Set a mark by hand. UsageError without a reason or a name, or beyond what the exercise is worth in the current run."""
    _explained(reason, by)
    run = store.current_run()
    worth = next((each.max_points for each in run.exercises if each.slug == slug), None)
    if worth is None:
        raise UsageError(f"`{slug}` is not assigned in this class.", hint="grader report names what is")
    if not 0 <= points <= worth:
        raise UsageError(f"{points:g} points are not between 0 and the {worth:g} that `{slug}` is worth here.")
    if key not in {each.key for each in store.submissions(run.id)}:
        group = next((name for name, members in run.facts["assignment"].get("groups", {}).items() if key in members), None)
        hint = "keys are those of the report" if group is None else f"the work of {key} is that of the group: {group}"
        raise UsageError(f"No submission of `{key}` in this class.", hint=hint)
    data = {"points": float(points), "reason": reason.strip(), "slug": slug}
    return add_decision(store, at=at, by=by.strip(), action=SET, learner_key=key, subject=slug, data=data)


def clear_override(store: ClassStore, key: str, slug: str, *, reason: str, by: str, at: str) -> HandRow:
    """Let the automatic mark count again. UsageError when no mark was set by hand."""
    _explained(reason, by)
    if (key, slug) not in overrides_now(store):
        raise UsageError(f"No mark of `{key}` in `{slug}` was set by hand.", hint="grader override list")
    return add_decision(store, at=at, by=by.strip(), action=CLEAR, learner_key=key, subject=slug, data={"reason": reason.strip()})


def _explained(reason: str, by: str) -> None:
    if not reason.strip():
        raise UsageError("A mark set by hand needs a reason.", hint='--reason "what happened"')
    if not by.strip():
        raise UsageError("A mark set by hand needs the name of who sets it.", hint="--by NAME")
