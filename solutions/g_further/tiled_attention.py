"""Attention in tiles: the full result without the full table."""

import math

import numpy as np


def tiled_attention(Q, K, V, block=64, causal=False):
    """softmax(Q Kᵀ / √d_k) V, worked out tile by tile: (n_q, d_v)."""
    Q, K = np.asarray(Q), np.asarray(K)
    return np.concatenate([_one_query_block(Q, K, V, first, block, causal) for first in range(0, len(Q), block)])


def _one_query_block(Q, K, V, first, block, causal):
    """The outputs of the queries from `first` on, at most `block` of them."""
    q = Q[first : first + block]
    last_key = np.arange(first, first + len(q))[:, None] + len(K) - len(Q)  # the last key that each of them may see
    largest = np.finfo(np.float32).min  # below every score, but finite: avoids -inf - -inf
    total = blend = 0.0
    for start in range(0, len(K), block):
        k, v = K[start : start + block], V[start : start + block]
        scores = q @ k.T / math.sqrt(q.shape[1])  # one tile: (queries, keys)
        if causal:
            scores = np.where(np.arange(start, start + len(k)) <= last_key, scores, -np.inf)
        new_largest = np.maximum(largest, scores.max(axis=1, keepdims=True))
        shrink = np.exp(largest - new_largest)  # what was measured against the old largest
        parts = np.exp(scores - new_largest)
        total = total * shrink + parts.sum(axis=1, keepdims=True)
        blend = blend * shrink + parts @ v
        largest = new_largest
    return blend / np.where(total == 0, 1, total)  # a row that may look at nothing: 0 / 1
