"""Checks of add_two."""


def check_it_adds(submission):  # lint: check-sentence
    """It adds"""
    assert submission.add_two
