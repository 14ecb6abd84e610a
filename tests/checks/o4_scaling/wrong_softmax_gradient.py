"""Known wrong ways of softmax-gradient."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import wrong


def table(scores):
    """The right table, for mistakes that lie elsewhere."""
    w = softmax_np(np.asarray(scores, dtype=float))
    return np.diag(w) - np.outer(w, w)


def scores_of(query, keys, factor, scale):
    """The right scores."""
    s = factor * (np.asarray(keys) @ np.asarray(query))
    return s / math.sqrt(len(query)) if scale else s


# --- the table -----------------------------------------------------------------------------------------------------


@wrong("slip-formula", fails=("check_table_of_derivatives", "check_huge_scores"), replaces="softmax_jacobian")
def diagonal_only(scores):
    """Only the diagonal w(1 - w): a weight that grows takes nothing from the others."""
    w = softmax_np(scores)
    return np.diag(w * (1 - w))


@wrong("slip-formula", fails=("check_table_of_derivatives", "check_huge_scores"), replaces="softmax_jacobian")
def diagonal_in_a_loop(scores):
    """Fills the diagonal of a table of zeros."""
    w = softmax_np(scores)
    J = np.zeros((len(w), len(w)))
    for i in range(len(w)):
        J[i, i] = w[i] - w[i] ** 2
    return J


@wrong(
    "slip-formula",
    fails=("check_table_of_derivatives", "check_huge_scores", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale"),
    replaces="softmax_jacobian",
)
def outer_product_only(scores):
    """All products w_i w_j: every weight grows with every score."""
    w = softmax_np(scores)
    return np.outer(w, w)


@wrong(
    "slip-formula",
    fails=("check_table_of_derivatives", "check_huge_scores", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale"),
    replaces="softmax_jacobian",
)
def all_products(scores):
    """w times w, by broadcasting."""
    w = softmax_np(scores)
    return w[:, None] * w[None, :]


@wrong("slip-formula", fails=("check_table_of_derivatives", "check_huge_scores"), replaces="softmax_jacobian")
def sign_the_wrong_way_round(scores):
    """w_i w_j minus the diagonal: a weight falls when its score grows."""
    w = softmax_np(scores)
    return np.outer(w, w) - np.diag(w)


@wrong("slip-formula", fails=("check_table_of_derivatives", "check_huge_scores"), replaces="softmax_jacobian")
def minus_the_table(scores):
    """Two rules, both with the wrong sign."""
    w = softmax_np(scores)
    n = len(w)
    return np.array([[w[i] * (w[i] - 1) if i == j else w[i] * w[j] for j in range(n)] for i in range(n)])


@wrong("slip-formula", fails=("check_table_of_derivatives", "check_huge_scores"), replaces="softmax_jacobian")
def others_grow_too(scores):
    """w(1 - w) on the diagonal, and plus w_i w_j beside it."""
    w = softmax_np(scores)
    J = np.outer(w, w)
    np.fill_diagonal(J, w * (1 - w))
    return J


@wrong("slip-formula", fails=("check_table_of_derivatives", "check_huge_scores"), replaces="softmax_jacobian")
def no_minus_beside_the_diagonal(scores):
    """The minus of the second rule is missing."""
    w = softmax_np(scores)
    return np.abs(np.diag(w) - np.outer(w, w))


@wrong(
    "slip-formula",
    fails=("check_table_of_derivatives", "check_huge_scores", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale"),
    replaces="softmax_jacobian",
)
def every_entry_by_the_first_rule(scores):
    """w_i (1 - w_j) everywhere, without a question whether i = j."""
    w = softmax_np(scores)
    return np.outer(w, 1 - w)


@wrong(
    "slip-formula",
    fails=("check_table_of_derivatives", "check_huge_scores", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale"),
    replaces="softmax_jacobian",
)
def one_rule_for_all(scores):
    """A double loop with one rule."""
    w = softmax_np(scores)
    return np.array([[wi - wi * wj for wj in w] for wi in w])


@wrong(
    "slip-formula",
    fails=("check_table_of_derivatives", "check_huge_scores", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale"),
    replaces="softmax_jacobian",
)
def ones_on_the_diagonal(scores):
    """The identity minus w_i w_j: the weight in front of the 1 is missing."""
    w = softmax_np(scores)
    return np.eye(len(w)) - np.outer(w, w)


@wrong(
    "slip-formula",
    fails=("check_table_of_derivatives", "check_huge_scores", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale"),
    replaces="softmax_jacobian",
)
def delta_without_its_weight(scores):
    """delta_ij - w_i w_j in a double loop."""
    w = softmax_np(scores)
    return np.array([[float(i == j) - w[i] * w[j] for j in range(len(w))] for i in range(len(w))])


@wrong(
    "slip-rounding",
    fails=("check_table_of_derivatives", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale", "check_huge_scores"),
    replaces="softmax_jacobian",
)
def nudged_by_a_thousandth(scores):
    """Nudges every score by .001 and looks: right to three digits."""
    s = np.asarray(scores, dtype=float)
    steps = 0.001 * np.eye(len(s))
    return np.array([(softmax_np(s + step) - softmax_np(s)) / 0.001 for step in steps]).T


@wrong(
    "slip-rounding",
    fails=("check_table_of_derivatives", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale", "check_huge_scores"),
    replaces="softmax_jacobian",
)
def nudged_column_by_column(scores):
    """One nudge of .001 per column."""
    s = np.asarray(scores, dtype=float)
    J = np.zeros((len(s), len(s)))
    for j in range(len(s)):
        moved = s.copy()
        moved[j] += 0.001
        J[:, j] = (softmax_np(moved) - softmax_np(s)) / 0.001
    return J


@wrong("slip-rounding", fails=("check_table_of_derivatives", "check_huge_scores"), replaces="softmax_jacobian")
def nudged_both_ways(scores):
    """Nudges by .001 to both sides: better, and still not exact."""
    s = np.asarray(scores, dtype=float)
    steps = 0.001 * np.eye(len(s))
    return np.stack([(softmax_np(s + step) - softmax_np(s - step)) / 0.002 for step in steps], axis=1)


@wrong("slip-rounding", fails=("check_table_of_derivatives", "check_huge_scores"), replaces="softmax_jacobian")
def central_differences(scores):
    """The difference of two softmaxes over twice the nudge."""
    s = np.array(scores, dtype=float)
    J = np.empty((s.size, s.size))
    for j in range(s.size):
        up, down = s.copy(), s.copy()
        up[j] += 1e-3
        down[j] -= 1e-3
        J[:, j] = (softmax_np(up) - softmax_np(down)) / 2e-3
    return J


@wrong(
    "softmax-wrong-axis",
    fails=("check_table_of_derivatives", "check_huge_scores", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale"),
    replaces="softmax_jacobian",
)
def each_score_for_itself(scores):
    """The derivative of the sigmoid, score by score, as if each had a softmax of its own."""
    s = np.asarray(scores, dtype=float)
    p = 1 / (1 + np.exp(-np.clip(s, -700, 700)))
    return np.diag(p * (1 - p))


@wrong(
    "softmax-wrong-axis",
    fails=("check_table_of_derivatives", "check_huge_scores", "check_gradient_size_and_the_factor", "check_gradient_size_without_scale"),
    replaces="softmax_jacobian",
)
def sigmoid_by_softmax(scores):
    """A softmax of each score against 0."""
    s = np.asarray(scores, dtype=float)
    pairs = softmax_np(np.stack([s, np.zeros_like(s)], axis=1))
    return np.diag(pairs[:, 0] * pairs[:, 1])


@wrong("scale-is-overflow-guard", fails=("check_huge_scores",), replaces="softmax_jacobian")
def own_unsafe_softmax(scores):
    """A softmax of its own, without subtracting the largest."""
    e = np.exp(np.asarray(scores, dtype=float))
    w = e / e.sum()
    return np.diag(w) - np.outer(w, w)


@wrong("scale-is-overflow-guard", fails=("check_huge_scores",), replaces="softmax_jacobian")
def textbook_weights(scores):
    """e^x over the total of all e^x, as it stands in the book."""
    powers = [np.exp(np.float64(x)) for x in scores]
    w = np.array([p / np.sum(powers) for p in powers])
    return np.diag(w) - w[:, None] * w[None, :]


# --- its size ------------------------------------------------------------------------------------------------------


@wrong("sharper-is-better", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def factor_ignored(query, keys, factor, scale=True):
    """Leaves the factor out: .195 at every factor."""
    return np.abs(table(scores_of(query, keys, 1, scale))).max()


@wrong("sharper-is-better", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def factor_never_read(query, keys, factor, scale=True):
    """The direction of the query is all that counts."""
    s = np.asarray(keys) @ np.asarray(query) * (len(query) ** -0.5 if scale else 1)
    w = softmax_np(s)
    return np.max(np.diag(w) - np.outer(w, w))


@wrong("sharper-is-better", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def gradient_grows_with_the_factor(query, keys, factor, scale=True):
    """Multiplies the derivative of the plain query by the factor: it rises where it must fall."""
    return factor * np.abs(table(scores_of(query, keys, 1, scale))).max()


@wrong("sharper-is-better", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def factor_at_the_end(query, keys, factor, scale=True):
    """The factor is put in front of the finished table."""
    s = np.asarray(keys) @ np.asarray(query) * (len(query) ** -0.5 if scale else 1)
    w = softmax_np(s)
    return np.max(factor * (np.diag(w) - np.outer(w, w)))


@wrong("slip-formula", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def factor_squared(query, keys, factor, scale=True):
    """Multiplies query and keys by the factor."""
    return np.abs(table(scores_of(query, keys, factor**2, scale))).max()


@wrong("slip-formula", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def keys_multiplied_too(query, keys, factor, scale=True):
    """The keys get the factor as well."""
    q, K = factor * np.asarray(query), factor * np.asarray(keys)
    s = K @ q
    return np.max(table(s / len(q) ** 0.5 if scale else s))


@wrong("slip-formula", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def sign_of_the_factor_lost(query, keys, factor, scale=True):
    """Takes the size of the factor, so that a query turned round gives the same."""
    return np.abs(table(scores_of(query, keys, abs(factor), scale))).max()


@wrong("slip-formula", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def length_of_the_query_only(query, keys, factor, scale=True):
    """A negative factor counts as a positive one."""
    q = (factor if factor > 0 else -factor) * np.asarray(query)
    w = softmax_np(np.asarray(keys) @ q * (len(q) ** -0.5 if scale else 1))
    return np.max(w - w * w)


@wrong("scale-by-dk", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def never_scaled(query, keys, factor, scale=True):
    """Never divides the scores."""
    return np.abs(table(scores_of(query, keys, factor, False))).max()


@wrong("scale-by-dk", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def raw_scores(query, keys, factor, scale=True):
    """The raw scores, with and without scale."""
    q = factor * np.asarray(query)
    w = softmax_np(np.array([q @ np.asarray(k) for k in keys]))
    return (w * (1 - w)).max()


@wrong("scale-by-dk", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def scaled_by_d_k(query, keys, factor, scale=True):
    """Divides by d_k instead of its root."""
    s = scores_of(query, keys, factor, False)
    return np.abs(table(s / len(query) if scale else s)).max()


@wrong("scale-by-dk", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def mean_of_the_products(query, keys, factor, scale=True):
    """The mean of the products is taken for the scaled score."""
    products = factor * np.asarray(query) * np.asarray(keys)
    w = softmax_np(products.mean(axis=1) if scale else products.sum(axis=1))
    return (w - w**2).max()


@wrong("scale-wrong-dimension", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def root_of_the_number_of_keys(query, keys, factor, scale=True):
    """Divides by √n, the root of the number of keys."""
    s = scores_of(query, keys, factor, False)
    return np.abs(table(s / math.sqrt(len(keys)) if scale else s)).max()


@wrong("scale-wrong-dimension", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def root_of_the_number_of_scores(query, keys, factor, scale=True):
    """Reads the divisor off the list of scores."""
    s = np.asarray(keys) @ (factor * np.asarray(query))
    if scale:
        s = s * len(s) ** -0.5
    return table(s).max()


@wrong("slip-reading", fails=("check_gradient_size_without_scale",), replaces="gradient_size")
def always_scaled(query, keys, factor, scale=True):
    """Divides even if scale is False."""
    return np.abs(table(scores_of(query, keys, factor, True))).max()


@wrong("slip-reading", fails=("check_gradient_size_without_scale",), replaces="gradient_size")
def scale_never_read(query, keys, factor, scale=True):
    """The argument scale is not looked at."""
    w = softmax_np(np.asarray(keys) @ (factor * np.asarray(query)) * len(query) ** -0.5)
    return np.max(w - w * w)


@wrong("scale-after-softmax", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def table_divided(query, keys, factor, scale=True):
    """Divides the table by √d_k instead of the scores."""
    J = table(scores_of(query, keys, factor, False))
    return np.abs(J).max() / (math.sqrt(len(query)) if scale else 1)


@wrong("scale-after-softmax", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def division_comes_last(query, keys, factor, scale=True):
    """The raw scores go into the softmax, and the division comes after it."""
    w = softmax_np(np.asarray(keys) @ np.asarray(query) * factor)
    return np.max(w - w * w) * (len(query) ** -0.5 if scale else 1)


@wrong("slip-reading", fails=("check_gradient_size_and_the_factor", "check_gradient_size_without_scale"), replaces="gradient_size")
def all_entries_added_up(query, keys, factor, scale=True):
    """Adds the sizes of all entries up instead of taking the largest."""
    return np.abs(table(scores_of(query, keys, factor, scale))).sum()


@wrong("slip-reading", fails=("check_gradient_size_and_the_factor", "check_gradient_size_without_scale"), replaces="gradient_size")
def total_size(query, keys, factor, scale=True):
    """The sum of |entry|: twice the diagonal."""
    w = softmax_np(scores_of(query, keys, factor, scale))
    return 2 * np.sum(w - w * w)


# --- the caller's data ---------------------------------------------------------------------------------------------


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="softmax_jacobian")
def subtracts_from_the_callers_scores(scores):
    """scores -= max changes what it was given."""
    scores = np.asarray(scores)
    scores -= scores.max()
    return table(scores)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="softmax_jacobian")
def shifts_the_callers_scores(scores):
    """A slice assignment into the caller's scores."""
    scores = np.asarray(scores)
    scores[:] = scores - np.max(scores)
    w = softmax_np(scores)
    return np.diag(w) - w[:, None] * w


