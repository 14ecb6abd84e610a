"""Other correct ways of who-looks-at-whom."""

import numpy as np

from grader.checks.variants import alternative


@alternative("einsum", replaces="bilinear")
def bilinear_einsum(W_Q, W_K):
    """Names the axes."""
    return np.einsum("ik,jk->ij", W_Q, W_K)


@alternative("einsum", replaces="scores")
def scores_einsum(X, W_Q, W_K):
    """Queries and keys by einsum."""
    Q = np.einsum("nd,dk->nk", X, W_Q)
    K = np.einsum("nd,dk->nk", X, W_K)
    return np.einsum("ik,jk->ij", Q, K) / np.sqrt(Q.shape[-1])


@alternative("einsum", replaces="asymmetry")
def asymmetry_signed(X, W_Q, W_K):
    """S - Sᵀ holds every difference with both signs, so its maximum will do."""
    S = scores(X, W_Q, W_K)  # noqa: F821
    return (S - S.T).max()


@alternative("einsum", replaces="rebase")
def rebase_solve(W_Q, W_K, B):
    """A linear system in place of the inverse."""
    W_K2 = np.linalg.solve(np.array(B, dtype=float), np.array(W_K, dtype=float).T).T
    return np.dot(W_Q, B), W_K2


@alternative("queries and keys", replaces="scores")
def scores_two_steps(X, W_Q, W_K):
    """Projects first, scales the queries."""
    X = np.array(X, dtype=float)
    Q = X @ W_Q
    K = X @ W_K
    return (Q / Q.shape[1] ** 0.5) @ np.transpose(K)


@alternative("queries and keys", replaces="rebase")
def rebase_other_side(W_Q, W_K, B):
    """B on the keys, its inverse on the queries; a list of two."""
    inverse = np.linalg.inv(np.asarray(B, dtype=float))
    return [np.asarray(W_Q) @ inverse.T, np.asarray(W_K) @ np.asarray(B)]


@alternative("loops", replaces="bilinear")
def bilinear_loops(W_Q, W_K):
    """One dot product per pair of features."""
    d = len(W_Q)
    M = np.zeros((d, d))
    for i in range(d):
        for j in range(d):
            M[i, j] = sum(a * b for a, b in zip(W_Q[i], W_K[j]))
    return M


@alternative("loops", replaces="scores")
def scores_loops(X, W_Q, W_K):
    """One pair of tokens at a time."""
    M = bilinear(W_Q, W_K)  # noqa: F821
    rows = []
    for x in np.asarray(X):
        rows.append([x @ M @ y / len(W_Q[0]) ** 0.5 for y in np.asarray(X)])
    return np.array(rows)


@alternative("loops", replaces="asymmetry")
def asymmetry_loops(X, W_Q, W_K):
    """Keeps the largest difference seen so far."""
    S = scores(X, W_Q, W_K)  # noqa: F821
    largest = 0.0
    for i in range(len(S)):
        for j in range(i + 1, len(S)):
            largest = max(largest, abs(S[i][j] - S[j][i]))
    return largest


@alternative("antisymmetric part", replaces="asymmetry")
def asymmetry_matrix(X, W_Q, W_K):
    """Through the antisymmetric part of M."""
    X = np.asarray(X)
    M = np.asarray(W_Q) @ np.asarray(W_K).T
    D = X @ (M - M.T) @ X.T
    return np.max(np.abs(D)) / np.sqrt(np.shape(W_K)[-1])


@alternative("antisymmetric part", replaces="rebase")
def rebase_pinv(W_Q, W_K, B):
    """Transposes B first and inverts it then."""
    B = np.asarray(B)
    return (B.T @ np.asarray(W_Q).T).T, np.matmul(W_K, np.linalg.pinv(B.T))


@alternative("fresh", replaces="bilinear")
def bilinear_fresh(W_Q, W_K):
    """Sums outer products of columns."""
    W_Q = np.asarray(W_Q) * 1.0
    W_K = np.asarray(W_K) * 1.0
    M = np.zeros((W_Q.shape[0], W_K.shape[0]))
    for slot in range(W_Q.shape[1]):
        M += np.outer(W_Q[:, slot], W_K[:, slot])
    return M


@alternative("fresh", replaces="scores")
def scores_fresh(X, W_Q, W_K):
    """Queries and keys first, then one entry at a time."""
    X = np.asarray(X)
    queries = np.dot(X, np.asarray(W_Q))
    keys = np.dot(X, np.asarray(W_K))
    n = X.shape[0]
    S = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            S[i, j] = np.sum(queries[i] * keys[j])
    return S / np.sqrt(queries.shape[1])


@alternative("fresh", replaces="asymmetry")
def asymmetry_fresh(X, W_Q, W_K):
    """A flat list of differences."""
    S = scores(X, W_Q, W_K)  # noqa: F821
    differences = (S - S.transpose()).flatten().tolist()
    return max([abs(number) for number in differences])


@alternative("fresh", replaces="rebase")
def rebase_fresh(W_Q, W_K, B):
    """Transposes, inverts, multiplies."""
    W_Q, W_K, B = np.asarray(W_Q), np.asarray(W_K), np.asarray(B)
    B_inverse = np.linalg.inv(B)
    new_Q = np.dot(W_Q, B)
    new_K = np.dot(B_inverse, W_K.T).T
    return new_Q, new_K
