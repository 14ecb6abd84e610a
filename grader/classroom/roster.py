"""The class list, and what it says about what came in: who is missing, unknown, twice, or cannot be told apart.

Reads any CSV with an id in it, a Canvas gradebook and a Moodle worksheet among them. Matches by id, never by a name that two share.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from grader.classroom.moments import MAX_HOURS, read_moment, utc_text
from grader.classroom.names import storable
from grader.errors import UsageError
from grader.records import dataclass

ID_COLUMNS = ("id", "key", "learner", "username", "user name", "identifier", "login", "sis user id", "sid", "github_username")
OTHER_IDS = (
    "sis user id",
    "sis login id",
    "login",
    "username",
    "email",
    "email address",
    "id number",
    "sid",
    "github_username",
    "roster_identifier",
)
NAME_COLUMNS = ("name", "student", "full name", "full_name")
MAX_BYTES = 16 << 20
_STEERING = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]+")  # breaks lines, turns text around, or moves a cursor
_END = "\x1e"  # stands alone behind the last row, unless a quote swallowed it
_SEPARATOR = re.compile(r'"?sep=([,;\t])"?[ \t]*(?=[\r\n])', re.IGNORECASE)  # what a spreadsheet writes first, for itself


@dataclass(frozen=True, slots=True)
class Person:
    """One row of the class list. `others` are ids that mean the same person; `submitted_at` UTC ISO text or ""."""

    key: str
    name: str = ""
    section: str = ""
    others: tuple[str, ...] = ()
    submitted_at: str = ""
    extension_hours: float = 0.0


@dataclass(frozen=True, slots=True)
class Roster:
    """The class list as read; `notices` say what was assumed in reading it."""

    people: tuple[Person, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Submissions against the class list: the four lists, and whose each submission is."""

    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    duplicate: tuple[str, ...]
    ambiguous: tuple[str, ...]
    people: Mapping[str, Person]  # by the key of a submission or of a group's member

    @property
    def is_clean(self) -> bool:
        """Whether list and submissions agree."""
        return not (self.missing or self.unknown or self.duplicate or self.ambiguous)


def decoded(data: bytes, shown: str) -> tuple[str, tuple[str, ...]]:
    """A table's text: UTF-8 with or without a mark, UTF-16 with one; else Windows-1252, and said so. UsageError when it is no text."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        with suppress(UnicodeDecodeError):
            return data.decode("utf-16"), ()
    if b"\0" in data:
        raise UsageError(f"`{shown}` is no CSV: it is UTF-16 without a mark, a spreadsheet, or damaged.", hint="save it as CSV, in UTF-8")
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), (f"{shown} is not UTF-8; read as Windows-1252. Look at the names.",)


def delimiter_of(text: str) -> str:
    """Comma, semicolon or tab: what the first line has most of."""
    first = text.lstrip("\r\n").partition("\n")[0]
    return max(",;\t", key=first.count)


def read_roster(path: Path) -> Roster:
    """The class list in a CSV. UsageError when there is no column that identifies a person."""
    if not path.is_file():
        raise UsageError(f"No class list `{path}`.", hint="name a CSV with a column `id`, or an exported gradebook")
    if path.stat().st_size > MAX_BYTES:
        raise UsageError(f"`{path}` is larger than {MAX_BYTES:,} bytes.", hint="name a CSV with one row for each learner")
    text, notices = decoded(path.read_bytes(), str(path))
    lines = [(line, row) for line, row in _rows(path, text) if any(row)]
    rows = [row for _, row in lines]
    if not rows:
        raise UsageError(f"`{path}` is empty.")
    header = [_plain(cell) for cell in rows[0]]
    is_moodle = _is_moodle(rows)
    id_column = 0 if is_moodle else next((header.index(name) for name in ID_COLUMNS if name in header), -1)
    if id_column < 0:
        raise UsageError(f"`{path}` has no column that identifies a learner.", hint="call it `id`; the keys of submissions must be in it")
    return Roster(tuple(_people(path, lines[1:], header, id_column, is_moodle)), notices)


def _rows(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table, each with the line that it ends on."""
    said = _SEPARATOR.match(text)
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=said[1] if said else delimiter_of(text))
    last = 0
    try:
        for row in islice(reader, 1 if said else 0, None):
            if row and row[-1].endswith(_END):
                if row != [_END]:
                    raise UsageError(f"{path}:{last + 1}: a quote is opened here and never closed.", hint="save it as CSV, in UTF-8")
                return
            last = reader.line_num
            yield last, [_STEERING.sub(" ", cell).strip() for cell in row]
    except csv.Error as error:
        raise UsageError(f"{path}:{reader.line_num}: this is no row of a table: {error}.", hint="save it as CSV, in UTF-8") from error


