"""Known wrong ways of attention-matrix."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import wrong

LAST = {}
MASKS = {}


def arrays(*parts):
    """What the solution does with its inputs; the mistakes come after it."""
    return [np.asarray(part) for part in parts]


def finish(scores, V, allowed):
    """Mask, softmax and blend, done right."""
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    A = softmax_np(scores)
    return A @ V, A


def scaled(Q, K):
    """Right scores."""
    return Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])


# --- the scale -----------------------------------------------------------------------------------------------------


@wrong(
    "scale-by-dk",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def no_scale(Q, K, V, allowed=None):
    """Leaves the division out."""
    Q, K, V = arrays(Q, K, V)
    return finish((Q @ np.swapaxes(K, -1, -2)) * 1.0, V, allowed)


@wrong(
    "scale-by-dk",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def no_scale_einsum(Q, K, V, allowed=None):
    """einsum gives the raw scores, and they go straight into the softmax."""
    Q, K, V = arrays(Q, K, V)
    scores = np.einsum("...qd,...kd->...qk", Q, K)
    if allowed is not None:
        scores = np.where(np.asarray(allowed), scores, -np.inf)
    weights = softmax_np(scores)
    return np.einsum("...qk,...kv->...qv", weights, V), weights


@wrong(
    "scale-by-dk",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def divides_by_d_k(Q, K, V, allowed=None):
    """Divides by d_k instead of its root."""
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ np.swapaxes(K, -1, -2) / Q.shape[-1], V, allowed)


@wrong(
    "scale-by-dk",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def mean_of_the_products(Q, K, V, allowed=None):
    """Takes the mean over the d_k products, which is the division by d_k."""
    Q, K, V = arrays(Q, K, V)
    scores = (Q[..., :, None, :] * K[..., None, :, :]).mean(axis=-1)
    return finish(scores, V, allowed)


@wrong(
    "scale-by-dk",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def multiplies_by_the_root(Q, K, V, allowed=None):
    """Multiplies by √d_k."""
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ np.swapaxes(K, -1, -2) * math.sqrt(Q.shape[-1]), V, allowed)


@wrong(
    "scale-by-dk",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def divides_by_the_inverse_root(Q, K, V, allowed=None):
    """d_k ** -.5 is already the factor, and then it is divided by."""
    Q, K, V = arrays(Q, K, V)
    scale = float(K.shape[-1]) ** -0.5
    return finish(np.matmul(Q, np.swapaxes(K, -2, -1)) / scale, V, allowed)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def root_of_d_v(Q, K, V, allowed=None):
    """Divides by the root of the length of a value."""
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ np.swapaxes(K, -1, -2) / math.sqrt(V.shape[-1]), V, allowed)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def root_of_the_last_axis_of_v(Q, K, V, allowed=None):
    """The right root of the wrong array, put into the keys."""
    Q, K, V = arrays(Q, K, V)
    K = K * (V.shape[-1] ** -0.5)
    return finish(Q @ np.swapaxes(K, -1, -2), V, allowed)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def root_of_the_number_of_keys(Q, K, V, allowed=None):
    """Divides by √n, the root of the number of keys."""
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ np.swapaxes(K, -1, -2) / math.sqrt(K.shape[-2]), V, allowed)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def root_of_the_table_width(Q, K, V, allowed=None):
    """Reads the divisor off the table: its last axis is the number of keys."""
    Q, K, V = arrays(Q, K, V)
    table = Q @ np.swapaxes(K, -1, -2)
    return finish(table / table.shape[-1] ** 0.5, V, allowed)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def root_of_the_number_of_queries(Q, K, V, allowed=None):
    """Q.shape[-2] where Q.shape[-1] is meant."""
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-2]), V, allowed)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def root_of_the_table_height(Q, K, V, allowed=None):
    """The number of rows decides the divisor."""
    Q, K, V = arrays(Q, K, V)
    table = np.einsum("...id,...jd->...ij", Q, K)
    return finish(table * (table.shape[-2] ** -0.5), V, allowed)


@wrong(
    "scale-after-softmax",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def weights_divided(Q, K, V, allowed=None):
    """Softmax of the raw scores; the weights are divided by √d_k."""
    Q, K, V = arrays(Q, K, V)
    _, A = finish(Q @ np.swapaxes(K, -1, -2) * 1.0, V, allowed)
    A = A / math.sqrt(Q.shape[-1])
    return A @ V, A


@wrong(
    "scale-after-softmax",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def division_one_line_too_late(Q, K, V, allowed=None):
    """The division stands behind the softmax."""
    Q, K, V = arrays(Q, K, V)
    scores = np.einsum("...qd,...kd->...qk", Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    weights = softmax_np(scores) * Q.shape[-1] ** -0.5
    return weights @ V, weights


# --- axes and transposes -------------------------------------------------------------------------------------------


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def softmax_down_the_columns(Q, K, V, allowed=None):
    """Every key is shared out among the queries."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    A = softmax_np(scores, axis=-2)
    return A @ V, A


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def softmax_of_the_transpose(Q, K, V, allowed=None):
    """Softmax of K Qᵀ, turned back afterwards."""
    Q, K, V = arrays(Q, K, V)
    scores = K @ np.swapaxes(Q, -1, -2) / math.sqrt(Q.shape[-1])
    if allowed is not None:
        scores = np.where(np.swapaxes(np.asarray(allowed), -1, -2), scores, -np.inf)
    A = np.swapaxes(softmax_np(scores), -1, -2)
    return A @ V, A


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def softmax_of_the_whole_table(Q, K, V, allowed=None):
    """All weights of a table add up to 1 together."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    flat = scores.reshape(*scores.shape[:-2], -1)
    A = softmax_np(flat).reshape(scores.shape)
    return A @ V, A


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def one_total_for_the_table(Q, K, V, allowed=None):
    """Maximum and total are taken over both axes."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=(-2, -1), keepdims=True))
    A = e / e.sum(axis=(-2, -1), keepdims=True)
    return A @ V, A


