"""Geometry of the drawings: where each rectangle and number goes. Templates only write it down. Pure; knows neither HTML nor marks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from grader.records import dataclass

LEVELS = 10
FIRST_ON_HIGH = 5  # from this level on, a cell's number is written in the light ink
MAX_SIDE = 16  # rows and columns that are drawn; more would be dust

Matrix = Sequence[Sequence[float]]


def level_of(value: float, low: float = 0.0, high: float = 1.0) -> int:
    """The step of the colour scale for a value, 0 to 9."""
    if high <= low:
        return 0
    if math.isinf(high - low):  # between two huge numbers
        value, low, high = value / 2, low / 2, high / 2
    return max(0, min(LEVELS - 1, int((value - low) / (high - low) * LEVELS)))


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One square. `style` is a class of the style sheet; `ink` that of its number; "" hides the number."""

    x: int
    y: int
    style: str
    ink: str
    text: str
    is_different: bool
    says: str


@dataclass(frozen=True, slots=True)
class HeatGrid:
    """A small matrix as squares; `side` is that of one square, in px."""

    width: int
    height: int
    side: int
    cells: tuple[HeatCell, ...]
    says: str

    @property
    def is_different(self) -> bool:
        """Whether any square is."""
        return any(cell.is_different for cell in self.cells)


def heat_pair(target: Matrix, actual: Matrix) -> tuple[HeatGrid, HeatGrid]:
    """Expected and given on one scale; in the second, squares that differ are marked."""
    numbers = [value for matrix in (target, actual) for row in matrix for value in row if math.isfinite(value)]
    low, high = min([0.0, *numbers]), max([0.0, *numbers])
    return _grid(target, None, low, high), _grid(actual, target, low, high)


def _grid(matrix: Matrix, other: Matrix | None, low: float, high: float) -> HeatGrid:
    rows, columns = min(len(matrix), MAX_SIDE), min(max((len(row) for row in matrix), default=0), MAX_SIDE)
    side = 48 if columns <= 6 else 40 if columns <= 9 else 22
    cells = tuple(
        _cell(matrix[i][j], _at(other, i, j), (i, j), side, low, high, other is not None)
        for i in range(rows)
        for j in range(len(matrix[i][:columns]))
    )
    return HeatGrid(columns * side, rows * side, side, cells, f"{rows} rows, {columns} columns")


def _cell(value: float, other: float | None, at: tuple[int, int], side: int, low: float, high: float, compared: bool) -> HeatCell:
    is_finite = math.isfinite(value)
    level = level_of(value, low, high) if is_finite else 0
    return HeatCell(
        x=at[1] * side,
        y=at[0] * side,
        style=f"h{level}" if is_finite else "odd",
        ink=("on-high" if level >= FIRST_ON_HIGH else "on-low") if is_finite else "odd-text",
        text=number(value) if side >= 40 or not is_finite else "",
        is_different=compared and not _is_same(value, other),
        says=f"row {at[0]}, column {at[1]}: {value:.5g}",
    )


def _at(matrix: Matrix | None, i: int, j: int) -> float | None:
    return matrix[i][j] if matrix is not None and i < len(matrix) and j < len(matrix[i]) else None


def _is_same(value: float, other: float | None) -> bool:
    if other is None:
        return False
    return value == other or (math.isnan(value) and math.isnan(other)) or math.isclose(value, other, rel_tol=1e-5, abs_tol=1e-6)


def number(value: float) -> str:
    """A number in a square: two decimals where it is small, fewer digits where it is large."""
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "∞" if value > 0 else "−∞"
    if value == int(value) and abs(value) < 1000:
        return f"{int(value)}".replace("-", "−")
    text = f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}" if abs(value) < 100 else f"{value:.0e}"
    return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram: its rectangle, its count, and what stands below it."""

    x: float
    y: float
    width: float
    height: float
    count: int
    label: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """Ten bars over tenths of the points."""

    width: int
    height: int
    base: float
    bars: tuple[Bar, ...]


def histogram(counts: Sequence[int], *, width: int = 560, height: int = 220) -> Histogram:
    """Counts as bars with room above for the number and below for the label."""
    top, bottom, gap = 22, 30, 6
    room, step = height - top - bottom, width / max(len(counts), 1)
    most = max([1, *counts])
    bars = []
    for index, count in enumerate(counts):
        tall = round(count / most * room, 1)
        label = f"{index * 100 // len(counts)}–{(index + 1) * 100 // len(counts)}"
        bars.append(Bar(round(index * step + gap / 2, 1), round(top + room - tall, 1), round(step - gap, 1), tall, count, label))
    return Histogram(width, height, top + room, tuple(bars))


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a stacked bar, in units of a hundred."""

    style: str
    x: float
    width: float
    count: int
    label: str


def stacked(counts: Mapping[str, int], labels: Mapping[str, str]) -> tuple[Part, ...]:
    """Counts as pieces of one bar of width 100; pieces of nothing are left out."""
    total = sum(counts.values()) or 1
    parts, x = [], 0.0
    for style, count in counts.items():
        if count:
            wide = count / total * 100
            parts.append(Part(style, round(x, 3), round(wide, 3), count, labels[style]))
            x += wide
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class Dot:
    """One point of a scatter, and what it says."""

    x: float
    y: float
    says: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid: where, and what stands beside it."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Scatter:
    """Items by facility (across) and discrimination (up); those that lack a figure are not drawn."""

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    dots: tuple[Dot, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


def scatter(items: Sequence[tuple[str, float | None, float | None]], *, width: int = 560, height: int = 300) -> Scatter:
    """Points of (name, facility 0 to 1, discrimination −1 to 1); the height shows what is there, zero included."""
    found = [(name, p, r) for name, p, r in items if p is not None and r is not None]
    left, right, top, bottom = 44.0, width - 12.0, 10.0, height - 40.0
    low = min([0.0, *(math.floor(r * 5) / 5 for _, _, r in found)])

    def across(p: float) -> float:
        return round(left + p * (right - left), 1)

    def up(r: float) -> float:
        return round(bottom - (r - low) / (1 - low) * (bottom - top), 1)

    dots = tuple(Dot(across(p), up(r), f"{name}: p {p:.2f}, r {r:+.2f}".replace("-", "−")) for name, p, r in found)
    steps = [round(low + step / 5, 1) for step in range(round((1 - low) * 5) + 1)]
    return Scatter(
        width,
        height,
        left,
        right,
        top,
        bottom,
        dots,
        tuple(Tick(across(step / 5), f"{step * 20} %") for step in range(6)),
        tuple(Tick(up(step), f"{step:.1f}".replace("-", "−")) for step in steps),
    )
