"""Other correct styles of scale-detective."""

import math

import numpy as np

from grader.checks.variants import alternative

NAMES = ["sqrt(d_k)", "none", "d_k", "sqrt(d_model)", "sqrt(n)", "inverted"]


@alternative("two entries of a row", replaces="recover_divisor")
def divisor_two_entries(Q, K, A):
    """The two entries of the first row whose weights differ most."""
    i, j = int(np.argmax(A[0])), int(np.argmin(A[0]))
    gap = Q[0] @ K[i] - Q[0] @ K[j]
    return gap / math.log(A[0, i] / A[0, j])


@alternative("two entries of a row", replaces="name_the_scale")
def name_argmin(Q, K, A, d_model):
    """np.argmin over a list of numbers."""
    d = Q.shape[1]
    numbers = np.array([np.sqrt(d), 1, d, np.sqrt(d_model), np.sqrt(K.shape[0]), 1 / np.sqrt(d)])
    return NAMES[np.argmin(np.abs(numbers - recover_divisor(Q, K, A)))]


@alternative("least squares", replaces="recover_divisor")
def divisor_lstsq(Q, K, A):
    """np.linalg.lstsq with one unknown, on differences to the first entry of each row."""
    raw = np.matmul(Q, np.transpose(K))
    logs = np.log(A)
    x = (raw - raw[:, :1])[:, 1:].reshape(-1, 1)
    y = (logs - logs[:, :1])[:, 1:].reshape(-1)
    return 1 / np.linalg.lstsq(x, y, rcond=None)[0][0]


@alternative("least squares", replaces="name_the_scale")
def name_sorted(Q, K, A, d_model):
    """The first of a sorted list of pairs."""
    d_k = len(Q[0])
    c = recover_divisor(Q, K, A)
    pairs = [
        (abs(c - math.sqrt(d_k)), "sqrt(d_k)"),
        (abs(c - 1), "none"),
        (abs(c - d_k), "d_k"),
        (abs(c - math.sqrt(d_model)), "sqrt(d_model)"),
        (abs(c - math.sqrt(len(A[0]))), "sqrt(n)"),
        (abs(c - 1 / math.sqrt(d_k)), "inverted"),
    ]
    return sorted(pairs)[0][1]


@alternative("median of quotients", replaces="recover_divisor")
def divisor_median(Q, K, A):
    """Neighbours in every row that differ, one quotient each, and the median of them."""
    x = np.diff(Q @ K.T, axis=1)
    y = np.diff(np.log(A), axis=1)
    return float(np.median(x[np.abs(x) > 1e-9] / y[np.abs(x) > 1e-9]))


@alternative("spread of the rows", replaces="recover_divisor")
def divisor_std(Q, K, A):
    """The standard deviations of raw scores and of logarithms stand in the ratio c."""
    return np.std(Q @ K.T, axis=1).sum() / np.std(np.log(A), axis=1).sum()


@alternative("spread of the rows", replaces="name_the_scale")
def name_loop(Q, K, A, d_model):
    """A loop that remembers the best."""
    d_k, n = K.shape[1], K.shape[0]
    found = recover_divisor(Q, K, A)
    best, distance = None, float("inf")
    for name, number in zip(NAMES, (d_k**0.5, 1, d_k, d_model**0.5, n**0.5, d_k**-0.5)):
        if abs(number - found) < distance:
            best, distance = name, abs(number - found)
    return best


@alternative("plain loops", replaces="recover_divisor")
def divisor_loops(Q, K, A):
    """Every pair of keys of every query, weighed by its gap."""
    top = bottom = 0.0
    for q, row in zip(Q, A):
        for i in range(len(K)):
            for j in range(i):
                x = float(np.dot(q, K[i]) - np.dot(q, K[j]))
                y = math.log(row[i]) - math.log(row[j])
                top += x * x
                bottom += x * y
    return top / bottom


@alternative("fresh", replaces="recover_divisor")
def divisor_fresh(Q, K, A):
    """From the text alone, clumsily: the pair of entries with the largest raw gap, over all rows."""
    best_gap, best_log = 0.0, 1.0
    for i in range(len(Q)):
        raw = [sum(Q[i] * K[j]) for j in range(len(K))]
        for j in range(len(K)):
            for m in range(len(K)):
                if raw[j] - raw[m] > best_gap:
                    best_gap = raw[j] - raw[m]
                    best_log = np.log(A[i][j]) - np.log(A[i][m])
    return best_gap / best_log


@alternative("fresh", replaces="name_the_scale")
def name_fresh(Q, K, A, d_model):
    """A chain of comparisons, each name against the best so far."""
    c = recover_divisor(Q, K, A)
    d_k = len(K[0])
    n = len(K)
    name, gap = "sqrt(d_k)", abs(c - math.sqrt(d_k))
    if abs(c - 1) < gap:
        name, gap = "none", abs(c - 1)
    if abs(c - d_k) < gap:
        name, gap = "d_k", abs(c - d_k)
    if abs(c - math.sqrt(d_model)) < gap:
        name, gap = "sqrt(d_model)", abs(c - math.sqrt(d_model))
    if abs(c - math.sqrt(n)) < gap:
        name, gap = "sqrt(n)", abs(c - math.sqrt(n))
    if abs(c - 1 / math.sqrt(d_k)) < gap:
        name = "inverted"
    return name
