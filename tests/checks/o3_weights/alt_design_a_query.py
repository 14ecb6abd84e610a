"""Other correct styles of design-a-query."""

import math

import numpy as np

from grader.checks.variants import alternative


@alternative("pseudo-inverse", replaces="design_query")
def query_pinv(keys, targets, sharpness=10.0):
    """pinv, wanted scores by comprehension."""
    K = np.array(keys, dtype=float)
    wanted = np.array([sharpness if i in targets else 0 for i in range(len(K))])
    return np.sqrt(K.shape[1]) * (np.linalg.pinv(K) @ wanted)


@alternative("pseudo-inverse", replaces="score_gaps")
def gaps_difference(weights):
    """Difference of logarithms."""
    logs = np.log(np.asarray(weights))
    return logs - logs[0]


@alternative("Gram matrix", replaces="design_query")
def query_gram(keys, targets, sharpness=10.0):
    """A mix of the keys: (K Kᵀ) c = √d wanted, q = Kᵀ c."""
    K = np.asarray(keys)
    s = np.zeros(K.shape[0])
    for t in targets:
        s[t] = sharpness
    c = np.linalg.solve(K.dot(K.T), s * len(K[0]) ** 0.5)
    return K.T.dot(c)


@alternative("Gram matrix", replaces="score_gaps")
def gaps_math(weights):
    """math.log in a loop."""
    gaps = []
    for w in weights:
        gaps.append(math.log(w / weights[0]))
    return np.array(gaps)


@alternative("another of many queries", replaces="design_query")
def query_other(keys, targets, sharpness=10.0):
    """Fills the keys up to a square with random extra keys: a different query that gives the same scores."""
    K = np.asarray(keys, dtype=float)
    n, d = K.shape
    extra = np.random.default_rng(5).standard_normal((d - n, d))
    wanted = np.concatenate([np.zeros(n), np.ones(d - n)])
    wanted[:n][np.asarray(targets)] = sharpness
    return np.linalg.solve(np.vstack([K, extra]) / math.sqrt(d), wanted)


@alternative("another of many queries", replaces="score_gaps")
def gaps_logaddexp(weights):
    """Logarithms of everything, the first subtracted by np.subtract."""
    return np.subtract(np.log(weights), math.log(weights[0]))


@alternative("one query per target, added up", replaces="design_query")
def query_added(keys, targets, sharpness=10.0):
    """Scores are linear in the query, so queries for single targets can be added."""
    K = np.asarray(keys)
    total = np.zeros(K.shape[1])
    for t in targets:
        one = np.eye(len(K))[t]
        q, *_ = np.linalg.lstsq(K, one, rcond=None)
        total += sharpness * math.sqrt(K.shape[1]) * q
    return total


@alternative("one query per target, added up", replaces="score_gaps")
def gaps_vectorize(weights):
    """np.vectorize."""
    return np.vectorize(lambda w: np.log(w) - np.log(weights[0]))(weights)


@alternative("Gram-Schmidt by hand", replaces="design_query")
def query_gram_schmidt(keys, targets, sharpness=10.0):
    """For each target: what is left of its key after the parts along all other keys are taken away."""
    K = np.asarray(keys, dtype=float)
    d = K.shape[1]
    query = np.zeros(d)
    for t in targets:
        basis = []
        for i, key in enumerate(K):
            if i != t:
                rest = key.copy()
                for b in basis + basis:
                    rest = rest - (rest @ b) * b
                basis.append(rest / np.sqrt(rest @ rest))
        own = K[t].copy()
        for b in basis + basis:
            own = own - (own @ b) * b
        query = query + own * (sharpness * d**0.5 / (own @ K[t]))
    return query


@alternative("Gram-Schmidt by hand", replaces="score_gaps")
def gaps_zeros(weights):
    """Fills an array of zeros."""
    gaps = np.zeros(len(weights))
    for i in range(1, len(weights)):
        gaps[i] = np.log(weights[i]) - np.log(weights[0])
    return gaps


@alternative("fresh", replaces="design_query")
def query_fresh(keys, targets, sharpness=10.0):
    """From the text alone, clumsily: Gauss elimination by hand for a mix of the keys that gives the wanted scores."""
    keys = np.asarray(keys)
    n, d = keys.shape
    rows = []
    for i in range(n):
        row = [float(np.dot(keys[i], keys[j])) / math.sqrt(d) for j in range(n)]
        row.append(float(sharpness) if i in targets else 0.0)
        rows.append(row)
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    query = np.zeros(d)
    for i in range(n):
        query += rows[i][n] / rows[i][i] * keys[i]
    return query


@alternative("fresh", replaces="score_gaps")
def gaps_fresh(weights):
    """A list of logarithms, the first one taken away from each."""
    logs = [math.log(float(w)) for w in np.asarray(weights)]
    return np.array([x - logs[0] for x in logs])
