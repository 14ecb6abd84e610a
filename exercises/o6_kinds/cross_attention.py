"""Cross-attention.

A translator writes a target sentence while it reads a source sentence. In cross-attention the side that is being written asks, so the
queries come from the target; the source answers, so keys and values both come from it. The source is complete before writing
begins: every target word may read all of it. Only padding, which fills short sentences up to equal length, is hidden.

    Q = X_tgt W_Q      K = X_src W_K      V = X_src W_V
    A = softmax(Q Kᵀ / √d_k)      output = A V             no causal mask

    cross_attention([[1.0]], [[1.0], [1.0]], [[1.0]], [[2.0]], [[4.0]])  ->  ([[4.0]], [[0.5, 0.5]])

Good to know
- Shapes: X_tgt (..., n_t, d_t), X_src (..., n_s, d_s), W_Q (d_t, d_k), W_K (d_s, d_k), W_V (d_s, d_v). Return a tuple: output
  (..., n_t, d_v) first, then the weights A (..., n_t, n_s). All these sizes may differ.
- (...) stands for any number of axes in front: a batch of sentence pairs, the same for X_tgt, X_src and src_real.
- src_real is a bool array (..., n_s): True = a real word, False = padding; each sentence has its own. None (the default): all real.
- Padding gets weight exactly 0 in every row, whatever (finite) numbers stand in it. If all of a source is padding, weights and
  output are 0.
- Leave your inputs as they are.
- `from o3_weights.attention_matrix import sdpa` and `from o2_roles.project_all import project_qkv` are yours to use.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Output (..., n_t, d_v) and weights (..., n_t, n_s) of target words that read the source."""
    # TODO: who asks, who answers? Project each side, then attention; src_real[..., None, :] has one row, good for every asker.
    raise NotImplementedError
