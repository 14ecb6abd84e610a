"""One query, any number of keys.

One token asks, and the four steps of attention answer: score every key, scale the scores, turn them into weights, blend the values.

    score_i  = q · k_i / √d_k            d_k = how many numbers a query (and a key) has
    weights  = softmax(scores)
    output_j = weight_0 * v_0[j] + weight_1 * v_1[j] + ...

    attend_one([1.0986123, 0, 0, 0], [[2, 1, 1, 1], [0, 1, 1, 1]], [[4, 0], [0, 4]])  ->  ([1.0986123, 0.0], [0.75, 0.25], [3.0, 1.0])

The lesson's query [2, 1] with its four keys must give the weights .735, .043, .043, .179 and the output [3.20, 0.44].

Shapes: query (d_k,), keys (n, d_k), values (n, d_v): one query of d_k numbers; n keys of d_k numbers; n values of d_v numbers.

Good to know
- d_v may differ from d_k, and n from both. There is at least one key.
- Return the scores after the division by √d_k.
- Return three lists as one tuple: scores (n numbers), weights (n), output (d_v). They are new lists; the inputs stay as they are.
- Scores of ±10 000 must work; your softmax of the last exercise can do that.
- Plain Python: the math module is yours to use, numpy is not.
"""

import math

from o3_weights.softmax_by_hand import softmax


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    # TODO: score, scale, softmax, blend.
    raise NotImplementedError