@wrong(
    "slip-mutates-input",
    fails=(
        "check_gradient_size_and_the_factor",
        "check_inputs_stay_as_they_are",
    ),
    replaces="gradient_size",
)
def multiplies_the_callers_query(query, keys, factor, scale=True):
    """query *= factor changes the caller's query."""
    query = np.asarray(query)
    query *= factor
    return np.abs(table(scores_of(query, keys, 1, scale))).max()


@wrong(
    "slip-mutates-input",
    fails=(
        "check_gradient_size_and_the_factor",
        "check_inputs_stay_as_they_are",
    ),
    replaces="gradient_size",
)
def query_with_out(query, keys, factor, scale=True):
    """np.multiply with out=query."""
    query = np.asarray(query)
    np.multiply(query, factor, out=query)
    return table(scores_of(query, keys, 1, scale)).max()


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax_jacobian")
def largest_at_least_zero(scores):
    """A softmax of its own that subtracts the largest score only if it is above 0: far below 0 the table vanishes."""
    x = np.asarray(scores, dtype=float)
    e = np.exp(x - max(0.0, x.max()))
    w = e / (e.sum() or 1.0)
    return np.diag(w) - np.outer(w, w)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax_jacobian")
def largest_counted_from_zero(scores):
    """np.max with initial=0."""
    x = np.array(scores, dtype=float)
    e = np.exp(x - np.max(x, initial=0.0))
    w = e / e.sum() if e.any() else e
    return np.diag(w) - w[:, None] * w


