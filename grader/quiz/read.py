"""What people type for labels, pairs, cells, tables and units, read leniently; what cannot be read is refused with a sentence.

Knows no key: nothing here can tell right from wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from grader.quiz.drawn import Shown
from grader.quiz.numbers import Refused, parse_number

MAX_TABLE = 400
Rows = tuple[tuple[Fraction, ...], ...]


def read_labels(text: str, known: Sequence[str], *, many: bool, in_order: bool = False) -> list[str] | Refused:
    """`b`, `a c`, `a, c`, `ac`, `B)`: labels in the order typed (or of the options), each at most once."""
    words = [word for word in re.split(r"[\s,;.()\[\]>→-]+", text.casefold()) if word]
    if len(words) == 1 and words[0] not in known:
        words = list(words[0])
    unknown = [word for word in words if word not in known]
    if unknown or not words:
        return Refused(f"Answer with {_one_of(known)}{'' if not many else ', several parted by spaces'}.")
    if len(set(words)) != len(words):
        return Refused("Name each letter only once.")
    if not many and len(words) > 1:
        return Refused("Choose only one.")
    return words if in_order else [label for label in known if label in words]


def _one_of(known: Sequence[str]) -> str:
    return f"{known[0]} to {known[-1]}" if len(known) > 2 else " or ".join(known)


_PAIR = re.compile(r"([0-9]+)\s*[-:=→.)]*>?\s*([a-z])")


def read_pairs(text: str, left: Sequence[str], right: Sequence[str]) -> dict[str, str] | Refused:
    """`1c 2a 3b`, `1-c, 2-a`, or just `c a b` in the order of the left side."""
    lowered = text.casefold().strip()
    words = [word for word in re.split(r"[\s,;]+", lowered) if word]
    if len(words) == 1 and words[0].isalpha():
        words = list(words[0])
    if len(words) == len(left) and all(word in right for word in words):
        return dict(zip(left, words, strict=True))
    pairs = _PAIR.findall(lowered)
    leftover = _PAIR.sub("", lowered).strip(" ,;\n\t")
    if not pairs or leftover or any(a not in left or b not in right for a, b in pairs):
        return Refused(f"Write a number and a letter for each, for example {left[0]}{right[0]} {left[1]}{right[1]}.")
    if len({a for a, _ in pairs}) != len(pairs):
        return Refused("Give each number only one letter.")
    return dict(pairs)


_CELL = r"r(?:ow)?\s*([0-9]+)\s*[,.]?\s*c(?:ol(?:umn)?)?\s*([0-9]+)"
_CELL_OR_LINE = re.compile(
    rf"{_CELL}|(?P<row>r(?:ow)?)\s*(?P<r>[0-9]+)|(?P<col>c(?:ol(?:umn)?)?)\s*(?P<c>[0-9]+)|(?P<x>[0-9]+)\s*,\s*(?P<y>[0-9]+)"
)


def read_cells(text: str, rows: int, columns: int) -> frozenset[tuple[int, int]] | Refused:
    """`r1c2 r1c3`, `1,2 1,3`, a whole row `r2` or column `c4`; cells are counted from 1."""
    lowered = text.casefold()
    cells: set[tuple[int, int]] = set()
    for match in _CELL_OR_LINE.finditer(lowered):
        cells |= _cells_of(match, rows, columns)
    leftover = _CELL_OR_LINE.sub(" ", lowered).strip(" ,;.()[]\n\t")
    if leftover or not cells:
        return Refused("Name cells by row and column from 1, for example r1c2 r1c3; r2 is a whole row, c4 a whole column.")
    outside = [(row, column) for row, column in sorted(cells) if not (1 <= row <= rows and 1 <= column <= columns)]
    if outside:
        row, column = outside[0]
        return Refused(f"r{row}c{column} lies outside the grid of {rows} x {columns}.")
    return frozenset(cells)


def _cells_of(match: re.Match[str], rows: int, columns: int) -> set[tuple[int, int]]:
    if match["row"]:
        return {(_small(match["r"]), column) for column in range(1, columns + 1)}
    if match["col"]:
        return {(row, _small(match["c"])) for row in range(1, rows + 1)}
    if match["x"]:
        return {(_small(match["x"]), _small(match["y"]))}
    return {(_small(match[1]), _small(match[2]))}


def _small(digits: str) -> int:
    """A cell number; anything absurdly long is just outside every grid."""
    return int(digits) if len(digits) <= 4 and digits.isascii() else 9_999


def read_table(text: str) -> Rows | Refused:
    """`a b; c d`, lines, JSON or NumPy text."""
    rows = _bracket_rows(text) if "[" in text else [row.split() for row in re.split(r"[;\n]", text) if row.strip()]
    if isinstance(rows, Refused):
        return rows
    if sum(map(len, rows)) > MAX_TABLE:
        return Refused("Those are too many numbers.")
    table: list[tuple[Fraction, ...]] = []
    for row in rows:
        cells = [parse_number(cell.rstrip(",")) for cell in row]
        refused = next((cell for cell in cells if isinstance(cell, Refused)), None)
        if refused is not None:
            return refused
        table.append(tuple(cell for cell in cells if isinstance(cell, Fraction)))
    return tuple(table)


def _bracket_rows(text: str) -> list[list[str]] | Refused:
    inner = re.sub(r"\b(?:np\.)?array\(|\)|\s+", " ", text).strip()
    if inner.startswith("[["):
        rows = re.findall(r"\[([^\[\]]*)\]", inner)
        rest = re.sub(r"\[[^\[\]]*\]", "", inner)
    else:
        rows, rest = re.findall(r"\[([^\[\]]*)\]", inner), re.sub(r"\[[^\[\]]*\]", "", inner)
    if not rows or re.sub(r"[\s,;\[\]]", "", rest):
        return Refused("Write the table as rows: 1 2; 3 4   or   [[1, 2], [3, 4]]")
    return [[cell for cell in re.split(r"[\s,]+", row) if cell] for row in rows]


def read_shape(text: str) -> Rows | Refused:
    """`3 x 5`, `(3, 5)`, `3 by 5`, `3×5`, `3 5`."""
    words = [word for word in re.split(r"[\s,()x×*]+|by", text.casefold()) if word]
    if not words or not all(word.isascii() and word.isdigit() and len(word) <= 9 for word in words):
        return Refused("Write the shape as rows x columns, for example 3 x 5.")
    return (tuple(Fraction(int(word)) for word in words),)


_UNIT = re.compile(r"^(.*?[0-9½⅓⅔¼¾%.,)])\s*([A-Za-zµ/²³·]+)\s*$", re.DOTALL)


def split_unit(text: str, units: Sequence[str]) -> tuple[str, str | Refused]:
    """The number and its unit, "" when none is written; a unit that is not on the list is refused."""
    match = _UNIT.match(text.strip())
    if not units or match is None:
        return text, ""
    number, unit = match.groups()
    if unit in units:
        return number, unit
    folded = [known for known in units if known.casefold() == unit.casefold()]
    if len(folded) == 1:
        return number, folded[0]
    return text, Refused(f"Units that are read: {', '.join(units)}.")


def read_figures(text: str) -> tuple[int, int]:
    """The fewest and most significant figures the text can mean: "100" has 1 to 3."""
    mantissa = re.split(r"[eE×·*x]", text.strip().lstrip("+-−"))[0].replace(",", ".")
    digits = "".join(char for char in mantissa if char.isdigit()).lstrip("0")
    if "." in mantissa or not digits.endswith("0"):
        return len(digits), len(digits)
    return len(digits.rstrip("0")), len(digits)


def unreadable(shown: Shown, raw: str) -> str:
    """Why an answer could not be read when it is marked, or ""; known without any key, so that it can be said while it costs nothing."""
    if not raw.strip():
        return ""
    kind = str(shown.kind)
    read: object = ""
    if kind in ("single", "multi", "order"):
        read = read_labels(raw, shown.labels, many=kind != "single", in_order=kind == "order")
        if kind == "order" and isinstance(read, list) and len(read) != len(shown.labels):
            return f"Name every one of {' '.join(shown.labels)} once, in your order."
    elif kind == "numeric":
        bare, unit = split_unit(raw, shown.units)
        read = unit if isinstance(unit, Refused) else parse_number(bare)
    elif kind == "match":
        read = read_pairs(raw, shown.labels, shown.second_labels)
    elif kind == "hotspot":
        read = read_cells(raw, *shown.grid)
    elif kind == "matrix":
        read = read_shape(raw) if shown.is_shape else read_table(raw)
    return read.reason if isinstance(read, Refused) else ""
