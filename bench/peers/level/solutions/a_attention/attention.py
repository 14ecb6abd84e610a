"""Multi-head attention from six functions."""

import numpy as np


def softmax(x):
    """Weights over the last axis, safe for large scores."""
    x = np.asarray(x, dtype=float)
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def scaled_dot_product_attention(Q, K, V):
    """softmax(Q K^T / sqrt(d_k)) V"""
    return softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])) @ V


def causal_mask(n):
    """(n, n), True where row i may look at column j."""
    return np.tril(np.ones((n, n), dtype=bool))


def masked_attention(Q, K, V):
    """Attention in which no token sees a later one."""
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    return softmax(np.where(causal_mask(len(Q)), scores, -np.inf)) @ V


def split_heads(X, h):
    """(n, d) -> (h, n, d // h)"""
    n, d = X.shape
    return X.reshape(n, h, d // h).transpose(1, 0, 2)


def multi_head_attention(X, W_Q, W_K, W_V, W_O, h):
    """Project, split, attend in every head, join, mix."""
    n, d = X.shape
    heads = scaled_dot_product_attention(split_heads(X @ W_Q, h), split_heads(X @ W_K, h), split_heads(X @ W_V, h))
    return heads.transpose(1, 0, 2).reshape(n, d) @ W_O
