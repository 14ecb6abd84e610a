"""Attention in tiles."""

import math
import numpy as np


def tiled_attention(Q, K, V, block=64, causal=False):
    """softmax(Q Kᵀ / √d_k) V, worked out tile by tile: (n_q, d_v)."""
    Q, K, V = (np.asarray(Q), np.asarray(K), np.asarray(V))
    dtype = np.result_type(Q, K, V)
    if not np.issubdtype(dtype, np.floating):
        dtype = np.dtype(np.float64)
    n_q, n_k = (len(Q), len(K))
    out = np.zeros((n_q, V.shape[1]), dtype)
    for start in range(0, n_q, block):
        rows = np.arange(start, min(start + block, n_q))
        last_key = rows + (n_k - n_q) if causal else np.full(len(rows), n_k - 1)
        out[rows] = _one_query_block(Q[rows].astype(dtype), K, V, last_key, block)
    return out


def _one_query_block(Q, K, V, last_key, block):
    largest = np.full((len(Q), 1), -np.inf, Q.dtype)
    total = np.zeros((len(Q), 1), Q.dtype)
    blend = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for start in range(0, int(last_key.max()) + 1, block):
        k, v = (K[start : start + block].astype(Q.dtype), V[start : start + block].astype(Q.dtype))
        columns = np.arange(start, start + len(k))
        scores = Q @ k.T / math.sqrt(Q.shape[1])
        scores = np.where(columns <= last_key[:, None], scores, -np.inf)
        new_largest = np.maximum(largest, scores.max(axis=1, keepdims=True))
        reference = np.where(np.isneginf(new_largest), 0, new_largest)
        shrink = np.exp(largest - reference)
        parts = np.exp(scores - reference)
        total = total * shrink + parts.sum(axis=1, keepdims=True)
        blend = blend * shrink + parts @ v
        largest = new_largest
    return blend / np.where(total == 0, 1, total)
