"""Checks of project-all."""

import numpy as np

from grader.checks.api import all_of, call, cases, close, close32, fresh, unchanged

CASE_EXEMPT = {
    "overflow": "There is no exponential in a projection.",
    "blocked": "There is no mask here.",
}


def _drawn(draw, *front, n=None):
    """X with these axes in front, and three matrices; all sizes differ."""
    tokens, d, d_k, d_v = draw.sizes("n d d_k d_v", 2, 8)
    X = draw.normal(*front, n or tokens, d)
    return X, draw.normal(d, d_k), draw.normal(d, d_k), draw.normal(d, d_v)


@cases()
def check_every_row_is_projected(draw):
    """Row i of Q, K and V is row i of X times W_Q, W_K and W_V, with the same three matrices for every row."""
    d = draw.size("square", 3, 6)
    example = ([[1, 2], [0, 1]], [[1, 1], [0, 2]], [[2, 0], [1, 1]], [[3, 0], [0, 1]])
    return [
        call("project_qkv", *(np.array(table, dtype=float) for table in example), public_=True),
        call("project_qkv", *_drawn(draw)),
        call("project_qkv", *(draw.normal(d, d) for _ in range(4))),
        call("project_qkv", *_drawn(draw, n=100)),
    ]


@cases()
def check_axes_in_front(draw):
    """One or two axes in front of the table stay where they are: a batch of sentences shares the three matrices."""
    return [
        call("project_qkv", *_drawn(draw, 9)),
        call("project_qkv", *_drawn(draw, 2, 3)),
        call("project_qkv", *_drawn(draw, 1, n=4)),
    ]


@cases()
def check_single_token(draw):
    """A single token gives tables with one row."""
    X, W_Q, W_K, W_V = _drawn(draw, n=1)
    return [call("project_qkv", X, W_Q, W_K, W_V), call("project_qkv", X, W_Q[:, :1], W_K[:, :1], W_V)]


@cases(compare=close32())
def check_float32_stays_float32(draw):
    """float32 tokens and matrices give float32 results."""
    # Quarters: their products add up exactly in float32, so the order of the additions leaves no mark.
    return call("project_qkv", *((np.round(4 * table) / 4).astype(np.float32) for table in _drawn(draw)))


@cases(compare=close(keep_dtype=True))
def check_whole_numbers_become_float64(draw):
    """Whole numbers give float64 results, also when they arrive as nested lists."""
    n, d, d_k, d_v = draw.sizes("n d d_k d_v", 2, 8)
    whole = [draw.integers(*shape) for shape in ((n, d), (d, d_k), (d, d_k), (d, d_v))]
    return [call("project_qkv", *whole), call("project_qkv", *(table.tolist() for table in whole))]


@cases(compare=all_of(unchanged(), fresh()))
def check_arguments_stay_as_they_are(draw):
    """Your function leaves its arguments alone, their shapes included, and returns new arrays."""
    d = draw.size("square", 3, 6)
    return [
        call("project_qkv", *_drawn(draw, 3)),
        call("project_qkv", *_drawn(draw)),
        call("project_qkv", draw.normal(d, d), *(np.eye(d) for _ in range(3))),
    ]
