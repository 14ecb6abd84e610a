"""The squares of a small matrix as SVG. Written here and not in a template: an evidence page has hundreds, each with a dozen numbers.

Nothing but our own numbers and names of styles goes in, so that nothing needs escaping.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from grader.report.charts import HeatGrid


def squares(grid: HeatGrid) -> Markup:
    """The inside of the drawing of a grid."""
    return Markup("".join(_lines(grid)))  # numbers and styles of ours


def _lines(grid: HeatGrid) -> Iterator[str]:
    side, middle = grid.side, grid.side / 2
    for cell in grid.cells:
        x, y = cell.x, cell.y
        yield f'<g><title>{cell.says}</title><rect class="{cell.style}" x="{x + 1}" y="{y + 1}" '
        yield f'width="{side - 2}" height="{side - 2}" rx="3"/>'
        if cell.text:
            yield f'<text class="{cell.ink}" x="{x + middle}" y="{y + middle + 4}" text-anchor="middle">{cell.text}</text>'
        if cell.is_different:
            yield f'<rect class="differs" x="{x + 2.5}" y="{y + 2.5}" width="{side - 5}" height="{side - 5}" rx="3"/>'
        yield "</g>"
