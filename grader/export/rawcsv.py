"""A CSV as raw cells: every byte that is not changed stays as it was, quotes, blanks and line ends included."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

MARK = "\ufeff"


@dataclass(slots=True)
class RawRow:
    """One row: its cells as they are written, and its line end."""

    cells: list[str]
    end: str


@dataclass(slots=True)
class RawCsv:
    """A whole table; `text()` gives back what was read, but for the cells that were set."""

    mark: str
    delimiter: str
    rows: list[RawRow]

    def value(self, row: RawRow, column: int) -> str:
        """What a cell says."""
        if column >= len(row.cells):
            return ""
        return next(csv.reader(io.StringIO(row.cells[column], newline=""), delimiter=self.delimiter), [""])[0] if row.cells[column] else ""

    def put(self, row: RawRow, column: int, value: str) -> None:
        """Write a cell."""
        needs_quotes = any(char in value for char in (self.delimiter, '"', "\n", "\r")) or value != value.strip()
        row.cells[column] = '"' + value.replace('"', '""') + '"' if needs_quotes else value

    def text(self) -> str:
        """The table again."""
        return self.mark + "".join(self.delimiter.join(row.cells) + row.end for row in self.rows)


def read_raw(text: str, delimiter: str) -> RawCsv:
    """Split a table into raw cells."""
    mark = MARK if text.startswith(MARK) else ""
    rows: list[RawRow] = []
    cells: list[str] = []
    start = at = len(mark)
    is_quoted = False
    while at < len(text):
        char = text[at]
        if char == '"':
            is_quoted = not is_quoted
        elif not is_quoted and char == delimiter:
            cells.append(text[start:at])
            start = at + 1
        elif not is_quoted and char in "\r\n":
            end = "\r\n" if text.startswith("\r\n", at) else char
            rows.append(RawRow([*cells, text[start:at]], end))
            at += len(end) - 1
            cells, start = [], at + 1
        at += 1
    if start < len(text) or cells:
        rows.append(RawRow([*cells, text[start:]], ""))
    return RawCsv(mark, delimiter, rows)
