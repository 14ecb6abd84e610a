"""Checks of scale-detective."""

import math

import numpy as np

from grader.checks.api import all_of, call, cases, fresh, unchanged

CASE_EXEMPT = {
    "overflow": "Learners write no exponential here; the attention is ours.",
    "blocked": "There is no mask here: the text promises that all weights are above 0.",
}

LESSON_Q = np.array([[2.0, 1.0]])
LESSON_K = np.array([[2.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0]])


def _weights(Q, K, divisor):
    scores = Q @ K.T / divisor
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def _queries_and_keys(draw, n_q=None):
    """Q, K and d_model for which the six divisors all differ, also from roots of the number of queries."""
    rows, d_k, n = draw.size("n_q", 2, 4), draw.size("d_k", 5, 8), draw.size("n", 11, 13)
    return draw.uniform(n_q or rows, d_k, low=-1.2, high=1.2), draw.uniform(n, d_k, low=-1.2, high=1.2), 3 * d_k + 2


def _divisors(Q, K, d_model):
    d_k = Q.shape[1]
    return [math.sqrt(d_k), 1.0, d_k, math.sqrt(d_model), math.sqrt(len(K)), 1 / math.sqrt(d_k)]


@cases()
def check_divisor_is_recovered(draw):
    """The divisor is recovered to six digits, be it the right one, one of the usual mistakes, or any other number."""
    Q, K, d_model = _queries_and_keys(draw)
    divisors = [*_divisors(Q, K, d_model), draw.number(0.5, 9.0)]
    twins = K.copy()  # pairs of equal raw scores, in the places that are looked at first and last
    twins[1], twins[-2] = twins[0], twins[-1]
    return [
        *(call("recover_divisor", Q, K, _weights(Q, K, c)) for c in divisors),
        call("recover_divisor", Q, twins, _weights(Q, twins, draw.number(0.08, 0.2))),
    ]


@cases(repeat=2)
def check_six_names(draw):
    """Each of the six divisors is called by its name."""
    Q, K, d_model = _queries_and_keys(draw)
    example = (np.eye(2, 4), 1.3862943611 * np.eye(2, 4), np.array([[2, 1], [1, 2]]) / 3, 9)
    cases_ = [call("name_the_scale", Q, K, _weights(Q, K, c), d_model) for c in _divisors(Q, K, d_model)]
    return [call("name_the_scale", *example, public_=True), *cases_]


@cases(repeat=2)
def check_nearest_name(draw):
    """Weights with small rounding errors, or from a divisor between two of the six, get the nearest name."""
    Q, K, d_model = _queries_and_keys(draw)
    results = []
    for c in (math.sqrt(Q.shape[1]), 1.0, Q.shape[1]):
        A = _weights(Q, K, c) * (1 + 1e-5 * draw.uniform(len(Q), len(K), low=-1.0))
        results.append(call("name_the_scale", Q, K, A, d_model))
    low = _divisors(Q, K, d_model)[-1]
    for share in (0.45, 0.55):  # just below and above the middle between "inverted" and "none"
        results.append(call("name_the_scale", Q, K, _weights(Q, K, low + share * (1 - low)), d_model))
    return results


@cases()
def check_one_query_is_enough(draw):
    """One row of weights is enough, and so are two keys: the lesson's table gives √2."""
    Q, K, _ = _queries_and_keys(draw, n_q=1)
    c = draw.number(0.6, 6.0)
    return [
        call("recover_divisor", LESSON_Q, LESSON_K, _weights(LESSON_Q, LESSON_K, math.sqrt(2)), public_=True),
        call("recover_divisor", Q, K, _weights(Q, K, c)),
        call("recover_divisor", Q, K[:2], _weights(Q, K[:2], c)),
    ]


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """Queries, keys and weights are the same after the call."""
    Q, K, d_model = _queries_and_keys(draw)
    A = _weights(Q, K, math.sqrt(Q.shape[1]))
    return [call("recover_divisor", Q, K, A), call("name_the_scale", Q, K, A, d_model)]