def _people(path: Path, lines: Iterable[tuple[int, list[str]]], header: Sequence[str], id_column: int, is_moodle: bool) -> Iterator[Person]:
    """Everyone on the list. UsageError names file, line and learner."""
    for line, row in lines:
        if _is_person(row, id_column):
            try:
                yield _person(row, header, id_column, is_moodle)
            except ValueError as error:
                where = f"{path}:{line}: {row[id_column].strip()}"
                raise UsageError(f"{where}: {error}.", hint="mend that row, or leave the cell empty") from error


def _is_moodle(rows: Sequence[Sequence[str]]) -> bool:
    """Whether this is a worksheet of Moodle, in any language: a first column of words that end in a number, and an e-mail column."""
    return (
        len(rows) > 1
        and all(re.fullmatch(r"[^\W\d]\D{5,}\d+", row[0]) for row in rows[1:] if row and row[0])
        and any("@" in cell for cell in rows[1])
    )


def _is_person(row: Sequence[str], id_column: int) -> bool:
    first = row[0].strip() if row else ""
    return len(row) > id_column and bool(row[id_column].strip()) and first != "Student, Test" and "Points Possible" not in first


def _person(row: Sequence[str], header: Sequence[str], id_column: int, is_moodle: bool) -> Person:
    cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
    key = storable(row[id_column].strip())
    moodle = re.fullmatch(r"[^\d@]+?(\d+)", key) if is_moodle else None
    others = tuple(value for name in OTHER_IDS if (value := cells.get(name, "")) and value != key)
    name = next((value for column in NAME_COLUMNS if (value := cells.get(column, ""))), "") or (
        row[1].strip() if moodle and len(row) > 1 else ""
    )
    email = tuple(cell.strip() for cell in row if "@" in cell and cell.strip() not in others)
    at = "" if is_moodle else _utc(cells.get("submitted_at", ""))
    return Person(
        moodle[1] if moodle else key, name, cells.get("section", ""), (*others, *email), at, _hours(cells.get("extension_hours", ""))
    )


def _hours(text: str) -> float:
    hours = -1.0
    with suppress(ValueError):
        hours = float(text.replace(",", ".")) if text else 0.0
    if not 0 <= hours <= MAX_HOURS:  # nan is neither
        raise ValueError(f"`extension_hours` must be a number from 0 to {MAX_HOURS:,}, found `{text}`")
    return hours


def _utc(text: str) -> str:
    try:
        return utc_text(read_moment(text)) if text else ""
    except ValueError as error:
        raise ValueError(f"`submitted_at` {error}") from error


def reconcile(keys: Iterable[str], roster: Roster) -> Reconciled:
    """Compare keys (of submissions, of members of groups) with the class list."""
    counts = Counter(person.key for person in roster.people)
    people = {person.key: person for person in roster.people}
    by_other: dict[str, set[str]] = {}
    for person in roster.people:
        for other in (person.key, *person.others, person.name):
            if other:
                by_other.setdefault(_plain(other), set()).add(person.key)
    found, unknown, ambiguous = {}, [], []
    for key in sorted(set(keys)):
        meant = {key} if key in people else by_other.get(_plain(key), set())
        if len(meant) == 1:
            found[key] = people[next(iter(meant))]
        elif meant:
            ambiguous.append(f"{key} could be {' or '.join(sorted(meant))}")
        else:
            unknown.append(key)
    seen = {person.key for person in found.values()}
    twice = [key for key, count in counts.items() if count > 1]
    same = Counter(person.key for person in found.values())
    twice += [f"{key} handed in {count} times" for key, count in same.items() if count > 1]
    missing = tuple(key for key in people if key not in seen)
    return Reconciled(missing, tuple(unknown), tuple(twice), tuple(ambiguous), found)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip().casefold()
