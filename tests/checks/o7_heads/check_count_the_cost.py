"""Checks of count-the-cost."""

from grader.checks.api import Category, call, cases, expect, require


@cases()
def check_heads_share_the_width(draw):
    """Unless sizes are given, h heads share the width, and 8 heads of 64 have as many learned numbers as one of 512."""
    h, d_head = draw.sizes("h d_head", 2, 9)
    return [
        call("mha_params", 512, 8, public_=True),
        call("mha_params", 512, 1),
        call("mha_params", h * d_head, h),
        call("mha_params", h * d_head, d_head),
    ]


@cases()
def check_given_sizes(draw):
    """With d_k, d_v or both given, every matrix has the size that the text says."""
    d_model, h, d_k, d_v = draw.sizes("d_model h d_k d_v", 2, 12)
    return [
        call("mha_params", d_model, h, d_k, d_v),
        call("mha_params", h * d_v, h, d_k=d_k, d_v=d_v),
        call("mha_params", d_model, 1, d_k=d_k),  # one head: whether the width is shared out shows in the check above only
        call("mha_params", d_model, 1, d_v=d_v),
    ]


def check_bias_adds_one_number_per_output(submission, reference, draw):
    """A bias adds one learned number per output of each of the four matrices."""
    d_model, h, d_k, d_v = draw.sizes("d_model h d_k d_v", 2, 12)
    sizes = (d_model, h, d_k, d_v)
    with_bias, without = submission.mha_params(*sizes, bias=True), submission.mha_params(*sizes)
    for count in (with_bias, without):
        require(isinstance(count, (int, float)) and abs(count) < 1e15, "mha_params gives one number", category=Category.TYPE, got=count)
    expect(with_bias - without, reference.mha_params(*sizes, bias=True) - reference.mha_params(*sizes))


def _counts(submission, reference, draw, names):
    """Compare the named counts, for self-attention and for another number of keys."""
    h, d_head, n, n_k = draw.sizes("h d_head n n_k", 2, 12)
    asked = [((10, 8, 2), {}), ((n, h * d_head, h), {}), ((n, h * d_head, 1), {}), ((n, h * d_head, h), {"n_k": n_k})]
    for args, kwargs in asked:
        got, expected = submission.mha_multiplications(*args, **kwargs), reference.mha_multiplications(*args, **kwargs)
        require(isinstance(got, dict), "mha_multiplications gives a dict", category=Category.TYPE, expected=expected, got=got)
        require(set(got) == set(expected), "the dict has exactly the five keys", expected=expected, got=got)
        expect({name: got[name] for name in names}, {name: expected[name] for name in names})


def check_projections_and_output(submission, reference, draw):
    """Projecting and the last mixing cost the same for any number of heads; keys and values come from the n_k tokens looked at."""
    _counts(submission, reference, draw, ("project", "output"))


def check_scores_and_blend(submission, reference, draw):
    """Scores and blends cost one multiplication per query, key and number, whatever the number of heads."""
    _counts(submission, reference, draw, ("scores", "blend"))


def check_exponentials(submission, reference, draw):
    """Every score of every head needs its exponential."""
    _counts(submission, reference, draw, ("exponentials",))
