"""Claims: which results some grader is at, so that several that share a run never do one twice.

A claim is a row and ends with the process that made it, which the run lock knows; nothing here looks at a clock. Committing a result frees
its claim in the same transaction (`ClassStore.commit`). After a power cut nobody claims anything, so claims do not wait for the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from grader.records import dataclass
from grader.results import Verdict
from grader.store.classes import SAME_KEY, ClassStore, key_values
from grader.store.rows import ResultKey


class Crew(Protocol):
    """Those who share a run: one's own seat, and whether another's holder still lives."""

    @property
    def seat(self) -> int:
        """The number of one's own seat."""
        ...

    def lives(self, seat: int) -> bool:
        """Whether whoever took that seat still runs."""
        ...


@dataclass(frozen=True, slots=True)
class Alone:
    """Nobody else grades here."""

    seat: int = 0

    def lives(self, seat: int) -> bool:
        """Only oneself."""
        return seat == self.seat


class Standing(StrEnum):
    """How a key stands for one grader."""

    MINE = "mine"  # claimed just now
    FINISHED = "finished"
    TAKEN = "taken"  # another grader that lives is at it


def claim(store: ClassStore, keys: Sequence[ResultKey], crew: Crew, most: int) -> list[Standing]:
    """Claim up to `most` of the keys in their order; how each stands that was looked at. Claims of the dead are taken over."""
    found: list[Standing] = []
    with store.writing(durable=False) as db:
        for key in keys:
            found.append(_claimed(db, key, crew))
            if found.count(Standing.MINE) == most:
                break
    return found


def _claimed(db: sqlite3.Connection, key: ResultKey, crew: Crew) -> Standing:
    row = db.execute(f"SELECT verdict FROM result WHERE {SAME_KEY}", key_values(key)).fetchone()
    if row is not None and row["verdict"] != Verdict.BROKEN.value:
        return Standing.FINISHED
    taken = db.execute(f"SELECT seat FROM claim WHERE {SAME_KEY}", key_values(key)).fetchone()
    if taken is not None and taken["seat"] != crew.seat and crew.lives(taken["seat"]):
        return Standing.TAKEN
    db.execute("INSERT OR REPLACE INTO claim VALUES (?, ?, ?, ?, ?, ?)", (*key_values(key), crew.seat))
    return Standing.MINE


def let_go(store: ClassStore, crew: Crew) -> None:
    """Free everything that this seat has claimed: at the start what a dead grader left at it, at the end what was not finished."""
    with store.writing(durable=False) as db:
        db.execute("DELETE FROM claim WHERE seat = ?", (crew.seat,))
