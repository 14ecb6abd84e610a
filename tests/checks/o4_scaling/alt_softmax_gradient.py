"""Other correct styles of softmax-gradient."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import alternative


@alternative("double loop", replaces="softmax_jacobian")
def jacobian_loop(scores):
    """Two rules in a double loop."""
    w = softmax_np(np.asarray(scores))
    n = len(w)
    J = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if i == j:
                J[i][j] = w[i] * (1 - w[i])
            else:
                J[i][j] = -w[i] * w[j]
    return J


@alternative("double loop", replaces="gradient_size")
def size_loop(query, keys, factor, scale=True):
    """Key by key, the largest by comparison."""
    scores = []
    for key in keys:
        s = sum(factor * q * k for q, k in zip(query, key))
        scores.append(s / math.sqrt(len(query)) if scale else s)
    largest = 0
    for row in softmax_jacobian(np.array(scores, dtype=float)):
        for entry in row:
            largest = max(largest, abs(entry))
    return largest


@alternative("identity minus weights", replaces="softmax_jacobian")
def jacobian_eye(scores):
    """w_i (delta_ij - w_j) by broadcasting."""
    w = softmax_np(np.array(scores, dtype=float))
    return w[:, np.newaxis] * (np.eye(len(w)) - w)


@alternative("identity minus weights", replaces="gradient_size")
def size_diagonal(query, keys, factor, scale=True):
    """The largest entry always stands on the diagonal."""
    s = np.dot(np.asarray(keys, dtype=float), np.asarray(query, dtype=float)) * factor
    if scale:
        s /= len(query) ** 0.5
    w = softmax_np(s)
    return float(np.max(w * (1 - w)))


@alternative("own softmax, nested lists", replaces="softmax_jacobian")
def jacobian_lists(scores):
    """math.exp on shifted scores, a list comprehension."""
    top = max(scores)
    e = [math.exp(s - top) for s in scores]
    w = [x / math.fsum(e) for x in e]
    return np.array([[(wi if i == j else 0.0) - wi * wj for j, wj in enumerate(w)] for i, wi in enumerate(w)])


@alternative("own softmax, nested lists", replaces="gradient_size")
def size_list(query, keys, factor, scale=True):
    """Scales the query once."""
    divisor = math.sqrt(len(query)) if scale else 1
    q = [factor * x / divisor for x in query]
    J = softmax_jacobian([sum(a * b for a, b in zip(q, key)) for key in keys])
    return max(abs(entry) for entry in J.flatten())


@alternative("einsum and where", replaces="softmax_jacobian")
def jacobian_where(scores):
    """np.where chooses the rule."""
    w = softmax_np(scores)
    products = np.einsum("i,j->ij", w, w)
    return np.where(np.eye(w.size, dtype=bool), w - w**2, -products)


@alternative("einsum and where", replaces="gradient_size")
def size_norm(query, keys, factor, scale=True):
    """The infinity norm of the flattened table."""
    K, q = np.array(keys), np.array(query)
    scores = np.einsum("nd,d->n", K, q) * factor * (1 / math.sqrt(K.shape[1]) if scale else 1.0)
    return np.linalg.norm(softmax_jacobian(scores).ravel(), ord=np.inf)


@alternative("filled diagonal", replaces="softmax_jacobian")
def jacobian_fill(scores):
    """Minus all products, then the diagonal."""
    w = softmax_np(np.ravel(scores))
    J = -np.outer(w, w)
    J[np.arange(len(w)), np.arange(len(w))] += w
    return J


@alternative("fresh", replaces="softmax_jacobian")
def jacobian_fresh(scores):
    """From the text alone, clumsily: rows appended to a list, weights as Python floats."""
    weights = [float(w) for w in softmax_np(np.array(scores, dtype=float))]
    rows = []
    for i, wi in enumerate(weights):
        row = []
        for j, wj in enumerate(weights):
            row.append(wi * (1 - wi) if j == i else 0 - wi * wj)
        rows.append(row)
    return np.array(rows)


@alternative("fresh", replaces="gradient_size")
def size_fresh(query, keys, factor, scale=True):
    """Scores in a loop, all entries in one sorted list."""
    scores = np.zeros(len(keys))
    for i in range(len(keys)):
        scores[i] = np.dot(query, keys[i]) * factor
        if scale:
            scores[i] = scores[i] / math.sqrt(len(keys[i]))
    entries = [abs(x) for row in softmax_jacobian(scores).tolist() for x in row]
    entries.sort()
    return entries[-1]
