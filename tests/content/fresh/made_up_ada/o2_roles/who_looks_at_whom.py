import math

import numpy as np


def dot(u, v):
    total = 0.0
    for i in range(len(u)):
        total += u[i] * v[i]
    return total


def bilinear(W_Q, W_K):
    W_Q = np.asarray(W_Q, dtype=float)
    W_K = np.asarray(W_K, dtype=float)
    d = W_Q.shape[0]
    M = np.zeros((d, d))
    for i in range(d):
        for j in range(d):
            M[i, j] = dot(W_Q[i], W_K[j])
    return M


def scores(X, W_Q, W_K):
    X = np.asarray(X, dtype=float)
    W_Q = np.asarray(W_Q, dtype=float)
    W_K = np.asarray(W_K, dtype=float)
    n = X.shape[0]
    d_k = W_Q.shape[1]
    Q = np.zeros((n, d_k))
    K = np.zeros((n, d_k))
    for i in range(n):
        for c in range(d_k):
            Q[i, c] = dot(X[i], W_Q[:, c])
            K[i, c] = dot(X[i], W_K[:, c])
    S = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            S[i, j] = dot(Q[i], K[j]) / math.sqrt(d_k)
    return S


def asymmetry(X, W_Q, W_K):
    S = scores(X, W_Q, W_K)
    largest = 0.0
    for i in range(len(S)):
        for j in range(len(S)):
            largest = max(largest, abs(S[i, j] - S[j, i]))
    return float(largest)


def rebase(W_Q, W_K, B):
    W_Q = np.asarray(W_Q, dtype=float)
    W_K = np.asarray(W_K, dtype=float)
    B = np.asarray(B, dtype=float)
    inverse = np.linalg.inv(B)
    return W_Q @ B, W_K @ inverse.T
