"""Checks of causal-attention."""

import math

import numpy as np

from grader.checks.api import call, cases, close, close32, unchanged

CASE_EXEMPT = {"blocked": "rows in which nothing is allowed come from more queries than keys"}

EXACT = close(exact_zeros=True)


def _qkv(draw, n_q, n_k, *front, dtype=np.float64):
    d_k, d_v = draw.sizes("d_k d_v", 2, 8)
    if d_k == 4:
        d_k = 9 if d_v != 9 else 10
    return (
        draw.normal(*front, n_q, d_k, dtype=dtype),
        draw.normal(*front, n_k, d_k, dtype=dtype),
        draw.normal(*front, n_k, d_v, dtype=dtype),
    )


def _with_future(draw, future, lift):
    """Q, K, V whose scores are ordinary ones, plus `future` in every later cell, plus `lift` in every cell that may be seen."""
    n = draw.size("n", 4, 7)
    d_k = n + draw.choice([3, 6])
    later = np.arange(n)[None, :] > np.arange(n)[:, None]
    Q = np.concatenate([np.where(later, future, lift) * math.sqrt(d_k), draw.normal(n, d_k - n, scale=1.5)], axis=1)
    K = np.concatenate([np.eye(n), draw.normal(n, d_k - n, scale=1.5)], axis=1)
    return Q, K, draw.normal(n, 2)


@cases()
def check_mask_of_a_whole_text(draw):
    """With as many queries as keys, the mask is open on the diagonal and left of it; one number is enough to ask for it."""
    n = draw.whole(3, 8)
    return [call("causal_mask", n), call("causal_mask", 10), call("causal_mask", 1)]


@cases()
def check_mask_lines_up_at_the_bottom_right(draw):
    """With more keys than queries the last query sees every key; with more queries than keys the first ones see none."""
    few, many = sorted(draw.sizes("few many", 2, 9))
    public = call("causal_mask", 2, 5, public_=True)
    return [public, call("causal_mask", few, many), call("causal_mask", n_q=many, n_k=few), call("causal_mask", 1, many)]


@cases(compare=close(exact_zeros=True, keep_dtype=True))
def check_attention_over_a_whole_text(draw):
    """Over a whole text, later tokens get weight exactly 0 and each row shares out 1 among itself and what came before, in float64 for whole numbers."""
    n = draw.size("n", 3, 6)
    whole = [draw.integers(n, 3, low=-2, high=3), draw.integers(n, 3, low=-2, high=3), draw.integers(n, 2)]
    return [call("causal_attention", *_qkv(draw, n, n)), call("causal_attention", *whole)]


@cases(compare=EXACT)
def check_newest_tokens_see_everything_before(draw):
    """A few newest queries give the last rows of the whole result."""
    n_q, n_k = sorted(draw.sizes("n_q n_k", 2, 7))
    public = call(
        "causal_attention",
        np.array([[1.0, 0.0]]),
        np.array([[0.0, 0.0], [0.0, 2.0]]),
        np.array([[2.0], [4.0]]),
        public_=True,
    )
    return [public, call("causal_attention", *_qkv(draw, n_q, n_k + 1)), call("causal_attention", *_qkv(draw, 1, n_k))]


@cases(compare=EXACT)
def check_rows_that_see_nothing_are_zero(draw):
    """With more queries than keys, the first rows see nothing: weights 0 and output 0."""
    n_k, n_q = sorted(draw.sizes("n_q n_k", 3, 7))
    return call("causal_attention", *_qkv(draw, n_q, n_k))


@cases(compare=EXACT, repeat=2)
def check_huge_later_scores_do_not_matter(draw):
    """A later token changes nothing, even with a score of ten thousand, and even where all earlier scores lie far below minus ten thousand."""
    return [
        call("causal_attention", *_with_future(draw, 1e4, 0.0)),
        call("causal_attention", *_with_future(draw, 0.0, -3e4)),
        call("causal_attention", *_with_future(draw, 1e4, 2e4)),
    ]


@cases()
def check_axes_in_front(draw):
    """Any number of axes in front is worked through as so many separate texts."""
    b, h, n = draw.sizes("b h n", 2, 6)
    return [call("causal_attention", *_qkv(draw, n, n, b)), call("causal_attention", *_qkv(draw, n, n, b, h))]


@cases(compare=close32())
def check_float32_stays_float32(draw):
    """float32 vectors give float32 outputs and weights."""
    n = draw.size("n", 3, 6)
    return call("causal_attention", *_qkv(draw, n, n, dtype=np.float32))


@cases(compare=unchanged())
def check_inputs_stay_as_they_are(draw):
    """Queries, keys and values are left as they were."""
    n_q, n_k = sorted(draw.sizes("n_q n_k", 3, 7))
    return call("causal_attention", *_qkv(draw, n_q, n_k))
