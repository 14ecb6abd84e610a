"""The lock of ids: what every question and card meant when it was last looked at, so that no edit loses or fakes a learner's history.

`quizzes/ids.lock` is generated and committed. New words keep everything. A new meaning stops lint until the author says whether answers
learnt before still count (keep) or the card is asked again (relearn). An id is never used for something else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from grader.errors import ContentError, UsageError
from grader.quiz.hashes import meaning_hash, wording_hash
from grader.records import dataclass

FORMAT = "grader/ids/1"


@dataclass(frozen=True, slots=True)
class Locked:
    """One id as it was last looked at."""

    kind: str  # question or card
    meaning: str
    wording: str
    changed: str  # UTC, ISO: when its words last changed
    is_retired: bool = False
    same_as: tuple[str, ...] = ()  # earlier meanings that still count


class Change(StrEnum):
    """What happened to an id since."""

    NEW = "new"
    WORDING = "new words"
    MEANING = "new meaning"
    GONE = "gone"
    REUSED = "a retired id is used again"


@dataclass(frozen=True, slots=True)
class Item:
    """A question or card of the files."""

    id: str
    kind: str
    data: Mapping[str, Any]


def read_lock(path: Path) -> dict[str, Locked]:
    """The lock; empty when there is none. ContentError when it is damaged."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise ContentError([f"{path.name}:1:1: not JSON: {error}"], hint="take the committed one, then run `grader ids`") from error
    return {
        name: Locked(
            entry["kind"],
            entry["meaning"],
            entry["wording"],
            entry["changed"],
            entry.get("retired", False),
            tuple(entry.get("same_as", ())),
        )
        for name, entry in data["items"].items()
    }


def lock_text(lock: Mapping[str, Locked]) -> str:
    """The file, one id on each line, so that merges are easy."""
    lines = []
    for name, locked in sorted(lock.items()):
        entry: dict[str, object] = {
            "kind": locked.kind,
            "meaning": locked.meaning,
            "wording": locked.wording,
            "changed": locked.changed,
        }
        if locked.is_retired:
            entry["retired"] = True
        if locked.same_as:
            entry["same_as"] = list(locked.same_as)
        lines.append(f" {json.dumps(name)}: {json.dumps(entry)}")
    return '{"format": "' + FORMAT + '", "items": {\n' + ",\n".join(lines) + "\n}}\n"


def compare(items: Iterable[Item], lock: Mapping[str, Locked]) -> dict[str, Change]:
    """What changed, by id; ids that did not change are left out."""
    changes: dict[str, Change] = {}
    seen = set()
    for item in items:
        seen.add(item.id)
        locked = lock.get(item.id)
        if locked is None:
            changes[item.id] = Change.NEW
        elif locked.is_retired or locked.kind != item.kind:
            changes[item.id] = Change.REUSED
        elif locked.meaning != meaning_hash(item.data):
            changes[item.id] = Change.MEANING
        elif locked.wording != wording_hash(item.data):
            changes[item.id] = Change.WORDING
    changes.update({name: Change.GONE for name, locked in lock.items() if name not in seen and not locked.is_retired})
    return changes


def update(
    items: Iterable[Item],
    lock: Mapping[str, Locked],
    now: datetime,
    *,
    keep: Iterable[str] = (),
    relearn: Iterable[str] = (),
    retire: Iterable[str] = (),
) -> dict[str, Locked]:
    """The new lock. UsageError for a new meaning that nobody decided on, an id that is gone and not retired, and one that is used again."""
    everything = list(items)
    changes = compare(everything, lock)
    kept, asked_again, retired = set(keep), set(relearn), set(retire)
    _refuse(changes, kept, asked_again, retired)
    at = now.isoformat(timespec="seconds")
    new = dict(lock)
    for item in everything:
        if item.id not in changes:
            continue
        meaning, wording = meaning_hash(item.data), wording_hash(item.data)
        old = lock.get(item.id)
        same_as = () if old is None else old.same_as
        if old is not None and old.meaning != meaning:
            same_as = (*same_as, old.meaning) if item.id in kept else ()
        new[item.id] = Locked(item.kind, meaning, wording, at, False, same_as)
    for name in retired:
        new[name] = replace(new[name], is_retired=True, changed=at)
    return new


def _refuse(changes: Mapping[str, Change], kept: set[str], asked_again: set[str], retired: set[str]) -> None:
    undecided = sorted(name for name, change in changes.items() if change is Change.MEANING and name not in kept | asked_again)
    if undecided:
        raise UsageError(
            f"What is right has changed in {', '.join(undecided)}.",
            hint="say `--keep ID` if what was learnt still counts, or `--relearn ID` to ask it again",
        )
    reused = sorted(name for name, change in changes.items() if change is Change.REUSED)
    if reused:
        raise UsageError(f"`{reused[0]}` was retired, or was something else.", hint="give the new item an id of its own")
    gone = sorted(name for name, change in changes.items() if change is Change.GONE and name not in retired)
    if gone:
        raise UsageError(f"{', '.join(gone)} is gone.", hint="say `--retire ID`; a card that takes over says `replaces: [ID]`")
    wrong = sorted(name for name in retired if changes.get(name) is not Change.GONE)
    if wrong:
        raise UsageError(f"`{wrong[0]}` is still in the files, or was never locked.")
