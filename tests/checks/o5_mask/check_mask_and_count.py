"""Checks of mask-and-count."""

import math

from grader.checks.api import all_of, call, cases, close, holds, unchanged

EXACT = close(exact_zeros=True)


def _inputs(draw):
    """X, W_Q, W_K, W_V as nested lists, every size another one, scores of ordinary size."""
    n, d_model, d_k, d_v = draw.sizes("n d_model d_k d_v", 3, 7)
    if d_k == 4:
        d_k = 8  # a root that is no whole number
    X = draw.normal(n, d_model)
    W_Q, W_K = (draw.normal(d_model, d_k, scale=0.6) for _ in range(2))
    return [table.tolist() for table in (X, W_Q, W_K, draw.normal(d_model, d_v))]


def _huge_inputs(draw, low=-3e4, high=1e4, best=2e4):
    """Each token likes itself best, by `best`, and the scores of a row are lifted or lowered as a whole."""
    n = draw.size("n", 4, 6)
    d_k = n + 1
    root = math.sqrt(d_k)
    lifts = [draw.choice([low, high]) for _ in range(n)]
    lifts[1], lifts[2] = low, high
    X = [[float(i == j) for j in range(n)] + [1.0] for i in range(n)]
    W_Q = [[best * root * (i == j) for j in range(n)] + [lifts[i] * root] for i in range(n)] + [[0.0] * d_k]
    W_K = [[float(i == j) for j in range(d_k)] for i in range(n)] + [[0.0] * n + [1.0]]
    return X, W_Q, W_K, draw.normal(n + 1, n + 4).tolist()


def _tempting_inputs(draw):
    """Each token likes all later ones best, by ten thousands; what it may see has scores of ordinary size."""
    n = draw.size("n", 4, 6)
    root = math.sqrt(n)
    likes = draw.number(8e3, 2e4)
    X = [[float(i == j) for j in range(n)] for i in range(n)]
    ordinary = draw.normal(n, n).tolist()
    W_Q = [[root * (ordinary[i][j] + likes * (j > i)) for j in range(n)] for i in range(n)]
    return X, W_Q, X, draw.normal(n, n + 2).tolist()


@cases()
def check_grid_is_closed_above_the_diagonal(draw):
    """In the grid, True means: row i may look at column j; everything right of the diagonal is closed, the diagonal is open."""
    return [call("causal_allowed", 3, public_=True), call("causal_allowed", 1), call("causal_allowed", draw.whole(5, 8))]


@cases()
def check_attention_without_the_mask(draw):
    """Without the mask, every row of weights is the softmax of all its scaled scores, and the output blends the values."""
    X, W_Q, W_K, W_V = _inputs(draw)
    whole = [draw.integers(4, 2, low=-2, high=3).tolist(), *(draw.integers(2, 3, low=-1, high=2).tolist() for _ in range(3))]
    return [call("self_attention", X, W_Q, W_K, W_V), call("self_attention", *whole, causal=False)]


@cases(compare=EXACT)
def check_attention_with_the_mask(draw):
    """With the mask, later tokens have weight exactly 0, whatever their scores, and each row shares out 1 among what it may see."""
    X, W_Q, W_K, W_V = _inputs(draw)
    worked = call("self_attention", [[1.0], [0.0]], [[1.0]], [[1.0]], [[2.0]], True, public_=True)
    calls = [call("self_attention", *inputs, True) for inputs in ((X[:1], W_Q, W_K, W_V), _tempting_inputs(draw))]
    return [worked, call("self_attention", X, W_Q, W_K, W_V, causal=True), *calls]


@cases(compare=EXACT, repeat=2)
def check_scores_of_ten_thousands(draw):
    """Masked scores of hundreds and of ten thousands, of either sign, give finite weights and exact zeros."""
    hundreds = _huge_inputs(
        draw, -2500 - draw.number(752, 900), -2500 + draw.number(712, 740), 2500.0
    )  # own scores of -752 or less, or of 712 or more
    return [call("self_attention", *inputs, causal=True) for inputs in (_huge_inputs(draw), hundreds)]


@cases()
def check_zeros_are_counted(draw):
    """Only cells that are exactly 0 count, wherever they stand."""
    n, m = draw.sizes("n m", 3, 6)
    table = (draw.uniform(n, m, low=0.1, high=1.0) * draw.mask(n, m)).tolist()
    table[0][0] = 10.0 ** -draw.whole(13, 300)
    table[-1][:2] = [0, 0.0]
    return [call("count_zeros", [[1.0, 1e-9], [0, 0.0]], public_=True), call("count_zeros", table)]


def _is_exact(case, value):
    """Floats count as whole numbers, but this large ones have lost their last digits."""
    n = case.args[0]
    return None if int(value) == n * (n - 1) // 2 else "the last digits are lost"


@cases(compare=all_of(close(), holds(_is_exact, "the exact whole number")))
def check_formula_for_the_zeros(draw):
    """The formula gives the number of zeros for any number of tokens, one token and a trillion included, as an exact whole number."""
    large = 10**12 + draw.whole(1, 10**6)
    return [call("zeros_for", n, public_=n == 4) for n in (4, 10, 1, draw.whole(11, 99), large)]


@cases(compare=unchanged())
def check_inputs_stay_as_they_are(draw):
    """Your functions leave the tables that they are given as they were."""
    return [call("self_attention", *_inputs(draw), causal=True), call("count_zeros", draw.integers(3, 4, low=-1, high=2).tolist())]
