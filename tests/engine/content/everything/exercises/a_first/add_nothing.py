"""add_nothing."""


def add_nothing(x):
    """What it gives."""
    # TODO: write it.
    raise NotImplementedError
