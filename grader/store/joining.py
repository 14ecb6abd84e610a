"""Putting class stores together: SQLite copies the rows itself, so that memory stays flat however large they are."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from grader.results import Verdict
from grader.store.classes import STORE_NAME, ClassStore
from grader.store.connection import explained, writing

_KEY = "source_key, slug, suite_sha256, environment_sha256, secret_id"
_BOTH = " AND ".join(f"mine.{name} = theirs.{name}" for name in _KEY.split(", "))


def copy_store(folder: Path, target: Path) -> None:
    """Make `target` the same class as `folder`, whole or not at all; a reader of `folder` is not disturbed."""
    beside = target / f"{STORE_NAME}.new"
    beside.unlink(missing_ok=True)
    with explained(target / STORE_NAME):
        source, copy = sqlite3.connect(folder / STORE_NAME), sqlite3.connect(beside)
        try:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # no other file belongs to it, so that it can be renamed
        finally:
            source.close()
            copy.close()
        beside.rename(target / STORE_NAME)


def join_results(store: ClassStore, folder: Path) -> None:
    """Take every result of another store of the same class. What is there stays, unless it was our own fault.

    Two stores that disagree on a finished result are noted as a conflict, once.
    """
    with store.reading() as db:
        db.execute("ATTACH DATABASE ? AS other", (str(folder / STORE_NAME),))
        try:
            with writing(db, store.path):
                _note_conflicts(db)
                _take(db)
        finally:
            db.execute("DETACH DATABASE other")


def _note_conflicts(db: sqlite3.Connection) -> None:
    columns = ", ".join(f"theirs.{name}" for name in _KEY.split(", "))
    db.execute(
        f"INSERT INTO conflict SELECT {columns}, theirs.result, theirs.graded_at"
        f" FROM other.result AS theirs JOIN main.result AS mine ON {_BOTH}"
        " WHERE theirs.result <> mine.result AND theirs.verdict <> :broken AND mine.verdict <> :broken AND NOT EXISTS"
        f" (SELECT 1 FROM main.conflict AS mine WHERE {_BOTH} AND mine.result = theirs.result)",
        {"broken": Verdict.BROKEN.value},
    )


def _take(db: sqlite3.Connection) -> None:
    db.execute(
        f"INSERT INTO main.result ({_KEY}, verdict, result, evidence, times_graded, graded_at)"
        f" SELECT {_KEY}, verdict, result, evidence, times_graded, graded_at FROM other.result WHERE true"
        " ON CONFLICT DO UPDATE SET verdict = excluded.verdict, result = excluded.result, evidence = excluded.evidence,"
        " graded_at = excluded.graded_at WHERE main.result.verdict = :broken AND excluded.verdict <> :broken",
        {"broken": Verdict.BROKEN.value},
    )
