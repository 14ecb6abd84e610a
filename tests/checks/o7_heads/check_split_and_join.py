"""Checks of split-and-join."""

from grader.checks.api import all_of, call, cases, close, expect_raises, unchanged

CASE_EXEMPT = {
    "overflow": "numbers are only moved about, nothing is raised to a power",
    "blocked": "there is no mask here",
}

MOVED = close(rtol=1e-12, atol=0)  # numbers that are only moved about keep all their digits


@cases(compare=MOVED)
def check_split_layout(draw):
    """Head i gets the i-th slice of every token, and further axes in front stay where they are."""
    n, h, k, b, c = draw.sizes("n h k b c", 2, 7)
    return [
        call("split_heads", [[1, 2, 3, 4], [5, 6, 7, 8]], 2, public_=True),
        call("split_heads", draw.normal(n, h * k), h),
        call("split_heads", draw.normal(b, n, h * k), h),
        call("split_heads", draw.normal(c, b, n, h * k), h),
    ]


@cases(compare=MOVED)
def check_join_is_end_to_end(draw):
    """Joining puts the heads' numbers of a token end to end, head 0 first, and further axes in front stay where they are."""
    n, h, k, b, c = draw.sizes("n h k b c", 2, 7)
    return [
        call("join_heads", draw.normal(h, n, k)),
        call("join_heads", draw.normal(b, h, n, k)),
        call("join_heads", draw.normal(c, b, h, n, k)),
    ]


def check_uneven_split_is_refused(submission, draw):
    """Unless the number of heads divides the width, splitting raises ValueError."""
    n, h, k = draw.sizes("n h k", 2, 6)
    expect_raises(submission, ValueError, "split_heads", draw.normal(n, h * k + draw.whole(1, h - 1)), h)
    expect_raises(submission, ValueError, "split_heads", draw.normal(h, h * k + 1), h)
    expect_raises(submission, ValueError, "split_heads", draw.normal(n, k), k + 1)


@cases()
def check_one_head_one_token_one_number(draw):
    """One head, one token, or one number per head keep their axis: every result has all its axes."""
    n, h, k = draw.sizes("n h k", 2, 6)
    return [
        call("split_heads", draw.normal(n, k), 1),
        call("split_heads", draw.normal(1, h * k), h),
        call("split_heads", draw.normal(1, h), h),
        call("join_heads", draw.normal(1, n, k)),
        call("join_heads", draw.normal(h, 1, k)),
        call("join_heads", draw.normal(h, 1, 1)),
    ]


@cases()
def check_lists_are_welcome(draw):
    """Nested lists of whole numbers are split and joined like arrays."""
    n, h, k = draw.sizes("n h k", 2, 5)
    return [
        call("split_heads", draw.integers(n, h * k).tolist(), h),
        call("join_heads", draw.integers(h, n, k).tolist()),
    ]


@cases(compare=all_of(unchanged(), close()))
def check_inputs_stay_as_they_are(draw):
    """Splitting and joining leave their input as it is, shape included."""
    h, k = draw.sizes("h k", 2, 6)
    return [call("split_heads", draw.normal(1, h), h), call("join_heads", draw.normal(h, 1, k))]
