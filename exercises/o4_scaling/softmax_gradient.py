"""Saturated means stuck.

Training moves scores a little and looks how the weights follow. When one weight is almost 1, hardly anything follows: the softmax is
saturated, and gradient descent can hardly correct it. That is the reason the Transformer's authors gave for dividing by √d_k. Derive the
table of all derivatives of softmax, and measure its largest entry as the query gets longer.

    entry i, j = how much weight i grows, per unit, when score j grows a little and all other scores stay

    softmax_jacobian([0.0, 0.0])  ->  [[0.25, -0.25], [-0.25, 0.25]]
    gradient_size([2, 0], [[1.0986123, 1], [0, 1]], 0.7071067812)  ->  0.1875

Try it first: raise one score by .001, watch each weight, and look for a rule in w_i and w_j (one rule for i = j, one for the others).

Shapes: scores (n), the table (n, n); query (d_k), keys (n, d_k).

    gradient_size   the scores are factor · (q · k_i), divided by √d_k if scale (the default); it returns the largest |entry| of the
                    table at these scores. For the lesson's query: .1950 at factor 1, .0144 at factor 3.

Good to know
- Scores are the numbers that go into the softmax.
- Use the exact formula, not nudges: the entries are compared to about ten digits.
- Scores of ±10 000 must give finite numbers: softmax_np can do that. A single score has the table [[0.0]].
- Scores, query and keys may hold whole numbers, or be lists: np.asarray helps. They stay as they are.
- Return an array for the table and one number for its size.
- numpy is yours to use; torch, scipy and jax are not.
"""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def softmax_jacobian(scores):
    """The n × n table of derivatives: entry i, j says how fast weight i grows when score j grows."""
    # TODO: one rule for i = j, one for all other entries.
    raise NotImplementedError


def gradient_size(query, keys, factor, scale=True):
    """The largest derivative, sign left aside, at the scores of factor times the query, divided by √d_k if scale."""
    # TODO: scores first, then the table, then its largest entry.
    raise NotImplementedError
