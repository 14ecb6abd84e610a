"""Checks of additive-attention."""

import numpy as np

from grader.checks.api import all_of, call, cases, fresh, unchanged

CASE_EXEMPT = {"blocked": "nothing is ever closed"}


def _case(draw, *front, n=None):
    """s, H, W, U, v with all sizes different; scores of ordinary size, far from the flat ends of tanh."""
    names = draw.sizes("n d_s d_h a", 2, 8)
    n = n or names[0]
    d_s, d_h, a = names[1:]
    a = 9 if a == 4 else a
    s, H = draw.normal(*front, d_s), draw.normal(n, d_h)
    W, U = draw.normal(d_s, a, scale=0.9 / np.sqrt(d_s)), draw.normal(d_h, a, scale=0.9 / np.sqrt(d_h))
    return s, H, W, U, draw.normal(a) * 1.2 + 0.3


@cases()
def check_one_state_asks(draw):
    """One state gets a weight for every source state, and the blend of the source states as they are."""
    n = draw.size("more", 3, 6)
    worked = call(
        "additive_attention",
        np.array([1.0]),
        np.array([[0.0], [2.0]]),
        np.array([[0.0]]),
        np.array([[0.0]]),
        np.array([3.0]),
        public_=True,
    )
    s, H, W, U, v = _case(draw, n=n)
    return [
        worked,
        call("additive_attention", s, H, W, U, v),
        call("additive_attention", s, H[:1], W, U, v),
        call("additive_attention", draw.integers(len(s), low=-1, high=2), draw.integers(*H.shape, low=-1, high=2), W, U, v),
    ]


@cases()
def check_many_states_ask(draw):
    """Several states, along any number of axes, each get weights and a context of their own from the same source."""
    b, c = draw.sizes("b c", 2, 5)
    return [call("additive_attention", *_case(draw, b)), call("additive_attention", *_case(draw, b, c))]


@cases()
def check_states_of_ten_thousands(draw):
    """States of ten thousand give finite weights: tanh keeps every term between -1 and 1."""
    s, H, W, U, v = _case(draw, draw.size("b", 2, 5))
    return call("additive_attention", 1e4 * s, 1e4 * H, W, U, v)


@cases()
def check_scores_of_ten_thousands(draw):
    """Scores of hundreds and of ten thousands, either sign, give finite weights."""
    s, H, W, U, v = _case(draw, draw.size("b", 2, 5))
    s, H = s / 2, H / 2
    lifts = [1e4, -1e4, draw.number(850, 950), -draw.number(850, 950)]
    s[:, 0] = 1.0
    s[-1, 0] = -1.0  # lifted the other way
    W = np.concatenate([W, np.zeros((len(W), 1))], axis=1)  # one more hidden number, the same for every source state
    W[0, -1] = 1.5
    U = np.concatenate([U, np.zeros((len(U), 1))], axis=1)
    return [call("additive_attention", s, H, W, U, np.append(v, lift)) for lift in lifts]


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """States, matrices and v stay as they were, and the results are new arrays."""
    s, H, W, U, v = _case(draw, draw.size("b", 2, 5))
    return [call("additive_attention", s, H, W, U, v), call("additive_attention", s, H[:1], W, U, v)]
