"""add_all."""

from a_first.add_rows import add_rows
from a_first.add_two import add_two  # lint: honest-needs


def add_all(x):
    """What it gives."""
    return add_rows(add_two(x, x))
