"""Checks of softmax-rows."""

import numpy as np

from grader.checks.api import all_of, call, cases, close, close32, fresh, holds, unchanged


def _rows_add_up(case, weights):
    if not np.allclose(weights.sum(axis=-1), 1, atol=1e-9):
        return "some row does not add up to 1"
    return None


@cases(repeat=1)
def check_worked_example(draw):
    """The example of the text comes out as printed."""
    return call("softmax_np", np.array([[0.0, 0.0], [0.0, 1.0986123]]), public_=True)


@cases(compare=all_of(holds(_rows_add_up, "every row adds up to 1"), close()))
def check_rows_add_up_to_one(draw):
    """Every row of weights adds up to 1, and every weight is e^x over the total of its row."""
    n, m = draw.sizes("n m", 3, 6)
    return call("softmax_np", draw.normal(n, m))


@cases()
def check_axis_is_respected(draw):
    """With axis=0 the columns add up to 1, and any axis of a larger table can be asked for."""
    a, b, c, d = draw.sizes("a b c d", 2, 6)
    return [
        call("softmax_np", draw.normal(a, b), axis=0),
        call("softmax_np", draw.normal(a, b, c, d)),
        call("softmax_np", draw.normal(a, b, c), axis=1),
        call("softmax_np", draw.normal(a, b, c), -2),
    ]


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, either sign, give finite weights: each row subtracts its own largest score."""
    n, m = draw.sizes("n m", 3, 6)
    lifts = np.array([1e4, -1e4, 0.0, 500.0, -800.0, 3.0])[:n, None]
    return call("softmax_np", draw.normal(n, m) + lifts)


@cases(compare=close(exact_zeros=True))
def check_blocked_scores_get_zero(draw):
    """A score of minus infinity gets weight exactly 0, and the rest of the row still adds up to 1."""
    n, m = draw.sizes("n m", 3, 7)
    x = draw.normal(n, m)
    x[~draw.mask(n, m)] = -np.inf
    return call("softmax_np", x)


@cases(compare=close(exact_zeros=True))
def check_fully_blocked_row_is_zero(draw):
    """A row in which everything is blocked gives zeros, not nan."""
    n, m = draw.sizes("n m", 3, 6)
    x = draw.normal(n, m)
    x[draw.whole(0, n - 1)] = -np.inf
    return call("softmax_np", x)


@cases(compare=close32())
def check_float32_stays_float32(draw):
    """float32 scores give float32 weights."""
    n, m = draw.sizes("n m", 3, 6)
    return call("softmax_np", draw.normal(n, m, dtype=np.float32))


@cases()
def check_whole_numbers_and_lists(draw):
    """Whole numbers and nested lists give ordinary weights."""
    n, m = draw.sizes("n m", 3, 6)
    return [call("softmax_np", draw.integers(n, m)), call("softmax_np", draw.normal(n, m).tolist())]


@cases(compare=all_of(unchanged(), fresh()))
def check_input_stays_as_it_is(draw):
    """Your function leaves its input alone and returns a new array."""
    n, m = draw.sizes("n m", 3, 6)
    x = draw.normal(n, m)
    return [call("softmax_np", x), call("softmax_np", x.astype(np.float32))]


@cases()
def check_single_column(draw):
    """With one score per row, every weight is 1."""
    return call("softmax_np", draw.normal(draw.size("n", 2, 6), 1))
