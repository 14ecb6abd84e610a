"""Known wrong ways of causal-attention."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import wrong


def scores_of(Q, K):
    Q, K = np.asarray(Q), np.asarray(K)
    return Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])


def bottom_right(n_q, n_k):
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool)


def blended(A, V):
    return A @ V, A


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_mask_lines_up_at_the_bottom_right",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
    ),
    replaces="causal_mask",
)
def top_left(n_q, n_k=None):
    """Lines the mask up at the top left: right for whole texts only."""
    return np.tri(n_q, n_k if n_k is not None else n_q, dtype=bool)


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_mask_lines_up_at_the_bottom_right",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
    ),
    replaces="causal_mask",
    part_of="counts_queries_from_the_start",
)
def counts_queries_from_the_start(n_q, n_k=None):
    """Takes the queries for the first positions."""
    n_k = n_q if n_k is None else n_k
    return np.array([[j <= i for j in range(n_k)] for i in range(n_q)])


@wrong("mask-wrong-diagonal", fails=(), replaces="causal_attention", part_of="counts_queries_from_the_start")
def counts_queries_from_the_start_attention(Q, K, V):
    S = scores_of(Q, K)
    return blended(softmax_np(np.where(np.tril(np.ones(S.shape[-2:], bool)), S, -np.inf)), V)


@wrong("mask-wrong-diagonal", fails=("check_mask_lines_up_at_the_bottom_right",), replaces="causal_mask", part_of="mask_top_left_only")
def mask_top_left_only(n_q, n_k=None):
    """The mask lines up at the top left; the attention makes a right one of its own."""
    return np.arange(n_k or n_q)[None, :] <= np.arange(n_q)[:, None]


@wrong("mask-wrong-diagonal", fails=(), replaces="causal_attention", part_of="mask_top_left_only")
def mask_top_left_only_attention(Q, K, V):
    S = scores_of(Q, K)
    return blended(softmax_np(np.where(bottom_right(*S.shape[-2:]), S, -np.inf)), V)


@wrong("mask-wrong-diagonal", fails=("check_mask_lines_up_at_the_bottom_right",), replaces="causal_mask", part_of="tril_without_an_offset")
def tril_without_an_offset(n_q, n_k=None):
    """np.tril without its offset; the attention counts for itself."""
    return np.tril(np.ones((n_q, n_q if n_k is None else n_k))).astype(bool)


@wrong("mask-wrong-diagonal", fails=(), replaces="causal_attention", part_of="tril_without_an_offset")
def tril_without_an_offset_attention(Q, K, V):
    S = scores_of(Q, K)
    n_q, n_k = S.shape[-2:]
    S[..., np.triu(np.ones((n_q, n_k), bool), 1 + n_k - n_q)] = -np.inf
    return blended(softmax_np(S), V)


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_mask_of_a_whole_text",
        "check_mask_lines_up_at_the_bottom_right",
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_mask",
)
def strictly_past(n_q, n_k=None):
    """A token may not look at itself."""
    n_k = n_q if n_k is None else n_k
    return np.tri(n_q, n_k, n_k - n_q - 1, dtype=bool)


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_mask_of_a_whole_text",
        "check_mask_lines_up_at_the_bottom_right",
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_mask",
)
def smaller_not_smaller_or_equal(n_q, n_k=None):
    """Writes < where <= is meant."""
    n_k = n_k or n_q
    return np.array([[j < i + n_k - n_q for j in range(n_k)] for i in range(n_q)])


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_mask_of_a_whole_text",
        "check_mask_lines_up_at_the_bottom_right",
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_mask",
)
def one_step_ahead(n_q, n_k=None):
    """The next token may still be seen."""
    n_k = n_q if n_k is None else n_k
    return np.tri(n_q, n_k, n_k - n_q + 1, dtype=bool)


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_mask_of_a_whole_text",
        "check_mask_lines_up_at_the_bottom_right",
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_mask",
)
def positions_from_one(n_q, n_k=None):
    """Counts the positions of the queries from 1."""
    n_k = n_k or n_q
    ends = np.arange(n_k - n_q + 1, n_k + 1)
    return ends.reshape(-1, 1) >= np.arange(n_k)


@wrong(
    "mask-polarity",
    fails=(
        "check_mask_of_a_whole_text",
        "check_mask_lines_up_at_the_bottom_right",
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_mask",
)
def upper_triangle(n_q, n_k=None):
    """Keeps the upper triangle: the past is closed."""
    n_k = n_q if n_k is None else n_k
    return np.triu(np.ones((n_q, n_k), dtype=bool), n_k - n_q)


@wrong(
    "mask-polarity",
    fails=(
        "check_mask_of_a_whole_text",
        "check_mask_lines_up_at_the_bottom_right",
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_mask",
)
def sees_only_later_keys(n_q, n_k=None):
    """Compares the wrong way round."""
    n_k = n_k or n_q
    return np.arange(n_k) >= np.arange(n_k - n_q, n_k)[:, None]


@wrong(
    "mask-polarity",
    fails=(
        "check_mask_of_a_whole_text",
        "check_mask_lines_up_at_the_bottom_right",
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_mask",
)
def true_is_blocked(n_q, n_k=None):
    """The mask says what is closed and is used as what is open."""
    n_k = n_q if n_k is None else n_k
    return ~bottom_right(n_q, n_k)


@wrong(
    "mask-polarity",
    fails=(
        "check_mask_of_a_whole_text",
        "check_mask_lines_up_at_the_bottom_right",
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_mask",
)
def keeps_what_is_later(n_q, n_k=None):
    """Keeps the cells where the key comes after the query."""
    n_k = n_k or n_q
    return np.arange(n_k) > np.arange(n_q)[:, None] + (n_k - n_q)


@wrong(
    "mask-polarity",
    fails=("check_mask_of_a_whole_text", "check_mask_lines_up_at_the_bottom_right"),
    replaces="causal_mask",
    part_of="mask_marks_the_future",
)
def mask_marks_the_future(n_q, n_k=None):
    """The mask marks the future; the attention turns it round."""
    n_k = n_q if n_k is None else n_k
    return ~bottom_right(n_q, n_k)


@wrong(
    "mask-polarity",
    fails=(),
    replaces="causal_attention",
    part_of="mask_marks_the_future",
)
def mask_marks_the_future_attention(Q, K, V):
    S = scores_of(Q, K)
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), -np.inf, S)), V)


@wrong(
    "mask-polarity",
    fails=("check_mask_of_a_whole_text", "check_mask_lines_up_at_the_bottom_right"),
    replaces="causal_mask",
    part_of="blocked_grid",
)
def blocked_grid(n_q, n_k=None):
    """The grid is called allowed, but True means closed."""
    n_k = n_k or n_q
    return np.triu(np.ones((n_q, n_k)), k=1 + n_k - n_q) == 1


@wrong(
    "mask-polarity",
    fails=(),
    replaces="causal_attention",
    part_of="blocked_grid",
)
def blocked_grid_attention(Q, K, V):
    S = scores_of(Q, K)
    S[..., causal_mask(S.shape[-2], S.shape[-1])] = -np.inf
    return blended(softmax_np(S), V)


@wrong(
    "mask-after-softmax",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def zeroes_the_weights(Q, K, V):
    """Softmax over everything, then later weights set to 0."""
    A = softmax_np(scores_of(Q, K))
    A = np.where(causal_mask(*A.shape[-2:]), A, 0)
    return A @ V, A


@wrong(
    "mask-after-softmax",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def multiplies_weights_by_the_mask(Q, K, V):
    """Multiplies the finished weights by the mask."""
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    A = softmax_np(np.einsum("...id,...jd->...ij", Q, K) / Q.shape[-1] ** 0.5)
    A = A * causal_mask(Q.shape[-2], K.shape[-2])
    return np.matmul(A, V), A


@wrong(
    "mask-after-softmax",
    fails=("check_huge_later_scores_do_not_matter",),
    replaces="causal_attention",
)
def divides_by_the_new_total(Q, K, V):
    """Wipes the later weights out and divides by what is left, which huge later scores have driven to 0."""
    A = softmax_np(scores_of(Q, K)) * causal_mask(np.shape(Q)[-2], np.shape(K)[-2])
    total = A.sum(axis=-1, keepdims=True)
    A = A / np.where(total > 0, total, 1).astype(A.dtype)
    return A @ V, A


@wrong(
    "mask-after-softmax",
    fails=("check_huge_later_scores_do_not_matter",),
    replaces="causal_attention",
)
def renormalises(Q, K, V):
    """The same in two steps, nan turned into 0."""
    A = softmax_np(scores_of(Q, K))
    A[..., ~causal_mask(A.shape[-2], A.shape[-1])] = 0
    with np.errstate(all="ignore"):
        A = np.nan_to_num(A / A.sum(-1, keepdims=True))
    return A @ V, A


@wrong(
    "mask-with-zero",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def scores_set_to_zero(Q, K, V):
    """Sets the later scores to 0: e^0 is weight."""
    S = scores_of(Q, K)
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, 0)), V)


@wrong(
    "mask-with-zero",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def multiplies_scores_by_the_mask(Q, K, V):
    """Multiplies the scores by the mask."""
    S = scores_of(Q, K)
    return blended(softmax_np((S * causal_mask(*S.shape[-2:])).astype(S.dtype)), V)


@wrong(
    "mask-with-zero",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
    ),
    replaces="causal_attention",
)
def adds_minus_fifty(Q, K, V):
    """Adds -50 to later scores."""
    S = scores_of(Q, K)
    S = S - (50 * ~causal_mask(*S.shape[-2:])).astype(S.dtype)
    return blended(softmax_np(S), V)


@wrong(
    "mask-with-zero",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
    ),
    replaces="causal_attention",
)
def subtracts_fifty_later(Q, K, V):
    """Takes 50 off every later score."""
    S = scores_of(Q, K)
    S[..., ~causal_mask(S.shape[-2], S.shape[-1])] -= 50
    return blended(softmax_np(S), V)


@wrong(
    "mask-with-zero",
    fails=("check_rows_that_see_nothing_are_zero", "check_huge_later_scores_do_not_matter"),
    replaces="causal_attention",
)
def fills_with_minus_ten_thousand(Q, K, V):
    """Takes -10 000 for minus infinity."""
    S = scores_of(Q, K)
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, -1e4).astype(S.dtype)), V)


@wrong(
    "mask-with-zero",
    fails=("check_rows_that_see_nothing_are_zero", "check_huge_later_scores_do_not_matter"),
    replaces="causal_attention",
)
def minus_1e4_in_place(Q, K, V):
    """Writes -10 000 into the later cells."""
    S = scores_of(Q, K)
    S[..., ~causal_mask(S.shape[-2], S.shape[-1])] = -10_000
    return blended(softmax_np(S), V)


@wrong(
    "mask-with-zero",
    fails=("check_rows_that_see_nothing_are_zero",),
    replaces="causal_attention",
)
def fills_with_minus_a_billion(Q, K, V):
    """A finite number for minus infinity: a row that sees nothing spreads evenly."""
    S = scores_of(Q, K)
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, S.dtype.type(-1e9))), V)


@wrong(
    "mask-with-zero",
    fails=("check_rows_that_see_nothing_are_zero",),
    replaces="causal_attention",
)
def smallest_float(Q, K, V):
    """Fills with a huge negative number."""
    S = scores_of(Q, K)
    S[..., ~causal_mask(S.shape[-2], S.shape[-1])] = -1e30
    return blended(softmax_np(S), V)


@wrong(
    "mask-only-at-inference",
    fails=("check_newest_tokens_see_everything_before",),
    replaces="causal_attention",
)
def no_mask_for_new_tokens(Q, K, V):
    """Leaves the mask out when there are older keys: right for one new token only."""
    S = scores_of(Q, K)
    n_q, n_k = S.shape[-2:]
    if n_k <= n_q:
        S = np.where(causal_mask(n_q, n_k), S, -np.inf)
    return blended(softmax_np(S), V)


@wrong(
    "mask-only-at-inference",
    fails=("check_newest_tokens_see_everything_before",),
    replaces="causal_attention",
)
def masks_whole_texts_only(Q, K, V):
    """Masks only when no older keys are there."""
    older = np.shape(K)[-2] - np.shape(Q)[-2]
    mask = None if older > 0 else bottom_right(np.shape(Q)[-2], np.shape(K)[-2])
    return sdpa(Q, K, V, mask)


@wrong(
    "scale-by-dk",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def no_scale(Q, K, V):
    """Leaves the division out."""
    S = np.asarray(Q) @ np.swapaxes(K, -1, -2)
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, -np.inf)), V)


@wrong(
    "scale-by-dk",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def raw_dot_products(Q, K, V):
    """Takes the raw dot products."""
    Q = np.asarray(Q) * math.sqrt(np.shape(Q)[-1])
    return sdpa(Q, K, V, causal_mask(Q.shape[-2], np.shape(K)[-2]))


@wrong(
    "scale-by-dk",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def divides_by_d_k(Q, K, V):
    """Divides by d_k."""
    S = np.asarray(Q) @ np.swapaxes(K, -1, -2) / np.shape(Q)[-1]
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, -np.inf)), V)


@wrong(
    "scale-by-dk",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def scales_twice(Q, K, V):
    """Divides by the root before sdpa divides by it."""
    Q = np.asarray(Q) / math.sqrt(np.shape(Q)[-1])
    return sdpa(Q, K, V, causal_mask(Q.shape[-2], np.shape(K)[-2]))


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def root_of_d_v(Q, K, V):
    """Takes the length of the values."""
    S = np.asarray(Q) @ np.swapaxes(K, -1, -2) / math.sqrt(np.shape(V)[-1])
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, -np.inf)), V)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def last_axis_of_the_values(Q, K, V):
    """Divides by the root of the last axis of V."""
    A = np.einsum("...id,...jd->...ij", Q, K) / float(np.asarray(V).shape[-1]) ** 0.5
    A[..., ~bottom_right(*A.shape[-2:])] = -np.inf
    A = softmax_np(A)
    return np.einsum("...ij,...jd->...id", A, V), A


@wrong(
    "slip-formula",
    fails=("check_mask_of_a_whole_text",),
    replaces="causal_mask",
)
def two_numbers_needed(n_q, n_k=None):
    """Does not know what to do with n_k=None."""
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool)


@wrong(
    "slip-dtype",
    fails=("check_attention_over_a_whole_text",),
    replaces="causal_attention",
)
def output_of_whole_numbers(Q, K, V):
    """Fills an output of the values' dtype: whole numbers are cut."""
    _, A = sdpa(Q, K, V, causal_mask(np.shape(Q)[-2], np.shape(K)[-2]))
    out = np.zeros(A.shape[:-1] + np.shape(V)[-1:], dtype=np.asarray(V).dtype)
    out[...] = A @ V
    return out, A


