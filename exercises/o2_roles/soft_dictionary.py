"""Hard look-up, soft look-up.

A Python dict answers an exact match or nothing at all. Write that behaviour for vectors. Then write the soft version, which is
attention: every key gets a weight, larger the better it matches, and the answer is the weighted average of all values.

    score_i = sharpness * (query · key_i) / √d        d = how many numbers the query has
    weights = softmax of the scores
    output  = sum over i of weight_i * value_i

    hard_lookup([0, 1], [[2, 1], [0, 1]], [[4, 0, 5], [2, 2, 1]])  ->  [2, 2, 1]
    soft_lookup([2, 1], [[2, 1], [2, 1], [1, 3], [3, -1]], [[4], [0], [2], [6]])  ->  ([3.0], [0.25, 0.25, 0.25, 0.25])

Turn the sharpness up to 10 000, and only the key with the largest q·k is left (which is the exact match, if all keys are equally long
and it is there). Turn it down to 0, and the answer is the plain average of the values.

Good to know
- keys and values are lists of equally many lists, at least one. A value may be longer or shorter than a key.
- hard_lookup: if a key occurs twice, take the first. If the query is not among the keys, the answer is None.
- soft_lookup returns a tuple: the output (a list), then the weights (a list). It answers even if nothing matches well; keys that
  match equally well get equal weights, at any sharpness.
- Return new lists, and leave the arguments as they are. Scores of ±10 000 and more must work.
- Plain Python: the math module is yours to use, numpy is not.
"""

import math

from o3_weights.softmax_by_hand import softmax


def hard_lookup(query, keys, values):
    """A copy of the value whose key equals the query, or None if there is none."""
    # TODO: go through keys and values side by side.
    raise NotImplementedError


def soft_lookup(query, keys, values, sharpness=1.0):
    """(output, weights): the average of the values, weighted by how well their keys match the query."""
    # TODO: which part of a dict look-up becomes a number between 0 and 1?
    raise NotImplementedError
