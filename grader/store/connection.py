"""Opening a SQLite file the one way this program does: strict, durable, versioned, and with errors a person can act on.

Knows files, pragmas and error codes; knows no table.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path

from grader.errors import DiskFull, GraderError, StoreBusy, StoreDamaged
from grader.store.places import journal_notice

BUSY_TIMEOUT_S = 30.0
LEAST_ROOM_BYTES = 1 << 17  # what SQLite's own files beside a store need
GRADE_AGAIN = "keep result.json, which lists the marks set by hand; then move the damaged file away and grade again"


def connect(path: Path, schema: str, *, application_id: int, version: int, busy_timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """The database at `path`, made from `grader/store/<schema>` when new. In autocommit: every write goes through `writing`.

    Raises StoreBusy, StoreDamaged (not ours, damaged, or newer than this program) and DiskFull.
    """
    with explained(path):
        connection = sqlite3.connect(path, timeout=busy_timeout_s, isolation_level=None)
    try:
        with explained(path):
            _prepare(connection, path, schema, application_id, version)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, schema: str, application_id: int, version: int) -> None:
    connection.row_factory = sqlite3.Row
    mode = "DELETE" if journal_notice(path) else "WAL"
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if (_pragma(connection, "application_id"), _pragma(connection, "user_version")) == (application_id, version):
        return  # the usual case: nothing to make, so nothing is written and nobody is waited for
    with writing(connection, path):  # two processes may make the same store at once: the second one finds it made
        found_id, found_version = _pragma(connection, "application_id"), _pragma(connection, "user_version")
        if found_id == 0 and found_version == 0 and not _has_tables(connection):
            _run_script(connection, schema)
            connection.execute(f"PRAGMA application_id = {application_id}")
            _upgrade(connection, schema, 1, version)
        elif found_id != application_id:
            raise StoreDamaged(f"`{path}` is a database of another program.", hint="name another folder, or move that file away")
        elif found_version > version:
            raise StoreDamaged(
                f"`{path}` was written by a newer version of this program (format {found_version}, this one knows {version}).",
                hint="update the program; nothing was changed",
            )
        else:
            _upgrade(connection, schema, found_version, version)


def keep_old(path: Path, version: int) -> Path | None:
    """Copy a store of an older format aside before it is brought up to `version`; the copy, or None when the store is not older."""
    if not _is_older(path, version):
        return None
    with explained(path), closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)) as connection:
        found = _pragma(connection, "user_version")
        if not 0 < found < version:
            return None
        copy = path.with_name(f"{path.stem}.format-{found}{path.suffix}")
        half = copy.with_name(f"{copy.name}.{os.getpid()}.tmp")  # of this process alone: two may be at it
        try:
            with closing(sqlite3.connect(half)) as target:
                connection.backup(target)
                if _pragma(target, "user_version") != found:
                    return None  # another process has just brought it up, and kept the copy
            os.replace(half, copy)
        finally:
            half.unlink(missing_ok=True)
    return copy


def _is_older(path: Path, version: int) -> bool:
    """What the file's header says, without opening the database: it may lag behind, never run ahead."""
    try:
        with path.open("rb") as file:
            return 0 <= int.from_bytes(file.read(64)[60:64]) < version
    except OSError:
        return False


def _upgrade(connection: sqlite3.Connection, schema: str, found: int, version: int) -> None:
    """Bring a store from format `found` to `version`: `NAME.2.sql` makes format 2 out of 1, and so on."""
    for number in range(found + 1, version + 1):
        _run_script(connection, schema.replace(".sql", f".{number}.sql"))
    connection.execute(f"PRAGMA user_version = {version}")


def _run_script(connection: sqlite3.Connection, name: str) -> None:
    for statement in statements(files("grader.store").joinpath(name).read_text(encoding="utf-8")):
        connection.execute(statement)


def statements(script: str) -> Iterator[str]:
    """The statements of a schema script, one by one, so that they run inside one transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _has_tables(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is not None


@contextmanager
def writing(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """One write transaction, taken at once (a read that turns into a write would fail whatever the timeout); kept whole or not at all."""
    with explained(path):
        connection.execute("BEGIN IMMEDIATE")
    try:
        with explained(path):
            yield
            connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """SQLite's errors and a full disk as ours, each with what to do next."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _translated(error, path) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise disk_full(path) from error
        raise


def _translated(error: sqlite3.DatabaseError, path: Path) -> GraderError | sqlite3.DatabaseError:
    primary = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if primary == sqlite3.SQLITE_FULL:
        return disk_full(path)
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy(f"`{path}` is in use by another process.", hint="wait until it is done, then run the same command again")
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreDamaged(f"`{path}` is damaged or no database of ours: {error}.", hint=GRADE_AGAIN)
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreDamaged(f"`{path}` cannot be written: {error}.", hint="look at the folder's owner and permissions")
    if primary == sqlite3.SQLITE_IOERR and not _has_room(path):
        return disk_full(path)  # the shared-memory file beside it could not grow: SQLite calls that a read or write error
    if primary == sqlite3.SQLITE_IOERR:
        return DiskFull(
            f"`{path}` cannot be written: {error}.", hint="look at the disk: space, quota, cable; then run the same command again"
        )
    return error


def _has_room(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free >= LEAST_ROOM_BYTES
    except OSError:
        return True


def disk_full(path: Path) -> DiskFull:
    """The error for a full disk: what was committed stays."""
    return DiskFull(
        f"The disk that holds `{path}` is full; what was graded so far is kept.", hint="free some space, then run the same command again"
    )