@wrong(
    "slip-dtype",
    fails=("check_float32_stays_float32",),
    replaces="causal_attention",
)
def root_as_float64(Q, K, V):
    """np.sqrt(d_k) is a float64 and makes everything float64."""
    Q, K = np.asarray(Q), np.asarray(K)
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, -np.inf)), V)


@wrong(
    "slip-shapes",
    fails=("check_axes_in_front",),
    replaces="causal_attention",
)
def reverses_all_axes(Q, K, V):
    """K.T turns all axes round, not just the last two."""
    Q, K = np.asarray(Q), np.asarray(K)
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, -np.inf)), V)


@wrong(
    "slip-stability",
    fails=("check_huge_later_scores_do_not_matter",),
    replaces="causal_attention",
)
def overflows(Q, K, V):
    """Takes powers without subtracting the largest score."""
    S = scores_of(Q, K)
    E = np.where(causal_mask(*S.shape[-2:]), np.exp(S), 0)
    total = E.sum(-1, keepdims=True)
    return blended(E / np.where(total == 0, 1, total).astype(E.dtype), V)


@wrong(
    "slip-mutates-input",
    fails=("check_inputs_stay_as_they_are",),
    replaces="causal_attention",
)
def scales_the_queries_in_place(Q, K, V):
    """Divides the caller's queries in place."""
    root = math.sqrt(np.shape(Q)[-1])
    if Q.dtype.kind == "f":
        Q /= root
    else:
        Q = Q / root
    S = Q @ np.swapaxes(K, -1, -2)
    return blended(softmax_np(np.where(causal_mask(*S.shape[-2:]), S, -np.inf)), V)


