"""Known wrong ways of add_two."""

from grader.checks.api import wrong


@wrong("sum-is-a-product", fails=["check_it_adds"])  # lint: wrong-variant
def multiplies(a, b):
    """Multiplies."""
    return a * b
