"""Softmax in plain Python."""


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    total = sum(xs)
    return [x / total for x in xs]
