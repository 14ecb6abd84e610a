"""Softmax in plain Python.

Attention starts with scores, and a score may be any number. Softmax turns a list of them into weights: numbers between 0 and 1 that
add up to 1, larger for a larger score, and never below 0. It is e to the power of each score, divided by the total of these powers.

    weight_i = e^(x_i) / (e^(x_0) + e^(x_1) + ...)

    softmax([1.0, 2.0986123])  ->  [0.25, 0.75]

Good to know
- Scores of 10 000 and of -10 000 must work, but math.exp(10000) is an OverflowError. Subtracting the largest score from all of them
  changes no weight.
- A score of minus infinity, float("-inf"), means "blocked": its weight is exactly 0. If every score is blocked, all weights are 0.
- No scores, no weights: [] gives [].
- Add up the exponentials once, not once for every weight: a list of 20 000 scores must not take seconds.
- Scores may be whole numbers. Return a new list; xs stays as it is. Nan and plus infinity do not occur.
- Plain Python: the math module is yours to use, numpy is not.
"""

import math


def softmax(xs):
    """The weights of the scores xs: a list as long as xs that adds up to 1."""
    # TODO: first for ordinary scores, then think of huge, blocked and missing ones.
    raise NotImplementedError
