"""Marks into the tables that course systems exported: Canvas's gradebook and Moodle's worksheet, filled and otherwise left as they are.

Ids, headers and points are copied, never made. Who cannot be found, has no mark, or had one already, is said.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from grader.classroom.marks import MarkRow
from grader.classroom.roster import delimiter_of
from grader.errors import UsageError
from grader.export.rawcsv import RawCsv, RawRow, read_raw
from grader.records import dataclass

STUDENT_COLUMNS = {"student", "id", "sis user id", "sis login id", "integration id", "root account", "section", "lastname", "firstname"}
SWALLOWED = re.compile(r"(Current|Final) (Score|Points|Grade)|Override ")
ASSIGNMENT = re.compile(r"(?P<title>.+) \((?P<id>\d+)\)")
GRADE_NAMES = {"grade", "bewertung", "note", "calificación", "valutazione", "cijfer", "nota"}


@dataclass(frozen=True, slots=True)
class Filled:
    """A table ready to be uploaded, how many marks are in it, and what the instructor has to know."""

    text: str
    count: int
    notices: tuple[str, ...]


def fill_canvas(text: str, marks: Sequence[MarkRow], assignment: str) -> Filled:
    """The exported gradebook, cut down to its student columns and one assignment, with our marks. UsageError when it is none."""
    table = read_raw(text, delimiter_of(text))
    header = table.rows[0] if table.rows else RawRow([], "")
    names = [table.value(header, column).strip() for column in range(len(header.cells))]
    if not any(name.lower() in ("student", "lastname") for name in names) or "ID" not in names:
        raise UsageError("This is no gradebook that Canvas exported: it has no columns `Student` and `ID`.", hint="Grades → Export")
    column = _assignment_column(names, assignment)
    keep = [index for index, name in enumerate(names) if name.lower() in STUDENT_COLUMNS] + [column]
    points_row = next((row for row in table.rows[1:] if "Points Possible" in table.value(row, 0)), None)
    possible = _number(table.value(points_row, column)) if points_row is not None else None
    notices = (
        [f"“{names[column]}” looks like a column that Canvas drops in silence; rename the assignment."]
        if SWALLOWED.search(names[column])
        else []
    )
    if points_row is not None and possible is None and table.value(points_row, column).strip():
        notices.append(f"Points Possible is “{table.value(points_row, column).strip()}”, which is no number: marks are on our own points.")
    by_id = _by_id(marks)
    out, used = [header, *((points_row,) if points_row is not None else ())], set()
    for row in table.rows[1:]:
        first = table.value(row, 0)
        if row is points_row or first == "Student, Test" or not table.value(row, names.index("ID")):
            continue
        found = next((by_id[value] for index in keep[:-1] if (value := table.value(row, index).casefold()) in by_id and index != 0), None)
        if found is None:
            continue
        used.add(found.key)
        was = table.value(row, column)
        if found.points is None or was == "EX":
            notices.append(f"{found.key} was left out: {'excused' if was == 'EX' else found.blank}.")
            continue
        table.put(row, column, _decimal(_scaled(found, possible), table.delimiter, text))
        out.append(row)
    notices += _leftover(marks, used, possible)
    body = "".join(table.delimiter.join(row.cells[index] for index in keep) + row.end for row in out)
    return Filled(body, len(out) - 1 - (points_row is not None), tuple(notices))


def _assignment_column(names: Sequence[str], assignment: str) -> int:
    """The column of the assignment, by its id, its title, or because there is only one."""
    found = {index: match for index, name in enumerate(names) if (match := ASSIGNMENT.fullmatch(name))}
    wanted = [index for index, match in found.items() if assignment in (match["id"], match["title"], match.string)]
    if not assignment and len(found) == 1:
        wanted = list(found)
    if len(wanted) != 1:
        listed = ", ".join(f"`{match.string}`" for match in found.values()) or "none"
        raise UsageError(
            f"Which assignment? The gradebook has: {listed}.", hint="name one with --assignment; make it in Canvas first if it is new"
        )
    return wanted[0]


def fill_moodle(text: str, marks: Sequence[MarkRow]) -> Filled:
    """The offline worksheet with grade and feedback filled in, whatever its language. UsageError when it is no worksheet."""
    table = read_raw(text, delimiter_of(text))
    grade, maximum, feedback = _moodle_columns(table)
    by_id = _by_id(marks)
    notices, used, count = [], set(), 0
    for row in table.rows[1:]:
        values = [table.value(row, column) for column in range(len(row.cells))]
        number = re.search(r"(\d+)$", values[0]) if values else None
        ids = [*([number[1]] if number else []), *(value.casefold() for value in values if "@" in value)]
        found = next((by_id[id_] for id_ in ids if id_ in by_id), None)
        if found is None:
            continue
        used.add(found.key)
        if found.points is None:
            notices.append(f"{found.key} was left as it is: {found.blank}.")
            continue
        new = _decimal(_scaled(found, _number(values[maximum])), table.delimiter, values[maximum])
        if values[grade] and values[grade] != new:
            notices.append(f"{found.key} had {values[grade]} ({values[-2]}); Moodle skips the row if that is newer than this worksheet.")
        table.put(row, grade, new)
        table.put(row, feedback, found.feedback)
        count += 1
    maxima = {_number(table.value(row, maximum)) for row in table.rows[1:]}
    notices += _leftover(marks, used, next(iter(maxima)) if len(maxima) == 1 else None)
    return Filled(table.text(), count, tuple(notices))


def _moodle_columns(table: RawCsv) -> tuple[int, int, int]:
    """Grade, maximum and feedback: found by what is in them, since headers are translated."""
    rows = table.rows[1:]
    width = len(table.rows[0].cells) if table.rows else 0
    names = [table.value(table.rows[0], column).strip().casefold() for column in range(width)]
    if width < 8 or not rows or not all(re.search(r"\D\d+$", table.value(row, 0)) for row in rows):
        raise UsageError("This is no offline grading worksheet of Moodle.", hint="View all submissions → Download grading worksheet")

    def is_number(column: int, *, may_be_empty: bool) -> bool:
        values = [table.value(row, column) for row in rows]
        return all((not value and may_be_empty) or _number(value) is not None for value in values)

    fits = [c for c in range(3, width - 2) if is_number(c, may_be_empty=True) and is_number(c + 1, may_be_empty=False)]
    named = [column for column in fits if names[column] in GRADE_NAMES]
    chosen = named or fits
    if len(chosen) != 1:
        raise UsageError(
            "The worksheet's column of grades cannot be told apart.", hint="download it without scales or extra identity columns"
        )
    return chosen[0], chosen[0] + 1, width - 1


def _by_id(marks: Sequence[MarkRow]) -> Mapping[str, MarkRow]:
    """Rows by every id, those that two share left out."""
    found: dict[str, list[MarkRow]] = {}
    for row in marks:
        for id_ in {id_.casefold() for id_ in row.ids}:
            found.setdefault(id_, []).append(row)
    return {id_: rows[0] for id_, rows in found.items() if len(rows) == 1}


def _scaled(row: MarkRow, possible: float | None) -> float:
    """The mark on the points of the course system."""
    if row.points is None:
        raise ValueError("a blank has no mark")
    return row.points if not possible or not row.max_points else row.points * possible / row.max_points


def _leftover(marks: Sequence[MarkRow], used: set[str], possible: float | None) -> list[str]:
    notices = [f"{row.key} is in the class and not in the table." for row in marks if row.key not in used]
    worth = {row.max_points for row in marks}
    if possible and worth and worth != {possible}:
        notices.append(f"Marks of {max(worth):g} points were scaled to the {possible:g} of the course system.")
    return notices


def _number(text: str) -> float | None:
    try:
        number = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _decimal(value: float, delimiter: str, like: str) -> str:
    """Two decimals, with a comma where the table writes one."""
    text = in_hundredths(value)
    is_comma = delimiter == ";" and re.search(r"\d,\d\d\b", like) is not None
    return text.replace(".", ",") if is_comma else text


def in_hundredths(value: float) -> str:
    """A mark with two decimals, a dot between them."""
    return str(Decimal(repr(round(value, 6))).quantize(Decimal("0.01"), ROUND_HALF_UP))  # half a point up, never to the even one
