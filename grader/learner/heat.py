"""Target, the learner's own and where they differ, as three small pictures side by side: text only, readable without colour.

Pure: two matrices in, lines out. Knows nothing of checks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Matrix = Sequence[Sequence[float]]

SHADES = "·░▒▓█"  # from the smallest of both matrices to the largest
AGREES = "."
TITLES = ("target", "yours", "difference")
LEGEND = "· smallest to █ largest; difference: . none"
GAP = "   "
FEWEST_CELLS = 6  # numbers of fewer cells are read at a glance
MOST_ROWS = 8
CLOSE = 1e-5  # relative: what a picture may call equal; the check itself has its own tolerance


def heat_lines(target: Matrix, actual: Matrix, width: int) -> list[str]:
    """A title line, one line per row and what the shades mean; [] where a picture says no more than the numbers, or does not fit."""
    if not _are_alike(target, actual):
        return []
    rows, columns = len(target), len(target[0])
    if rows < 2 or rows > MOST_ROWS or rows * columns < FEWEST_CELLS:
        return []
    cell = next((size for size in (2, 1) if max(_needed(columns * size), len(LEGEND)) <= width), 0)
    if not cell:
        return []
    low, high = _range(target, actual)
    pictures = (
        [[_shade(value, low, high) for value in row] for row in target],
        [[_shade(value, low, high) for value in row] for row in actual],
        _differences(target, actual),
    )
    lines = [_beside(TITLES, columns * cell)]
    for row in range(rows):
        lines.append(_beside([("".join(sign * cell for sign in picture[row])) for picture in pictures], columns * cell))
    return [*lines, LEGEND]


def _are_alike(target: Matrix, actual: Matrix) -> bool:
    lengths = {len(row) for row in (*target, *actual)}
    return len(target) == len(actual) and len(lengths) == 1 and lengths != {0}


def _needed(columns: int) -> int:
    return sum(max(columns, len(title)) for title in TITLES) + 2 * len(GAP)


def _beside(parts: Sequence[str], columns: int) -> str:
    padded = [part.ljust(max(columns, len(title))) for part, title in zip(parts, TITLES, strict=True)]
    return GAP.join(padded).rstrip()


def _differences(target: Matrix, actual: Matrix) -> list[list[str]]:
    """A dot where both agree, else how far they are apart, against the largest such distance."""
    pairs = [list(zip(*rows, strict=True)) for rows in zip(target, actual, strict=True)]
    apart = [abs(one - other) for row in pairs for one, other in row]
    most = max((distance for distance in apart if math.isfinite(distance)), default=0.0)
    return [[AGREES if _is_close(*pair) else _shade(abs(pair[0] - pair[1]), 0.0, most, SHADES[1:]) for pair in row] for row in pairs]


def _is_close(one: float, other: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return one == other or math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)


def _range(*matrices: Matrix) -> tuple[float, float]:
    finite = [value for matrix in matrices for row in matrix for value in row if math.isfinite(value)]
    return (min(finite), max(finite)) if finite else (0.0, 0.0)


def _shade(value: float, low: float, high: float, shades: str = SHADES) -> str:
    """`?` for nan, a sign for an infinity, else a shade."""
    if math.isnan(value):
        return "?"
    if math.isinf(value):
        return "+" if value > 0 else "-"
    if math.isinf(high - low):  # between two huge numbers
        value, low, high = value / 2, low / 2, high / 2
    share = (value - low) / (high - low) if high > low else 1.0
    return shades[min(len(shades) - 1, int(share * len(shades)))]
