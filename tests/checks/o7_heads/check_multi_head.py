"""Checks of multi-head."""

import numpy as np

from grader.checks.api import call, cases, close, expect_raises, unchanged

# Only the first check lets two different sequences meet, so that mixed-up sources show there and nowhere else.


def _matrices(draw, d):
    """W_Q, W_K, W_V, W_O for tokens of standard normal numbers: the scores stay below about 3."""
    return [draw.normal(d, d, scale=d**-0.5) for _ in range(4)]


@cases()
def check_equals_heads_one_by_one(draw):
    """The result is that of h separate heads, joined and mixed by W_O, also when two different sequences meet."""
    n_q, n_k, h, d_head = draw.sizes("n_q n_k h d_head", 2, 6)
    d = h * d_head
    W = _matrices(draw, d)
    zero, one, swap = [[0, 0], [0, 0]], [[1, 0], [0, 1]], [[0, 1], [1, 0]]
    return [
        call("multi_head", [[1, 0]], [[2, 0], [0, 4]], zero, one, one, swap, 2, public_=True),
        call("multi_head", draw.normal(n_q, d), draw.normal(n_k, d), *W, h),
        call("multi_head", draw.normal(n_k, d), draw.normal(n_k, d), *W, d_head),
    ]


@cases(compare=close(exact_zeros=True))
def check_masks(draw):
    """A mask holds for every head, or each head has its own; hidden cells weigh exactly 0, whatever their scores, and a row without any key gives 0."""
    n, h, d_head = draw.sizes("n h d_head", 2, 6)
    X, W = draw.normal(n, h * d_head), _matrices(draw, h * d_head)
    return [
        call("multi_head", X, X, *W, h, np.tri(n, dtype=bool)),
        call("multi_head", X, X, *W, h, allowed=draw.mask(n, n, blocked_rows=1)),
        call("multi_head", X, X, *W, h, allowed=draw.mask(h, n, n)),
        _best_are_hidden(draw, n + 2, h, d_head),
    ]


def _best_are_hidden(draw, n, h, d_head):
    """Two groups of tokens; every query may only look at keys whose scores are lower than all hidden ones, by about 800."""
    X, (W_Q, *W) = draw.normal(n, h * d_head), _matrices(draw, h * d_head)
    X[:, 0] = np.where(np.arange(n) < n // 2, 1.0, -1.0)
    W[0][0], W_Q[0] = 0.0, 0.0
    first = np.arange(h * d_head) % d_head == 0  # the first number of every head is +1 or -1: the group, for queries and keys
    W[0][:, first] = W_Q[:, first] = 0.0
    W_Q[0, first], W[0][0, first] = draw.choice([-400.0, 400.0]), d_head**0.5
    return call("multi_head", X, X, W_Q, *W, h, np.outer(X[:, 0], X[:, 0]) * W_Q[0, 0] < 0)


@cases()
def check_further_axes_in_front(draw):
    """Many sentences at once, with one or two further axes in front, give what each of them gives alone."""
    n, h, d_head, b, c = draw.sizes("n h d_head b c", 2, 6)
    d = h * d_head
    W = _matrices(draw, d)
    X, Y = draw.normal(b, n, d), draw.normal(c, b, n, d)
    return [call("multi_head", X, X, *W, h), call("multi_head", Y, Y, *W, h)]


@cases()
def check_one_token_or_one_head(draw):
    """One token, one head, and heads of one number each keep all axes of the result."""
    n, h, d_head = draw.sizes("n h d_head", 2, 6)
    d = h * d_head
    X, W = draw.normal(n, d), _matrices(draw, d)
    return [
        call("multi_head", X[:1], X[:1], *W, h),
        call("multi_head", X, X, *W, 1),
        call("multi_head", X, X, *W, d),
    ]


def check_uneven_heads_are_refused(submission, draw):
    """Unless h divides the width, ValueError is raised."""
    n, h, d_head = draw.sizes("n h d_head", 2, 6)
    d = h * d_head + 1
    X, W = draw.normal(n, d), _matrices(draw, d)
    expect_raises(submission, ValueError, "multi_head", X, X, *W, h)
    expect_raises(submission, ValueError, "multi_head", draw.normal(h, d), draw.normal(h, d), *W, d + 1)


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, either sign, give finite weights."""
    n, h, d_head = draw.sizes("n h d_head", 2, 5)
    d = h * d_head
    X, (W_Q, W_K, W_V, W_O) = draw.normal(n, d), _matrices(draw, d)
    X[:, 0] = 1.0
    lift = np.arange(d) % d_head == 0  # the first number of every head adds ±10 000 to all its scores
    W_Q[:, lift] = W_K[:, lift] = 0.0
    W_Q[0, lift], W_K[0, lift] = draw.choice([-1e4, 1e4]), d_head**0.5
    return call("multi_head", X, X, W_Q, W_K, W_V, W_O, h)


@cases()
def check_lists_and_whole_numbers(draw):
    """Nested lists and whole numbers are worked out like any others."""
    n, h, d_head = draw.sizes("n h d_head", 2, 4)
    d = h * d_head
    X, W = draw.integers(n, d, low=-1, high=2), [draw.integers(d, d, low=-1, high=2) for _ in range(4)]
    return [
        call("multi_head", X, X, *W, h),
        call("multi_head", X.tolist(), X.tolist(), *(w.tolist() for w in W), h),
    ]


@cases(compare=unchanged())
def check_inputs_stay_as_they_are(draw):
    """Tokens, matrices and mask are left as they are."""
    n, h, d_head = draw.sizes("n h d_head", 2, 5)
    X, W = draw.normal(n, h * d_head), _matrices(draw, h * d_head)
    return call("multi_head", X, X, *W, h, draw.mask(n, n))
