"""Checks of add_all."""


def check_it_adds(submission):
    """It adds."""
    assert submission.add_all
