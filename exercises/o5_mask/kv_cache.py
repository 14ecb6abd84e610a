"""Generate without redoing the work.

A model writes one token after another, and each new token asks all the old ones. The old tokens' keys and values never change, so keep
them: a cache holds the keys and values of the text so far. Extend it by m new tokens (one while writing, many when a prompt is read)
and return exactly what causal attention over the whole text would give for those m positions. Nothing is approximated.

    new queries, keys, values = projections of X_new alone
    K = old keys, then the new ones          V = old values, then the new ones
    Y_new = causal attention of the m new queries over all of K and V: the new tokens are the last m positions

    extend({"K": [[0.0]], "V": [[2.0]]}, [[1.0]], [[1.0]], [[0.0]], [[4.0]])  ->  ([[3.0]], {"K": [[0.0], [0.0]], "V": [[2.0], [4.0]]})

Good to know
- A cache is a dict with exactly two arrays: "K" (n, d_k) and "V" (n, d_v), row t for token t of the text. At the start n is 0:
  empty_cache(d_k, d_v) has arrays of the shapes (0, d_k) and (0, d_v).
- X_new (m, d_model), W_Q and W_K (d_model, d_k), W_V (d_model, d_v). extend returns a tuple: Y_new (m, d_v), and the new cache with
  n + m rows. New tokens are not all alike: the first of them must not see the second, in a prompt neither.
- Multiply by all three matrices with project(X_new, W): all m rows, once for each matrix, or once for the three side by side.
  What goes through it is counted.
- The old cache stays as it was, so that two continuations can start from it. So do all other inputs.
- `from o5_mask.causal_attention import causal_attention` is yours to use, and so is numpy; torch, scipy and jax are not.
"""

import numpy as np


def empty_cache(d_k, d_v):
    """The cache of a text of no tokens yet: {"K": array (0, d_k), "V": array (0, d_v)}."""
    # TODO: two arrays without rows; np.zeros takes a shape.
    raise NotImplementedError


def extend(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Outputs (m, d_v) for the m new tokens, and the new cache with their keys and values behind the old ones."""
    # TODO: project the new rows, put keys and values behind the cached ones (np.concatenate), let the new queries ask.
    raise NotImplementedError
