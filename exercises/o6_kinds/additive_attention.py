"""The 2014 score.

Before dot products, a translator's writing side compared its own state s with each state h_j of the source by a small network. Both are
projected to a common width, added, squashed by tanh, and reduced to one number by v. These numbers are the scores; softmax turns them
into weights, and what is blended are the states themselves. Without the tanh the query would add the same number to every score,
and softmax would ignore it.

    score_j = v · tanh(s W + h_j U)          weights = softmax(scores)          context = weights · H

    additive_attention([1.0], [[0.0], [2.0]], [[0.0]], [[0.0]], [3.0])  ->  ([1.0], [0.5, 0.5])

Good to know
- Shapes: s (..., d_s) is one state or any number of them, H (n, d_h) one row per source word, W (d_s, a), U (d_h, a), v (a,). d_s, d_h
  and a may all differ. Return a tuple: context (..., d_h) first, then the weights (..., n).
- Only s may have axes in front, and every state in it asks the same H. For one state s (d_s,) context is (d_h,) and weights are (n,).
- The scores are not divided by a square root.
- States of 10 000 must work (use np.tanh, which never overflows), and scores of 10 000 too.
- Leave your inputs as they are. `from o3_weights.softmax_rows import softmax_np` is yours to use, and so is numpy; torch, scipy
  and jax are not.
"""

import numpy as np


def additive_attention(s, H, W, U, v):
    """Context (..., d_h) and weights (..., n) of the states s, which ask the source states H."""
    # TODO: [..., None, :] gives the projected s an axis of size 1, so that it is added to all n projected rows of H.
    raise NotImplementedError
