"""Checks of softmax-rows."""

from dataclasses import dataclass

import numpy as np

from grader.checks.api import Tolerance, all_of, call, cases, close, close32, fresh, unchanged
from grader.checks.compare import difference

SPREAD = {"low": -1.5, "high": 1.5}  # keeps the largest weight of three or more below .95


@dataclass(frozen=True, slots=True)
class float32_weights:
    """Judges the dtype, and the weights unless a row is blocked altogether: what becomes of that row is another check's."""

    needs_expected: bool = True
    needs_args: bool = False

    def __call__(self, case, expected, reply):
        if not np.isneginf(case.args[0]).any() or not isinstance(reply.value, np.ndarray) or reply.value.dtype.kind != "f":
            return close32()(case, expected, reply)
        return difference(expected.value, np.nan_to_num(reply.value), Tolerance(atol=np.inf, keep_dtype=True))


@cases()
def check_every_row_is_a_softmax(draw):
    """Every row of weights is e^x over the total of its own row, in a table, in a long row and in a single list of scores."""
    n, m, k = draw.sizes("n m k", 3, 8)
    return [
        call("softmax_np", np.array([[0.0, 0.0], [0.0, 1.0986123]]), public_=True),
        call("softmax_np", draw.uniform(n, m, **SPREAD)),
        call("softmax_np", draw.uniform(k, **SPREAD)),
        call("softmax_np", draw.uniform(n, 40 * m, **SPREAD)),
    ]


@cases()
def check_axis_is_respected(draw):
    """With axis=0 the columns add up to 1, and so it is with any axis of a larger table."""
    a, b, c, d = draw.sizes("a b c d", 3, 7)
    return [
        call("softmax_np", draw.uniform(a, b, **SPREAD), axis=0),
        call("softmax_np", draw.uniform(a, b, c, d, **SPREAD)),
        *(call("softmax_np", draw.uniform(a, b, c, **SPREAD), axis=axis) for axis in range(3)),
        call("softmax_np", draw.uniform(a, b, c, d, **SPREAD), -2),
    ]


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, either sign, give finite weights, because each row subtracts its own largest score."""
    n, m = draw.sizes("n m", 3, 6)
    lifts = np.array([1e4, -1e4, 0.0, 800.0, -800.0, 3.0])[:n, None]
    return [
        call("softmax_np", draw.uniform(n, m, **SPREAD) + lifts),
        call("softmax_np", np.array([[1e4, 0.0, -1e4], draw.uniform(3, **SPREAD)])),
    ]


@cases(compare=close(exact_zeros=True))
def check_blocked_scores_get_zero(draw):
    """A score of minus infinity gets weight exactly 0, and the rest of the row still adds up to 1."""
    n, m = draw.sizes("n m", 4, 8)
    x = draw.uniform(n, m, **SPREAD)
    x[~draw.mask(n, m, share=0.7)] = -np.inf
    return call("softmax_np", x)


@cases(compare=close(exact_zeros=True))
def check_fully_blocked_row_is_zero(draw):
    """A row in which everything is blocked gives zeros, not nan, and leaves the other rows alone."""
    n, m = draw.sizes("n m", 3, 6)
    x = draw.uniform(n, m, **SPREAD)
    x[draw.whole(0, n - 1)] = -np.inf
    return [call("softmax_np", x), call("softmax_np", np.full((n, m), -np.inf))]


@cases(compare=float32_weights())
def check_float32_stays_float32(draw):
    """float32 scores give float32 weights, blocked rows included."""
    n, m = draw.sizes("n m", 3, 6)
    x = draw.uniform(n, m, **SPREAD).astype(np.float32)
    blocked = x.copy()
    blocked[draw.whole(0, n - 1)] = -np.inf
    return [call("softmax_np", x), call("softmax_np", blocked)]


@cases(compare=close(keep_dtype=True))
def check_whole_numbers_and_lists(draw):
    """Whole numbers and nested lists give ordinary weights, in float64."""
    n, m = draw.sizes("n m", 3, 6)
    return [
        call("softmax_np", 1 + np.abs(draw.integers(n, m, low=-2, high=3))),
        call("softmax_np", draw.uniform(n, m, **SPREAD).tolist()),
    ]


@cases(compare=all_of(unchanged(), fresh()))
def check_input_stays_as_it_is(draw):
    """Your function leaves its input alone and returns a new array."""
    n, m = draw.sizes("n m", 3, 6)
    x = draw.uniform(n, m, **SPREAD)
    blocked = np.where(draw.mask(n, m), x, -np.inf)
    return [call("softmax_np", x), call("softmax_np", x.astype(np.float32)), call("softmax_np", blocked)]


@cases()
def check_single_column(draw):
    """With one score per row every weight is 1, and the table keeps its shape."""
    n, m = draw.sizes("n m", 3, 7)
    return [call("softmax_np", draw.normal(n, 1)), call("softmax_np", draw.uniform(1, m, **SPREAD))]
