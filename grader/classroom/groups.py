"""Groups of class.yaml: what came in from one member or another, as one submission of the group. What cannot be told apart is said.

Pure; knows neither store nor files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from grader.errors import UsageError
from grader.store.rows import NewSubmission


def grouped(submissions: Iterable[NewSubmission], groups: Mapping[str, Sequence[str]]) -> tuple[NewSubmission, ...]:
    """The submissions by key, those of a group and its members as one, under the group's name and with all its members."""
    group_of = {who: key for key, members in groups.items() for who in (key, *members)}
    alone: list[NewSubmission] = []
    own: dict[str, list[NewSubmission]] = {key: [] for key in groups}
    for each in submissions:
        if each.key in group_of:
            own[group_of[each.key]].append(each)
        else:
            alone.append(each)
    together = [_one(key, groups[key], found) for key, found in own.items() if found]
    return tuple(sorted((*alone, *together), key=lambda each: each.key))


def _one(key: str, members: Sequence[str], found: Sequence[NewSubmission]) -> NewSubmission:
    """The submission of a group: the only one with work, or the newest where moments say which that is."""
    work = [each for each in found if each.files or each.problem] or list(found[:1])
    by_time = sorted(work, key=lambda each: (each.submitted_at, each.key))
    chosen = by_time[-1]
    others = [each for each in by_time if each is not chosen]
    differ = [each for each in others if each.sha256 != chosen.sha256]
    names = " and ".join(each.name for each in found if each.name and each.key != key)
    made = replace(chosen, key=key, name=next((each.name for each in found if each.key == key and each.name), names), roster_id="")
    if any(each.submitted_at == chosen.submitted_at or not each.submitted_at for each in differ):
        said = f"Different work came from {' and '.join(sorted(each.key for each in work))}, and no moment says which is newer. Keep one."
        return replace(made, members=tuple(members), files=(), sha256=_both(work), problem=said, submitted_at="", marked_late=False)
    notes = [f"Handed in by {chosen.key}."] if chosen.key != key else []
    notes += [f"What {each.key} handed in before was left alone." for each in differ]
    return replace(made, members=tuple(members), warnings=(*chosen.warnings, *notes))


def _both(work: Sequence[NewSubmission]) -> str:
    """What makes such work: that of each."""
    return hashlib.sha256("\n".join(sorted(f"{each.key}\0{each.sha256}" for each in work)).encode()).hexdigest()


def refuse_new_groups(keys: Iterable[str], groups: Mapping[str, Sequence[str]]) -> None:
    """UsageError where stored submissions are of members one by one: which of them counts is decided when work is taken in."""
    group_of = {who: key for key, members in groups.items() for who in members if who not in groups}
    apart = sorted(key for key in keys if key in group_of)
    if apart:
        raise UsageError(
            f"`{apart[0]}` is in the group `{group_of[apart[0]]}` now, and was graded alone.",
            hint="grade the submissions again with this class.yaml; a regrade takes nothing in",
        )
