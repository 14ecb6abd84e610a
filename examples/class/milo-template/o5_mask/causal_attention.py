"""Causal attention, also for a few new tokens.

Make the causal mask with numpy, and let fewer queries than keys come: when a text goes on, only the newest tokens ask, but they may
look at everything before them. So the n_q queries are the LAST n_q of n_k positions, and the mask lines up at the bottom right.

    query i stands at position i + n_k - n_q and may see key j if  j <= i + n_k - n_q        (count from 0)
    causal_attention(Q, K, V) = softmax(Q Kᵀ / √d_k, closed cells at minus infinity) V

    causal_mask(2, 5)  ->  [[True, True, True, True, False], [True, True, True, True, True]]
    causal_attention([[1.0, 0.0]], [[0.0, 0.0], [0.0, 2.0]], [[2.0], [4.0]])  ->  ([[3.0]], [[0.5, 0.5]])

Good to know
- causal_mask gives one bool array of shape (n_q, n_k), True = may look; n_k=None means n_k = n_q.
- Q (..., n_q, d_k), K (..., n_k, d_k), V (..., n_k, d_v); (...) stands for any number of axes in front, the same in all three.
  causal_attention returns (output (..., n_q, d_v), weights (..., n_q, n_k)).
- A closed cell has weight exactly 0, even where its score is 10 000 and all scores that may be seen lie far below -10 000.
- More queries than keys: the first rows may see nothing. Their weights are 0, and so is their output.
- float32 in gives float32 out; whole numbers are worked out as float64. Leave your inputs as they are.
- `from o3_weights.attention_matrix import sdpa` is yours to use: sdpa(Q, K, V, allowed).
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def causal_mask(n_q, n_k=None):
    """The bool array (n_q, n_k) that is True where a query may look; the queries are the last n_q of n_k positions."""
    # TODO: compare the positions of the keys with those of the queries. np.arange(n)[:, None] is a column.
    raise NotImplementedError


def causal_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k) of attention in which no query sees a later key."""
    # TODO: how many queries are there, and how many keys? Then the mask, and attention with it.
    raise NotImplementedError
