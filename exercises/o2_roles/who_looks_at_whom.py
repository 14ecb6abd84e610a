"""Is attention mutual?

The score of token i for token j uses the query of i and the key of j, so it is (x_i W_Q) · (x_j W_K). Only one matrix stands between
x_i and x_j. Build it; show that the score from cat to sat need not be the score from sat to cat; and find other matrices W_Q, W_K that
give the same scores.

    S_ij = (x_i W_Q) · (x_j W_K) / √d_k            row i asks, column j is asked
    S    = X M Xᵀ / √d_k                           M (d, d) does not depend on X

    bilinear([[1, 2], [0, 1]], [[1, 0], [1, 1]])  ->  [[1, 3], [0, 1]]
    scores([[1, 0], [0, 2]], [[3], [0]], [[0], [1]])  ->  [[0, 6], [0, 0]]
    asymmetry([[1, 0], [0, 2]], [[3], [0]], [[0], [1]])  ->  6.0

Shapes: X (n, d), W_Q and W_K (d, d_k), M (d, d), S (n, n), B (d_k, d_k).

Good to know
- Arguments may arrive as nested lists: start with np.asarray. Whole numbers give ordinary numbers, not rounded ones.
- asymmetry is the largest |S_ij - S_ji| of the scaled table S that `scores` returns; it is 0 for one token.
- rebase gets an invertible matrix B and answers with matrices W_Q2 and W_K2 of the old shapes that are made with B (another B, other
  matrices; W_Q2 differs from W_Q unless B is the identity) but give the same scores for every X, up to rounding.
- What you return is new, and the arguments stay as they are.
- numpy is yours to use; torch, scipy and jax are not.
"""

import math

import numpy as np


def bilinear(W_Q, W_K):
    """The matrix M (d, d) for which the scores are X M Xᵀ / √d_k."""
    # TODO: write (x_i W_Q) · (x_j W_K) as a product of matrices. (AB)ᵀ = BᵀAᵀ.
    raise NotImplementedError


def scores(X, W_Q, W_K):
    """The scaled scores (n, n): row i holds the scores of token i's query with every key."""
    # TODO: row i asks, column j is asked.
    raise NotImplementedError


def asymmetry(X, W_Q, W_K):
    """The largest |S_ij - S_ji| in the table of scaled scores, a number."""
    # TODO: compare S with its transpose.
    raise NotImplementedError


def rebase(W_Q, W_K, B):
    """Other matrices (W_Q2, W_K2), made with the invertible B (d_k, d_k), that give the same scores."""
    # TODO: B times its inverse is the identity: where can both stand, so that they cancel in every score?
    raise NotImplementedError
