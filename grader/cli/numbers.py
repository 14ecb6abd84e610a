"""Numbers as options take them: within a range, and never infinite or not a number at all."""

from __future__ import annotations

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A FloatRange that refuses `nan` and `inf`: no comparison with a bound ever holds of the one, and only one of the other."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Fails as every other value of the wrong kind does."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number to work with.", param, ctx)
        return number
