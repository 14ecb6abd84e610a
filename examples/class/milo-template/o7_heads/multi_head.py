"""Multi-head attention.

Now put it together. Project the tokens, split every projection into h heads, let each head attend on its own, join what the heads found,
and mix it with W_O. The queries come from X_q, keys and values from X_kv: with the same sequence twice this is self-attention, with two
different ones cross-attention, and with a mask masked attention. One function covers all three kinds.

    Q = X_q W_Q,   K = X_kv W_K,   V = X_kv W_V            each is split into h heads of d_head = d/h numbers
    head i:  A_i = softmax(Q_i K_iᵀ / √d_head),   o_i = A_i V_i
    out = (o_0, o_1, …, o_(h-1) joined end to end) W_O

    multi_head([[1, 0]], [[2, 0], [0, 4]], 0 * np.eye(2), np.eye(2), np.eye(2), np.eye(2)[::-1], 2)  ->  ([[2.0, 1.0]], [[[0.5, 0.5]]] * 2)

(There W_Q is 0, so both heads just average, 1 and 2, and their tables are equal. W_O, the identity upside down, swaps the two numbers.)

Good to know
- Shapes: X_q (..., n_q, d), X_kv (..., n_k, d), all four matrices (d, d); out (..., n_q, d), A (..., h, n_q, n_k). The dots stand for any
  number of further axes in front. Return both, out first.
- allowed: bools, True = may look; None: everything is allowed. A mask (n_q, n_k) holds for every head; one with more axes in front
  broadcasts against (..., h, n_q, n_k), so (h, n_q, n_k) is a mask of its own for each head.
- Where a query may not look, its weight is exactly 0. A query that may look at nothing has weights 0 and output 0.
- Unless h divides d, raise ValueError. Scores may be ten thousands, of either sign.
- Arrays may arrive as nested lists, also of whole numbers: start with np.asarray. All inputs stay as they are.
- split_heads, join_heads and sdpa (which accepts any axes in front, and returns output and weights) are yours to use.
- numpy is yours to use too; torch, scipy and jax are not.
"""

import numpy as np
from o3_weights.attention_matrix import sdpa
from o7_heads.split_and_join import join_heads, split_heads


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Output (..., n_q, d) and weights (..., h, n_q, n_k) of attention in h heads."""
    # TODO: project, split, attend, join, mix. Write the shape behind every line.
    raise NotImplementedError