@wrong(
    "scores-symmetric",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def k_times_q_transposed(Q, K, V, allowed=None):
    """K Qᵀ: the keys ask."""
    Q, K, V = arrays(Q, K, V)
    scores = K @ np.swapaxes(Q, -1, -2) / math.sqrt(Q.shape[-1])
    return finish(scores, V, allowed)


@wrong(
    "scores-symmetric",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def queries_and_keys_swapped(Q, K, V, allowed=None):
    """Queries and keys have changed places in the product."""
    Q, K, V = arrays(K, Q, V)
    return finish(scaled(Q, K), V, allowed)


@wrong(
    "transpose-convention",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def a_transposed_times_v(Q, K, V, allowed=None):
    """Aᵀ V: values are handed out by column."""
    Q, K, V = arrays(Q, K, V)
    _, A = finish(scaled(Q, K), V, allowed)
    return np.swapaxes(A, -1, -2) @ V, A


@wrong(
    "transpose-convention",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def values_handed_out_by_column(Q, K, V, allowed=None):
    """The table is turned before the blend."""
    Q, K, V = arrays(Q, K, V)
    _, A = finish(scaled(Q, K), V, allowed)
    return np.matmul(np.moveaxis(A, -2, -1), V), A


@wrong("transpose-convention", fails=("check_mask_blocks_keys", "check_further_axes_in_front"), replaces="sdpa")
def k_dot_t(Q, K, V, allowed=None):
    """K.T turns all axes round, the ones in front too."""
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ K.T / math.sqrt(Q.shape[-1]), V, allowed)


@wrong("transpose-convention", fails=("check_mask_blocks_keys", "check_further_axes_in_front"), replaces="sdpa")
def k_transpose(Q, K, V, allowed=None):
    """np.transpose without axes does the same."""
    Q, K, V = arrays(Q, K, V)
    scores = np.matmul(Q, np.transpose(K)) / K.shape[-1] ** 0.5
    return finish(scores, V, allowed)


@wrong("slip-shapes", fails=("check_further_axes_in_front",), replaces="sdpa")
def one_sentence_after_the_other(Q, K, V, allowed=None):
    """Loops over the sentences of a batch, and stumbles when there are heads as well."""
    Q, K, V = arrays(Q, K, V)
    if Q.ndim == 2:
        return finish(scaled(Q, K), V, allowed)
    masks = np.broadcast_to(True if allowed is None else allowed, (*Q.shape[:-1], K.shape[-2]))
    pairs = [finish(q @ k.T / math.sqrt(q.shape[-1]), v, mask) for q, k, v, mask in zip(Q, K, V, masks)]
    return np.stack([out for out, _ in pairs]), np.stack([A for _, A in pairs])


@wrong("slip-shapes", fails=("check_further_axes_in_front",), replaces="sdpa")
def a_mask_has_a_column_per_key(Q, K, V, allowed=None):
    """Refuses a mask with a single column, which numpy would stretch to all keys."""
    Q, K, V = arrays(Q, K, V)
    if allowed is not None and np.shape(allowed)[-1] != K.shape[-2]:
        raise ValueError("a mask needs a column for every key")
    return finish(scaled(Q, K), V, allowed)


@wrong("slip-shapes", fails=("check_further_axes_in_front",), replaces="sdpa")
def rows_of_the_mask_taken_key_by_key(Q, K, V, allowed=None):
    """Picks column j of the mask for key j, and a mask may have one column only."""
    Q, K, V = arrays(Q, K, V)
    if allowed is not None:
        mask = np.asarray(allowed)
        allowed = np.stack([mask[..., j] for j in range(K.shape[-2])], axis=-1)
    return finish(scaled(Q, K), V, allowed)


@wrong("slip-shapes", fails=("check_further_axes_in_front",), replaces="sdpa")
def letters_for_three_axes(Q, K, V, allowed=None):
    """An einsum for one sentence and one for a batch of them, and none for more axes."""
    Q, K, V = arrays(Q, K, V)
    letters = "bqd,bkd->bqk" if Q.ndim > 2 else "qd,kd->qk"
    return finish(np.einsum(letters, Q, K) / math.sqrt(Q.shape[-1]), V, allowed)


@wrong("slip-reading", fails=("check_mask_blocks_keys",), replaces="sdpa")
def mask_of_the_first_sentence(Q, K, V, allowed=None):
    """Takes the mask of the first sentence for all of them."""
    Q, K, V = arrays(Q, K, V)
    if allowed is not None:
        allowed = np.asarray(allowed)
        allowed = allowed.reshape(-1, *allowed.shape[-2:])[0]
    return finish(scaled(Q, K), V, allowed)


@wrong("slip-reading", fails=("check_mask_blocks_keys",), replaces="sdpa")
def mask_cut_down_to_two_axes(Q, K, V, allowed=None):
    """Takes the first table of the mask, until it has two axes."""
    Q, K, V = arrays(Q, K, V)
    while allowed is not None and np.ndim(allowed) > 2:
        allowed = allowed[0]
    return finish(scaled(Q, K), V, allowed)


@wrong("slip-shapes", fails=("check_one_query_or_one_key",), replaces="sdpa")
def squeezed(Q, K, V, allowed=None):
    """np.squeeze takes away every axis of size 1."""
    Q, K, V = arrays(Q, K, V)
    out, A = finish(scaled(Q, K), V, allowed)
    return np.squeeze(out), np.squeeze(A)


@wrong("slip-shapes", fails=("check_one_query_or_one_key",), replaces="sdpa")
def sizes_of_one_dropped(Q, K, V, allowed=None):
    """Both results keep only the axes longer than 1."""
    Q, K, V = arrays(Q, K, V)
    results = finish(scaled(Q, K), V, allowed)
    return tuple(x.reshape([size for size in x.shape if size != 1]) for x in results)


@wrong(
    "slip-reading",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def weights_first(Q, K, V, allowed=None):
    """Returns (A, output) instead of (output, A)."""
    Q, K, V = arrays(Q, K, V)
    return finish(scaled(Q, K), V, allowed)[::-1]


@wrong(
    "slip-reading",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def attention_matrix_first(Q, K, V, allowed=None):
    """The attention matrix comes first, the output second."""
    Q, K, V = arrays(Q, K, V)
    out, A = finish(scaled(Q, K), V, allowed)
    return A, out


# --- values --------------------------------------------------------------------------------------------------------


@wrong(
    "blend-the-keys",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def blends_the_keys(Q, K, V, allowed=None):
    """A K instead of A V."""
    Q, K, V = arrays(Q, K, V)
    return finish(scaled(Q, K), K, allowed)


@wrong(
    "blend-the-keys",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def blends_the_keys_einsum(Q, K, V, allowed=None):
    """The last product runs over the keys once more."""
    Q, K, V = arrays(Q, K, V)
    _, A = finish(scaled(Q, K), V, allowed)
    return np.einsum("...qk,...kd->...qd", A, K), A


@wrong(
    "output-outside-values",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def blend_divided_by_n(Q, K, V, allowed=None):
    """Divides the blend by the number of keys once more."""
    Q, K, V = arrays(Q, K, V)
    out, A = finish(scaled(Q, K), V, allowed)
    return out / K.shape[-2], A


@wrong(
    "output-outside-values",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def mean_of_weighted_values(Q, K, V, allowed=None):
    """Takes the mean of the weighted values where their sum is meant."""
    Q, K, V = arrays(Q, K, V)
    _, A = finish(scaled(Q, K), V, allowed)
    return (A[..., :, :, None] * V[..., None, :, :]).mean(axis=-2), A


@wrong(
    "attention-picks-one",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def best_value_only(Q, K, V, allowed=None):
    """The output is the value with the largest weight."""
    Q, K, V = arrays(Q, K, V)
    _, A = finish(scaled(Q, K), V, allowed)
    best = np.eye(A.shape[-1], dtype=A.dtype)[A.argmax(axis=-1)]
    best = best * (A.sum(axis=-1, keepdims=True) > 0)
    return best @ V, A


@wrong(
    "attention-picks-one",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def hard_choice(Q, K, V, allowed=None):
    """Picks the best key of every query and copies its value."""
    Q, K, V = arrays(Q, K, V)
    _, A = finish(scaled(Q, K), V, allowed)
    one = np.zeros_like(A)
    np.put_along_axis(one, np.argmax(A, axis=-1)[..., None], 1, axis=-1)
    return (one * (A.max(axis=-1, keepdims=True) > 0)) @ V, A


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def score_shares(Q, K, V, allowed=None):
    """Each score over the total of its row, without e^x."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, 0)
    A = scores / scores.sum(axis=-1, keepdims=True)
    return A @ V, A


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_weights_and_output",
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def shares_of_the_row_total(Q, K, V, allowed=None):
    """The rows are made to add up to 1 by one factor each."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    scores = scores * (1 if allowed is None else np.asarray(allowed).astype(scores.dtype))
    total = np.add.reduce(scores, axis=-1)[..., None]
    A = np.divide(scores, total)
    return A @ V, A


# --- mask ----------------------------------------------------------------------------------------------------------


@wrong("mask-with-zero", fails=("check_mask_blocks_keys", "check_fully_blocked_query_gets_zeros"), replaces="sdpa")
def blocked_scores_zero(Q, K, V, allowed=None):
    """Puts score 0 where a key is not allowed; e^0 = 1 keeps it in."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, 0)
    return finish(scores, V, None)


@wrong("mask-with-zero", fails=("check_mask_blocks_keys", "check_fully_blocked_query_gets_zeros"), replaces="sdpa")
def scores_times_mask(Q, K, V, allowed=None):
    """Multiplies the scores by the mask."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = scores * np.asarray(allowed).astype(scores.dtype)
    A = softmax_np(scores)
    return A @ V, A


@wrong("mask-with-zero", fails=("check_fully_blocked_query_gets_zeros",), replaces="sdpa")
def blocked_scores_minus_1e9(Q, K, V, allowed=None):
    """Fills with -1e9: a query that may look at nothing then looks at everything evenly."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -1e9)
    return finish(scores, V, None)


@wrong("mask-with-zero", fails=("check_fully_blocked_query_gets_zeros",), replaces="sdpa")
def masked_fill_minus_1e9(Q, K, V, allowed=None):
    """Writes -1e9 over the blocked cells of a copy."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        blocked = np.broadcast_to(~np.asarray(allowed), scores.shape)
        scores[blocked] = -1e9
    A = softmax_np(scores)
    return A @ V, A


@wrong("mask-with-zero", fails=("check_mask_blocks_keys",), replaces="sdpa")
def blocked_scores_minus_1e4(Q, K, V, allowed=None):
    """Fills with -1e4, which is not low beside scores of -3e4. Queries that may look at nothing are set to 0."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is None:
        return finish(scores, V, None)
    A = softmax_np(np.where(allowed, scores, -1e4))
    A = np.where(np.any(allowed, axis=-1)[..., None], A, 0)
    return A @ V, A


@wrong("mask-with-zero", fails=("check_mask_blocks_keys",), replaces="sdpa")
def low_number_instead_of_infinity(Q, K, V, allowed=None):
    """A blocked score is replaced by -10 000, for safety."""
    Q, K, V = arrays(Q, K, V)
    A = scaled(Q, K)
    if allowed is not None:
        allowed = np.asarray(allowed)
        A = softmax_np(A * allowed.astype(A.dtype) + np.where(allowed, 0, -10000.0).astype(A.dtype))
        A = A * allowed.any(axis=-1, keepdims=True).astype(A.dtype)
    else:
        A = softmax_np(A)
    return A @ V, A


@wrong("mask-after-softmax", fails=("check_mask_blocks_keys",), replaces="sdpa")
def wiped_out_afterwards(Q, K, V, allowed=None):
    """Wipes the blocked weights out after the softmax: the rows add up to less than 1."""
    Q, K, V = arrays(Q, K, V)
    A = softmax_np(scaled(Q, K))
    if allowed is not None:
        A = np.where(allowed, A, 0)
    return A @ V, A


@wrong("mask-after-softmax", fails=("check_mask_blocks_keys",), replaces="sdpa")
def weights_times_mask(Q, K, V, allowed=None):
    """Multiplies the weights by the mask."""
    Q, K, V = arrays(Q, K, V)
    A = softmax_np(scaled(Q, K))
    A = A if allowed is None else A * np.asarray(allowed).astype(A.dtype)
    return np.matmul(A, V), A


@wrong("mask-after-softmax", fails=("check_mask_blocks_keys",), replaces="sdpa")
def wiped_out_and_made_one_again(Q, K, V, allowed=None):
    """Wipes the blocked weights out and divides by what is left: nothing is left where a blocked score is the highest by far."""
    Q, K, V = arrays(Q, K, V)
    A = softmax_np(scaled(Q, K))
    if allowed is not None:
        A = np.where(allowed, A, 0)
        left = A.sum(axis=-1, keepdims=True)
        A = A / np.where(left == 0, 1, left)
    return A @ V, A


@wrong("mask-after-softmax", fails=("check_mask_blocks_keys",), replaces="sdpa")
def shares_of_what_the_mask_leaves(Q, K, V, allowed=None):
    """The allowed weights over their total, after a softmax of all scores."""
    Q, K, V = arrays(Q, K, V)
    A = softmax_np(scaled(Q, K))
    if allowed is not None:
        A = A * np.asarray(allowed).astype(A.dtype)
        total = np.add.reduce(A, axis=-1)[..., None]
        A = np.divide(A, total, out=np.zeros_like(A), where=total > 0)
    return np.matmul(A, V), A


@wrong(
    "mask-polarity",
    fails=(
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def true_means_blocked(Q, K, V, allowed=None):
    """Reads True as blocked."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, -np.inf, scores)
    return finish(scores, V, None)


@wrong(
    "mask-polarity",
    fails=(
        "check_mask_blocks_keys",
        "check_fully_blocked_query_gets_zeros",
        "check_further_axes_in_front",
        "check_huge_scores",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_one_query_or_one_key",
    ),
    replaces="sdpa",
)
def fills_where_allowed(Q, K, V, allowed=None):
    """masked_fill with the mask as it comes."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores[np.broadcast_to(np.asarray(allowed), scores.shape)] = -np.inf
    return finish(scores, V, None)


@wrong("slip-reading", fails=("check_weights_and_output",), replaces="sdpa")
def no_mask_means_nothing(Q, K, V, allowed=None):
    """Hands None on to np.where, which takes it for False: without a mask nothing is allowed."""
    Q, K, V = arrays(Q, K, V)
    return finish(np.where(allowed, scaled(Q, K), -np.inf), V, None)


@wrong("slip-reading", fails=("check_weights_and_output",), replaces="sdpa")
def bool_of_none(Q, K, V, allowed=None):
    """np.asarray(None, dtype=bool) is False."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    blocked = np.broadcast_to(~np.asarray(allowed, dtype=bool), scores.shape)
    scores[blocked] = -np.inf
    A = softmax_np(scores)
    return A @ V, A


@wrong("slip-reading", fails=("check_fully_blocked_query_gets_zeros",), replaces="sdpa")
def empty_mask_is_no_mask(Q, K, V, allowed=None):
    """A mask in which nothing is allowed counts as no mask."""
    Q, K, V = arrays(Q, K, V)
    return finish(scaled(Q, K), V, None if allowed is None or not np.any(allowed) else allowed)


@wrong("slip-reading", fails=("check_fully_blocked_query_gets_zeros",), replaces="sdpa")
def masks_only_where_something_is_true(Q, K, V, allowed=None):
    """Asks whether there is any True in the mask before using it."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if np.asarray(allowed).sum() if allowed is not None else False:
        scores[np.broadcast_to(~np.asarray(allowed), scores.shape)] = -np.inf
    A = softmax_np(scores)
    return A @ V, A


@wrong("slip-memory", fails=("check_weights_and_output",), replaces="sdpa")
def last_mask_holds_on(Q, K, V, allowed=None):
    """Without a mask the one of the last call is used, if it fits."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        LAST["mask"] = np.array(allowed)
    elif np.shape(LAST.get("mask")) == scores.shape:
        allowed = LAST["mask"]
    return finish(scores, V, allowed)


@wrong("slip-memory", fails=("check_weights_and_output",), replaces="sdpa")
def mask_kept_by_shape(Q, K, V, allowed=None):
    """Keeps a mask for every shape of table, and looks it up when none is given."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    MASKS[scores.shape] = np.array(allowed) if allowed is not None else MASKS.get(scores.shape, True)
    scores = np.where(MASKS[scores.shape], scores, -np.inf).astype(scores.dtype)
    A = softmax_np(scores)
    return A @ V, A


# --- stability, types, the caller's data ---------------------------------------------------------------------------


@wrong("slip-stability", fails=("check_fully_blocked_query_gets_zeros",), replaces="sdpa")
def nan_for_a_blocked_query(Q, K, V, allowed=None):
    """A softmax of its own, in which -inf - -inf is nan."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A


@wrong("slip-stability", fails=("check_fully_blocked_query_gets_zeros",), replaces="sdpa")
def zero_over_zero(Q, K, V, allowed=None):
    """The powers of blocked scores are set to 0, and so is the total they are divided by."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    mask = np.ones(scores.shape, bool) if allowed is None else np.broadcast_to(np.asarray(allowed), scores.shape)
    low = np.where(mask, scores, -np.inf).max(axis=-1, keepdims=True)
    e = np.exp(np.where(mask, scores - low, -np.inf))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A


@wrong("slip-stability", fails=("check_huge_scores",), replaces="sdpa")
def one_maximum_for_all(Q, K, V, allowed=None):
    """Subtracts the largest score of the whole table: queries far below it are lost."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    e = np.exp(scores - max(scores.max(), -1e30))
    total = e.sum(axis=-1, keepdims=True)
    A = e / np.where(total == 0, 1, total)
    return A @ V, A


@wrong("slip-stability", fails=("check_huge_scores",), replaces="sdpa")
def np_max_without_an_axis(Q, K, V, allowed=None):
    """np.max without axis before the power."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores[np.broadcast_to(~np.asarray(allowed), scores.shape)] = -np.inf
    scores = scores - np.max(scores)
    powers = np.exp(scores)
    A = np.nan_to_num(powers / powers.sum(-1)[..., None])
    return np.matmul(A, V), A


@wrong("scale-is-overflow-guard", fails=("check_mask_blocks_keys", "check_huge_scores"), replaces="sdpa")
def scaled_so_no_maximum(Q, K, V, allowed=None):
    """The scores are scaled, so e^x is taken without subtracting the largest."""
    Q, K, V = arrays(Q, K, V)
    e = np.exp(scaled(Q, K))
    if allowed is not None:
        e = np.where(allowed, e, 0)
        nothing = ~np.broadcast_to(np.asarray(allowed), e.shape).any(axis=-1, keepdims=True)
    else:
        nothing = np.zeros((*e.shape[:-1], 1), dtype=bool)
    A = e / np.where(nothing, 1, e.sum(axis=-1, keepdims=True))
    return A @ V, A


@wrong("scale-is-overflow-guard", fails=("check_mask_blocks_keys", "check_huge_scores"), replaces="sdpa")
def textbook_softmax(Q, K, V, allowed=None):
    """Powers over their total, to the letter; only a query without keys is thought of."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    powers = np.exp(scores)
    nothing = np.isneginf(scores).all(axis=-1, keepdims=True)
    A = powers / (powers.sum(axis=-1, keepdims=True) + nothing.astype(powers.dtype))
    return A @ V, A


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="sdpa")
def np_sqrt_makes_float64(Q, K, V, allowed=None):
    """np.sqrt(d_k) is a float64, and so is everything after it."""
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]), V, allowed)


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="sdpa")
def everything_float64(Q, K, V, allowed=None):
    """Turns all inputs into float64 first."""
    Q, K, V = (np.array(x, dtype=np.float64) for x in (Q, K, V))
    return finish(scaled(Q, K), V, allowed)


@wrong("slip-dtype", fails=("check_whole_numbers_and_lists",), replaces="sdpa")
def results_in_the_dtype_of_v(Q, K, V, allowed=None):
    """Whole numbers in, whole numbers out: the output is cut."""
    Q, K, V = arrays(Q, K, V)
    out, A = finish(scaled(Q, K), V, allowed)
    return out.astype(V.dtype), A


@wrong("slip-dtype", fails=("check_whole_numbers_and_lists",), replaces="sdpa")
def output_into_zeros_like(Q, K, V, allowed=None):
    """Fills an array of the dtype of V, which cuts floats when V holds whole numbers."""
    Q, K, V = arrays(Q, K, V)
    out, A = finish(scaled(Q, K), V, allowed)
    result = np.zeros(out.shape, dtype=V.dtype)
    result[...] = out
    return result, A


@wrong("slip-dtype", fails=("check_whole_numbers_and_lists",), replaces="sdpa")
def whole_numbers_as_float32(Q, K, V, allowed=None):
    """Makes float32 of whatever is not a float array."""
    Q, K, V = (x if x.dtype.kind == "f" else x.astype(np.float32) for x in arrays(Q, K, V))
    return finish(scaled(Q, K), V, allowed)


@wrong("slip-dtype", fails=("check_whole_numbers_and_lists",), replaces="sdpa")
def float32_unless_float64(Q, K, V, allowed=None):
    """Everything becomes float32, unless there is a float64 among it."""
    Q, K, V = arrays(Q, K, V)
    kind = np.float64 if any(x.dtype == np.float64 for x in (Q, K, V)) else np.float32
    scores = np.einsum("...qd,...kd->...qk", Q.astype(kind), K.astype(kind)) / math.sqrt(Q.shape[-1])
    return finish(scores, V.astype(kind), allowed)


@wrong("slip-shapes", fails=("check_whole_numbers_and_lists",), replaces="sdpa")
def lists_have_no_shape(Q, K, V, allowed=None):
    """Reads Q.shape before np.asarray."""
    d_k = Q.shape[-1]
    Q, K, V = arrays(Q, K, V)
    return finish(Q @ np.swapaxes(K, -1, -2) / math.sqrt(d_k), V, allowed)


@wrong("slip-shapes", fails=("check_whole_numbers_and_lists",), replaces="sdpa")
def lists_cannot_be_multiplied(Q, K, V, allowed=None):
    """Uses the inputs as they come: V.shape of a list is an error."""
    width = V.shape[-1]
    out, A = finish(scaled(np.asarray(Q), np.asarray(K)), np.asarray(V), allowed)
    return out[..., :width], A


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="sdpa")
def scales_the_callers_queries(Q, K, V, allowed=None):
    """Q /= √d_k changes the array of the caller."""
    Q, K, V = arrays(Q, K, V)
    if Q.dtype.kind == "f":
        Q /= math.sqrt(Q.shape[-1])
    else:
        Q = Q / math.sqrt(Q.shape[-1])
    return finish(Q @ np.swapaxes(K, -1, -2), V, allowed)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="sdpa")
def queries_scaled_with_out(Q, K, V, allowed=None):
    """np.multiply(..., out=Q) writes into what it was given."""
    Q, K, V = arrays(Q, K, V)
    Q = np.multiply(Q, Q.shape[-1] ** -0.5, out=Q if Q.dtype.kind == "f" else None)
    scores = np.einsum("...qd,...kd->...qk", Q, K)
    return finish(scores, V, allowed)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="sdpa")
def inverts_the_callers_mask(Q, K, V, allowed=None):
    """np.logical_not into the mask itself."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        allowed = np.asarray(allowed)
        np.logical_not(allowed, out=allowed)
        scores = np.where(allowed, -np.inf, scores)
    return finish(scores, V, None)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="sdpa")
def mask_turned_in_place(Q, K, V, allowed=None):
    """allowed ^= True turns the caller's mask round."""
    Q, K, V = arrays(Q, K, V)
    scores = scaled(Q, K)
    if allowed is not None:
        allowed = np.asarray(allowed)
        allowed ^= True
        scores[np.broadcast_to(allowed, scores.shape)] = -np.inf
    A = softmax_np(scores)
    return A @ V, A
