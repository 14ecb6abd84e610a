"""The 24 checks of bench/peers/work.py, as this program writes checks. One draw each, like the others."""

import numpy as np

from grader.checks.api import call, cases, expect, require

MARK = "mark-of-the-hidden-checks"  # what an attack looks for
ONE = {"repeat": 1}


def _projections(draw):
    return [draw.normal(12, 12, scale=0.3) for _ in range(4)]


# --- softmax


@cases(**ONE)
def check_softmax_values(draw):
    """softmax: values of a 3 x 5 table."""
    return call("softmax", draw.normal(3, 5))


def check_softmax_rows(submission, reference, draw):
    """softmax: every row adds up to 1."""
    x = draw.normal(3, 5)
    got = submission.softmax(x)
    expect(np.sum(got, axis=-1), np.ones(3))
    expect(got, reference.softmax(x))


@cases(**ONE)
def check_softmax_large(draw):
    """softmax: scores near 1000 stay finite."""
    return call("softmax", draw.normal(2, 3) + np.array([[1000.0, 1001.0, 1002.0], [-1000.0, 0.0, 1000.0]]))


@cases(**ONE)
def check_softmax_stack(draw):
    """softmax: the last axis of a stack of tables."""
    x = draw.normal(3, 5)
    return call("softmax", np.stack([x, x * 2, x - 1]))


# --- scaled dot-product attention


@cases(**ONE)
def check_attention_values(draw):
    """attention: values."""
    return call("scaled_dot_product_attention", draw.normal(4, 8), draw.normal(6, 8), draw.normal(6, 3))


def check_attention_shape(submission, reference, draw):
    """attention: one output for each query."""
    args = draw.normal(4, 8), draw.normal(6, 8), draw.normal(6, 3)
    got = submission.scaled_dot_product_attention(*args)
    require(np.shape(got) == (4, 3), "the output has one row for each query")
    expect(got, reference.scaled_dot_product_attention(*args))


@cases(**ONE)
def check_attention_scale(draw):
    """attention: scores are divided by the root of d_k."""
    return call("scaled_dot_product_attention", draw.normal(5, 64), draw.normal(5, 64), draw.normal(5, 2))


@cases(**ONE)
def check_attention_uniform(draw):
    """attention: queries of zeros average the values."""
    return call("scaled_dot_product_attention", np.zeros((2, 8)), draw.normal(6, 8), draw.normal(6, 3))


# --- the mask


@cases(**ONE)
def check_mask_values(draw):
    """mask: four tokens."""
    return call("causal_mask", 4)


@cases(**ONE)
def check_mask_single(draw):
    """mask: one token."""
    return call("causal_mask", 1)


def check_mask_diagonal(submission):
    """mask: a token sees itself."""
    expect(np.diag(submission.causal_mask(7)), np.ones(7, dtype=bool))


def check_mask_kind(submission):
    """mask: boolean, n x n."""
    got = submission.causal_mask(5)
    require(getattr(got, "dtype", None) == np.bool_ and got.shape == (5, 5), "the mask is a boolean table")


# --- masked attention


@cases(**ONE)
def check_masked_values(draw):
    """masked attention: values."""
    return call("masked_attention", draw.normal(5, 4), draw.normal(5, 4), draw.normal(5, 4))


def check_masked_first(submission, draw):
    """masked attention: the first token sees only itself."""
    V = draw.normal(5, 4)
    expect(submission.masked_attention(draw.normal(5, 4), draw.normal(5, 4), V)[0], V[0])


def check_masked_future(submission, reference, draw):
    """masked attention: the future does not matter."""
    Q, K, V = draw.normal(5, 4), draw.normal(5, 4), draw.normal(5, 4)
    expected = reference.masked_attention(Q, K, V)[:-1]
    V[-1] += 100.0
    expect(submission.masked_attention(Q, K, V)[:-1], expected)


@cases(**ONE)
def check_masked_large(draw):
    """masked attention: large scores stay finite."""
    return call("masked_attention", draw.normal(5, 4, scale=100), draw.normal(5, 4, scale=100), draw.normal(5, 4))


# --- heads


def check_split_shape(submission, draw):
    """split_heads: (h, n, d / h)."""
    require(np.shape(submission.split_heads(draw.normal(6, 12), 3)) == (3, 6, 4), "heads come first")


@cases(**ONE)
def check_split_values(draw):
    """split_heads: values."""
    return call("split_heads", draw.normal(6, 12), 4)


@cases(**ONE)
def check_split_single(draw):
    """split_heads: one head."""
    return call("split_heads", draw.normal(6, 12), 1)


def check_split_joined(submission, draw):
    """split_heads: joining gives the input back."""
    X = draw.normal(6, 12)
    expect(np.concatenate(list(submission.split_heads(X, 2)), axis=1), X)


# --- multi-head attention


def check_heads_shape(submission, draw):
    """multi-head: the shape of the input."""
    got = submission.multi_head_attention(draw.normal(6, 12), *_projections(draw), 3)
    require(np.shape(got) == (6, 12), "the output has the shape of the input")


@cases(**ONE)
def check_heads_values(draw):
    """multi-head: values for three heads."""
    return call("multi_head_attention", draw.normal(6, 12), *_projections(draw), 3)


@cases(**ONE)
def check_heads_single(draw):
    """multi-head: one head is attention, mixed."""
    return call("multi_head_attention", draw.normal(6, 12), *_projections(draw), 1)


@cases(**ONE)
def check_heads_order(draw):
    """multi-head: shuffled rows give shuffled rows."""
    return call("multi_head_attention", draw.normal(6, 12)[draw.rng.permutation(6)], *_projections(draw), 4)
