"""Checks of sliding-window."""

import math

import numpy as np

from grader.checks.api import all_of, call, cases, fresh, unchanged

CASE_EXEMPT = {
    "blocked": "a token always sees itself",
}

# Only check_equals_masked_attention has d_v != d, so that a wrong length shows there and nowhere else.


@cases()
def check_mask(draw):
    """Every row of the mask is open for the token itself and the w - 1 tokens before it, and nowhere else."""
    n, w = draw.sizes("n w", 4, 9)
    return [
        call("window_mask", 3, 2, public_=True),
        call("window_mask", 5, 2),
        call("window_mask", n, 1),
        call("window_mask", n, 3),
        call("window_mask", n, n + w),
        call("window_mask", n, n - 1),
    ]


@cases()
def check_equals_masked_attention(draw):
    """The result is that of attention under the window mask, for every length of the window."""
    n, d, d_v = draw.sizes("n d d_v", 2, 7)
    n += 4
    Q, K, V = draw.normal(n, d), draw.normal(n, d), draw.normal(n, d_v)
    return [
        call("window_attention", [[1.0], [1.0], [1.0]], [[0.0], [0.0], [0.0]], [[2.0], [4.0], [8.0]], 2, public_=True),
        *(call("window_attention", Q, K, V, w) for w in (1, 2, 3, n - 1, n, n + 5)),
        call("window_attention", Q[:1], K[:1], V[:1], 3),
    ]


@cases()
def check_tokens_outside_the_window_do_not_matter(draw):
    """Enormous scores and values outside a token's window change nothing in its row."""
    n, d = draw.sizes("n d", 5, 8)
    Q, K, V = draw.normal(n, d), draw.normal(n, d), draw.normal(n, d)
    Q[:, 0] = 1.0 + draw.uniform(n)
    K[0, 0], K[-1, 0] = 1e4, 2e4
    V[0], V[-1] = 1e6, -1e6
    return call("window_attention", Q, K, V, 2)


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, either sign, give finite and correct outputs."""
    n, d = draw.sizes("n d", 4, 7)
    K, Q = draw.normal(n, d), draw.normal(n, d)
    K[:, 0] = 1.0
    Q[:, 0] = np.resize([-1e4, 1e4, 3e4, -2e4], n) * math.sqrt(d)  # adds this much to every score of the row
    return call("window_attention", Q, K, draw.normal(n, d), 3)


@cases()
def check_whole_numbers(draw):
    """Whole numbers give ordinary outputs, with digits after the point."""
    n, d = draw.sizes("n d", 4, 7)
    Q, K = draw.integers(n, d, low=-2, high=3), draw.integers(n, d, low=-2, high=3)
    return [
        call("window_attention", Q, K, draw.integers(n, d), 3),
        call("window_attention", draw.normal(n, d), draw.normal(n, d), draw.integers(n, d), 2),
    ]


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """Queries, keys and values are left as they are, and the result is a new array, even when every token sees itself alone."""
    n, d = draw.sizes("n d", 3, 7)
    Q, K, V = draw.normal(n, d), draw.normal(n, d), draw.normal(n, d)
    return [call("window_attention", Q, K, V, w) for w in (3, 1)]


@cases()
def check_reach_grows_with_every_layer(draw):
    """Each layer brings information from w - 1 steps further back."""
    w, layers = draw.sizes("w layers", 3, 40)
    return [
        call("reach", w, layers),
        call("reach", 3, 1, public_=True),
        call("reach", layers, w),
        call("reach", w, 1),
        call("reach", 1, layers),
        call("reach", 4096, 32),
    ]


@cases(repeat=1)
def check_memory_stays_small(draw):
    """8192 tokens get by with 60 MB of working memory, and so do fewer: no table of n times n cells is built, not even of bools."""
    most = draw.length(8192)  # 67 MB of bools, 4 MB for each gathered copy of keys or values
    fewer = most // 4 - draw.whole(1, 40)  # some 30 MB for each table of float64
    return [call("window_attention", *(draw.normal(n, 4) for _ in range(3)), 16) for n in (fewer, most)]