@wrong(
    "slip-order",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def weights_first(Q, K, V):
    """Returns the weights before the output."""
    out, A = sdpa(Q, K, V, causal_mask(np.shape(Q)[-2], np.shape(K)[-2]))
    return A, out


@wrong("slip-formula", fails=("check_mask_of_a_whole_text",), replaces="causal_mask")
def none_is_no_number(n_q, n_k=None):
    """Calculates with n_k=None."""
    return np.arange(n_k) <= np.arange(n_q)[:, None] + (n_k - n_q)


@wrong("slip-dtype", fails=("check_attention_over_a_whole_text",), replaces="causal_attention")
def like_the_values(Q, K, V):
    """np.zeros_like(V) is as whole as V is."""
    _, A = sdpa(Q, K, V, bottom_right(np.shape(Q)[-2], np.shape(K)[-2]))
    out = np.zeros_like(V, shape=(*A.shape[:-1], np.shape(V)[-1]))
    out[...] = np.einsum("...ij,...jv->...iv", A, V)
    return out, A


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="causal_attention")
def power_of_a_float64(Q, K, V):
    """A float64 root makes the scores float64."""
    S = np.einsum("...id,...jd->...ij", Q, K) / np.float64(np.shape(Q)[-1]) ** 0.5
    S[..., ~bottom_right(*S.shape[-2:])] = -np.inf
    return blended(softmax_np(S), V)


