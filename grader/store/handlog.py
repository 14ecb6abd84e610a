"""The log of what was decided by hand: only added to, each row bound to the one before, so that a row changed later is found.

Stores rows and their chain; what a row means is decided above. The chain shows tampering with any row but cannot show that the newest
rows were cut off: keep the last hash, which every listing prints, somewhere else for that.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from grader.documents import Json, canonical
from grader.errors import StoreDamaged
from grader.records import dataclass
from grader.store.classes import ClassStore

NOTHING = "0" * 64


@dataclass(frozen=True, slots=True)
class HandRow:
    """One decision. `at` is UTC ISO text; `data` plain data."""

    seq: int
    at: str
    by: str
    action: str
    learner_key: str
    subject: str
    data: Json
    before: str
    hash: str


def add_decision(store: ClassStore, *, at: str, by: str, action: str, learner_key: str, subject: str, data: Json) -> HandRow:
    """Add one decision to the log. Bytes of a name that are no text, as a command line may have them, are kept as escapes."""
    by = by.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    with store.writing() as db:
        last = db.execute("SELECT seq, hash FROM hand_log ORDER BY seq DESC LIMIT 1").fetchone()
        seq, before = (1, NOTHING) if last is None else (last["seq"] + 1, last["hash"])
        content = (seq, at, by, action, learner_key, subject, data, before)
        row = HandRow(*content, _hash(*content))
        db.execute(
            "INSERT INTO hand_log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (seq, at, by, action, learner_key, subject, canonical(data), before, row.hash),
        )
    return row


def decisions(store: ClassStore) -> tuple[HandRow, ...]:
    """Every decision in order. StoreDamaged when the log was changed behind our back."""
    with store.reading() as db:
        found = db.execute("SELECT * FROM hand_log ORDER BY seq").fetchall()
    rows = tuple(HandRow(*(json.loads(row["data"]) if name == "data" else row[name] for name in HandRow.__slots__)) for row in found)
    broken = broken_at(rows)
    if broken:
        raise StoreDamaged(
            f"The log of marks set by hand in `{store.path}` was changed at entry {broken}: its hash does not fit.",
            hint="nothing was changed; bring the store back from a copy, or find out who wrote to it",
        )
    return rows


def broken_at(rows: Iterable[HandRow]) -> int:
    """The first entry that does not fit the chain, counted from 1; 0 when all do."""
    before = NOTHING
    for number, row in enumerate(rows, start=1):
        own = _hash(row.seq, row.at, row.by, row.action, row.learner_key, row.subject, row.data, row.before)
        if row.seq != number or row.before != before or row.hash != own:
            return number
        before = row.hash
    return 0


def _hash(seq: int, at: str, by: str, action: str, learner_key: str, subject: str, data: Json, before: str) -> str:
    return hashlib.sha256(canonical([seq, at, by, action, learner_key, subject, data, before]).encode()).hexdigest()
