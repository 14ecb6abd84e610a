"""Checks of add_rows."""


def check_it_adds(submission):
    """It adds."""
    assert submission.add_rows