@wrong("slip-shapes", fails=("check_axes_in_front",), replaces="causal_attention")
def transposes_everything(Q, K, V):
    """np.transpose turns all axes round."""
    S = np.matmul(Q, np.transpose(K)) / math.sqrt(np.shape(Q)[-1])
    mask = bottom_right(*S.shape[-2:])
    A = softmax_np(np.where(mask, S, -np.inf))
    return np.matmul(A, V), A


@wrong("slip-stability", fails=("check_huge_later_scores_do_not_matter",), replaces="causal_attention")
def powers_of_whatever_comes(Q, K, V):
    """Powers without the largest score taken off."""
    S = scores_of(Q, K)
    S[..., ~bottom_right(*S.shape[-2:])] = -np.inf
    E = np.exp(S)
    total = E.sum(-1, keepdims=True)
    A = np.divide(E, total, out=np.zeros_like(E), where=total != 0)
    return A @ V, A


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="causal_attention")
def multiplies_the_queries_in_place(Q, K, V):
    """Scales with out=Q."""
    factor = 1 / math.sqrt(np.shape(Q)[-1])
    if Q.dtype.kind != "f":
        Q = Q.astype(float)
    np.multiply(Q, factor, out=Q)
    S = np.matmul(Q, np.swapaxes(K, -1, -2))
    S[..., ~bottom_right(*S.shape[-2:])] = -np.inf
    return blended(softmax_np(S), V)


