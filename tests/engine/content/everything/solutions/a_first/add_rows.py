"""add_rows."""

from a_first.add_two import add_two


def add_rows(x):
    """What it gives."""
    total = 0
    for row in x:
        total = add_two(total, row)
    return total
