"""Checks of add_none."""


def check_it_adds(submission):
    """It adds."""
    assert submission.add_none