@wrong(
    "slip-order",
    fails=(
        "check_attention_over_a_whole_text",
        "check_newest_tokens_see_everything_before",
        "check_rows_that_see_nothing_are_zero",
        "check_huge_later_scores_do_not_matter",
        "check_axes_in_front",
        "check_float32_stays_float32",
    ),
    replaces="causal_attention",
)
def output_last(Q, K, V):
    """Weights, then output."""
    S = scores_of(Q, K)
    A = softmax_np(np.where(bottom_right(*S.shape[-2:]), S, -np.inf))
    return A, A @ V


@wrong(
    "mask-wrong-diagonal",
    fails=("check_mask_lines_up_at_the_bottom_right", "check_rows_that_see_nothing_are_zero"),
    replaces="causal_mask",
)
def never_before_the_first_position(n_q, n_k=None):
    """Lets no query stand before the first key: with more queries than keys the first ones see some."""
    n_k = n_q if n_k is None else n_k
    return np.tri(n_q, n_k, max(n_k - n_q, 0), dtype=bool)


@wrong("slip-dtype", fails=("check_attention_over_a_whole_text",), replaces="causal_attention")
def whatever_is_not_double_is_single(Q, K, V):
    """Makes float32 of everything that is not float64, whole numbers too."""
    Q, K, V = (a if a.dtype == np.float64 else a.astype(np.float32) for a in map(np.asarray, (Q, K, V)))
    return sdpa(Q, K, V, bottom_right(np.shape(Q)[-2], np.shape(K)[-2]))
