"""Is attention mutual? Only W_Q W_Kᵀ decides who looks at whom, and it is not symmetric."""

import math

import numpy as np


def bilinear(W_Q, W_K):
    """The matrix M (d, d) for which the scores are X M Xᵀ / √d_k."""
    return np.asarray(W_Q) @ np.asarray(W_K).T  # (x_i W_Q)(x_j W_K)ᵀ = x_i (W_Q W_Kᵀ) x_jᵀ


def scores(X, W_Q, W_K):
    """The scaled scores (n, n): row i holds the scores of token i's query with every key."""
    X = np.asarray(X)
    d_k = np.shape(W_Q)[1]
    return X @ bilinear(W_Q, W_K) @ X.T / math.sqrt(d_k)


def asymmetry(X, W_Q, W_K):
    """The largest |S_ij - S_ji| in the table of scaled scores, a number."""
    S = scores(X, W_Q, W_K)
    return np.abs(S - S.T).max()


def rebase(W_Q, W_K, B):
    """Other matrices (W_Q2, W_K2), made with the invertible B (d_k, d_k), that give the same scores."""
    B = np.asarray(B)
    return np.asarray(W_Q) @ B, np.asarray(W_K) @ np.linalg.inv(B).T  # W_Q B (W_K B⁻ᵀ)ᵀ = W_Q B B⁻¹ W_Kᵀ