@wrong("slip-formula", fails=("check_table_of_derivatives",), replaces="softmax_jacobian")
def a_single_score_moves_its_weight(scores):
    """Says that the weight of a single score grows with it."""
    return np.ones((1, 1)) if len(scores) == 1 else table(scores)


@wrong("slip-formula", fails=("check_table_of_derivatives",), replaces="softmax_jacobian")
def one_score_one(scores):
    """Gives [[1.0]] where there is one score only."""
    J = table(scores)
    if J.size == 1:
        J[0, 0] = 1.0
    return J


@wrong("slip-dtype", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def longer_query_of_whole_numbers(query, keys, factor, scale=True):
    """The longer query has the dtype of the query: one of whole numbers cuts off what the factor adds."""
    query = np.array(query)
    return np.abs(table(scores_of((factor * query).astype(query.dtype), keys, 1, scale))).max()


@wrong("slip-dtype", fails=("check_gradient_size_and_the_factor",), replaces="gradient_size")
def written_into_the_copy(query, keys, factor, scale=True):
    """Writes the products into a copy of the query, which holds whole numbers if the query does."""
    longer = np.array(query)
    for j in range(len(longer)):
        longer[j] = longer[j] * factor
    return float(np.abs(table(scores_of(longer, keys, 1, scale))).max())


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="gradient_size")
def multiplies_an_array_of_floats(query, keys, factor, scale=True):
    """np.asarray makes no copy of an array of floats, and query *= factor writes into it."""
    query = np.asarray(query, dtype=float)
    query *= factor
    return table(scores_of(query, keys, 1, scale)).max()


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="gradient_size")
def products_put_back(query, keys, factor, scale=True):
    """Puts the products back into the query, which is the caller's own if it was an array of floats."""
    longer = np.asanyarray(query, dtype=np.float64)
    longer[:] = [factor * x for x in longer]
    return float(np.abs(table(scores_of(longer, keys, 1, scale))).max())
