"""Checks of softmax-gradient."""

import numpy as np

from grader.checks.api import all_of, call, cases, close, fresh, unchanged

CASE_EXEMPT = {"blocked": "There is no mask here: the text asks for derivatives at finite scores."}

LESSON = (np.array([2.0, 1.0]), np.array([[2.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0]]))
EXACT = close(rtol=1e-9, atol=1e-12)  # nudges of any size are off by more
SPREAD = {"low": -1.4, "high": 1.4}


def _query_and_keys(draw):
    n, d_k = draw.sizes("n d_k", 5, 8)
    return draw.uniform(d_k, **SPREAD), draw.uniform(n, d_k, **SPREAD)


@cases(compare=EXACT)
def check_table_of_derivatives(draw):
    """Entry i, j is the exact derivative of weight i by score j, for one score, for two equal ones and for many."""
    n = draw.size("n", 3, 8)
    return [
        call("softmax_jacobian", np.array([0.0, 0.0]), public_=True),
        call("softmax_jacobian", draw.uniform(n, **SPREAD)),
        call("softmax_jacobian", draw.uniform(1)),
        call("softmax_jacobian", np.array(draw.shuffled([0, 1, 2, 2]))),
        call("softmax_jacobian", draw.uniform(n + 1, **SPREAD).tolist()),
    ]


@cases(compare=EXACT)
def check_huge_scores(draw):
    """Scores of hundreds and of ten thousands, above or below 0, give a finite and exact table, whether one leads by far or none does."""
    near = draw.uniform(draw.size("n", 3, 6), **SPREAD)
    lead = 1e4 + draw.number(0.0, 9.0)
    return [
        call("softmax_jacobian", np.array(draw.shuffled([lead, 0.0, -1e4, 5.0]))),
        call("softmax_jacobian", np.array([-1e4, -1e4 - lead, -2e4])),
        *(call("softmax_jacobian", near + lift) for lift in (-1e4, -draw.number(752, 900), draw.number(712, 740))),
    ]


@cases()
def check_gradient_size_and_the_factor(draw):
    """The largest derivative is taken at the scaled scores of the multiplied query: .1950, .0144 and .000001 at 1, 3 and 10 times."""
    query, keys = _query_and_keys(draw)
    return [
        *(call("gradient_size", *LESSON, factor, public_=True) for factor in (1, 3, 10)),
        call("gradient_size", query, keys, draw.number(0.3, 0.8)),
        call("gradient_size", query, keys, draw.number(1.2, 2.5), scale=True),
        call("gradient_size", query, keys, 0),
        call("gradient_size", query, keys, -draw.number(0.6, 1.6)),
        call("gradient_size", query.tolist(), keys.tolist(), 2),
        call("gradient_size", *(x.astype(int).tolist() for x in LESSON), draw.number(1.2, 1.4)),
    ]


@cases()
def check_gradient_size_without_scale(draw):
    """With scale=False the scores are not divided."""
    query, keys = _query_and_keys(draw)
    return [call("gradient_size", query, keys, 1, False), call("gradient_size", *LESSON, 1, scale=False)]


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """Scores, query and keys are the same after the call."""
    query, keys = _query_and_keys(draw)
    return [
        call("softmax_jacobian", draw.uniform(draw.size("m", 3, 6), **SPREAD)),
        call("gradient_size", query, keys, 1.5),
    ]
