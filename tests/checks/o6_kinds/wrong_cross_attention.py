"""Known wrong ways of cross-attention."""

import math

import numpy as np
from o3_weights.attention_matrix import sdpa
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import wrong


def columns(src_real, Q, K):
    """src_real as the mask of a table: the same for every row."""
    if src_real is None:
        return None
    return np.broadcast_to(src_real[..., None, :], (*Q.shape[:-1], K.shape[-2]))


def attend(Q, K, V, allowed=None, root=None):
    S = Q @ np.swapaxes(K, -1, -2) / (root if root is not None else math.sqrt(Q.shape[-1]))
    if allowed is not None:
        S = np.where(allowed, S, -np.inf)
    A = softmax_np(S)
    return A @ V, A


@wrong(
    "cross-q-from-source",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
        "check_inputs_stay_as_they_are",
    ),
    replaces="cross_attention",
)
def source_asks(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """The source asks and the target answers."""
    Q, K, V = X_src @ W_Q, X_tgt @ W_K, X_tgt @ W_V
    return attend(Q, K, V, columns(src_real, Q, K))


@wrong(
    "cross-q-from-source",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
        "check_inputs_stay_as_they_are",
    ),
    replaces="cross_attention",
)
def roles_exchanged(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Source and target are exchanged at the start."""
    asking, answering = X_src, X_tgt
    Q = np.matmul(asking, W_Q)
    K = np.matmul(answering, W_K)
    mask = None if src_real is None else np.broadcast_to(src_real[..., None, :], (*Q.shape[:-1], K.shape[-2]))
    return sdpa(Q, K, np.matmul(answering, W_V), mask)


@wrong(
    "cross-q-from-source",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
        "check_inputs_stay_as_they_are",
    ),
    replaces="cross_attention",
)
def values_from_the_target(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Keys from the source, but values from the target."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_tgt @ W_V
    return attend(Q, K, V, columns(src_real, Q, K))


@wrong(
    "cross-q-from-source",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
        "check_inputs_stay_as_they_are",
    ),
    replaces="cross_attention",
)
def target_passes_its_own_values_on(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """The blend is taken of the target's vectors."""
    K = X_src @ W_K
    Q = X_tgt @ W_Q
    mask = columns(src_real, Q, K)
    A = attend(Q, K, K, mask)[1]
    return np.matmul(A, X_tgt @ W_V), A


@wrong(
    "cross-q-from-source",
    fails=("check_two_sentences_of_equal_length",),
    replaces="cross_attention",
)
def asks_the_other_way_when_sizes_fit(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Queries from the source whenever the sizes let it pass."""
    if X_tgt.shape == X_src.shape:
        X_tgt, X_src = X_src, X_tgt
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    return attend(Q, K, V, columns(src_real, Q, K))


@wrong(
    "cross-q-from-source",
    fails=("check_two_sentences_of_equal_length",),
    replaces="cross_attention",
)
def longer_sentence_is_the_source(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes the second sentence for the target when both have one shape."""
    a, b = (X_src, X_tgt) if np.shape(X_tgt) == np.shape(X_src) else (X_tgt, X_src)
    Q, K = np.matmul(a, W_Q), np.matmul(b, W_K)
    S = np.einsum("...tk,...sk->...ts", Q, K) / Q.shape[-1] ** 0.5
    if src_real is not None:
        S = np.where(src_real[..., None, :], S, -np.inf)
    A = softmax_np(S)
    return A @ np.matmul(b, W_V), A


@wrong(
    "cross-needs-causal-mask",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def hides_later_source_words(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Adds a causal mask over the source."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    allowed = np.tri(Q.shape[-2], K.shape[-2], dtype=bool)
    if src_real is not None:
        allowed = allowed & src_real[..., None, :]
    return attend(Q, K, V, np.broadcast_to(allowed, (*Q.shape[:-1], K.shape[-2])))


@wrong(
    "cross-needs-causal-mask",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def reads_only_up_to_its_own_place(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Target word i reads source words 0 to i."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(K.shape[-1])
    for i in range(S.shape[-2]):
        S[..., i, i + 1 :] = -np.inf
    if src_real is not None:
        S = np.where(src_real[..., None, :], S, -np.inf)
    A = softmax_np(S)
    return A @ V, A


@wrong(
    "cross-needs-causal-mask",
    fails=("check_two_sentences_of_equal_length",),
    replaces="cross_attention",
)
def causal_when_the_table_is_square(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Closes the upper triangle whenever the table is square."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    if src_real is None and Q.shape[-2] == K.shape[-2]:
        return attend(Q, K, V, np.tri(Q.shape[-2], dtype=bool))
    return attend(Q, K, V, columns(src_real, Q, K))


@wrong(
    "cross-needs-causal-mask",
    fails=("check_two_sentences_of_equal_length",),
    replaces="cross_attention",
)
def triangle_for_equal_lengths(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Masks the future when both sentences have the same length."""
    Q, K = X_tgt @ W_Q, X_src @ W_K
    n_t, n_s = Q.shape[-2], K.shape[-2]
    S = Q @ np.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5
    if n_t == n_s and src_real is None:
        S[..., np.triu(np.ones((n_t, n_s), bool), 1)] = -np.inf
    if src_real is not None:
        S = np.where(src_real[..., None, :], S, -np.inf)
    A = softmax_np(S)
    return A @ (X_src @ W_V), A


@wrong(
    "padding-hides-itself",
    fails=(
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def padding_ignored(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Never looks at src_real."""
    return attend(X_tgt @ W_Q, X_src @ W_K, X_src @ W_V)


@wrong(
    "padding-hides-itself",
    fails=(
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def trusts_padding_to_be_small(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Expects padding to get no weight by itself."""
    return sdpa(np.matmul(X_tgt, W_Q), np.matmul(X_src, W_K), np.matmul(X_src, W_V), None)


@wrong(
    "padding-hides-itself",
    fails=(
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def padding_vectors_set_to_zero(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Zeroes the padded source vectors: a zero key still has weight e^0."""
    if src_real is not None:
        X_src = X_src * src_real[..., None]
    return attend(X_tgt @ W_Q, X_src @ W_K, X_src @ W_V)


@wrong(
    "padding-hides-itself",
    fails=(
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def padding_keys_set_to_zero(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Makes keys and values of padding zero and leaves the table open."""
    K, V = X_src @ W_K, X_src @ W_V
    if src_real is not None:
        K, V = (np.where(src_real[..., None], part, 0.0) for part in (K, V))
    return attend(X_tgt @ W_Q, K, V)


@wrong(
    "mask-with-zero",
    fails=(
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def padding_scores_set_to_zero(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Sets the scores of padding to 0; the values of padding stay."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    if src_real is not None:
        S = np.where(src_real[..., None, :], S, 0.0)
    A = softmax_np(S)
    return A @ V, A


@wrong(
    "mask-with-zero",
    fails=(
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def multiplies_scores_by_src_real(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Multiplies the scores by src_real."""
    Q, K = X_tgt @ W_Q, X_src @ W_K
    S = np.einsum("...tk,...sk->...ts", Q, K) / np.sqrt(Q.shape[-1])
    if src_real is not None:
        S = S * np.asarray(src_real)[..., np.newaxis, :]
    A = softmax_np(S)
    return A @ (X_src @ W_V), A


@wrong(
    "mask-with-zero",
    fails=("check_nothing_but_padding",),
    replaces="cross_attention",
)
def fills_with_minus_a_billion(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """A finite number for minus infinity: a source of padding alone is spread evenly."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    if src_real is not None:
        S = np.where(src_real[..., None, :], S, -1e9)
    A = softmax_np(S)
    return A @ V, A


@wrong(
    "mask-with-zero",
    fails=("check_nothing_but_padding",),
    replaces="cross_attention",
)
def writes_a_huge_negative_number(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """The same, written into the table."""
    Q, K = X_tgt @ W_Q, X_src @ W_K
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    if src_real is not None:
        S[np.broadcast_to(~src_real[..., None, :], S.shape)] = -1e12
    A = softmax_np(S)
    return A @ (X_src @ W_V), A


@wrong(
    "mask-after-softmax",
    fails=(
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def wipes_padding_out_afterwards(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Softmax over everything, then the weights of padding set to 0."""
    out, A = attend(X_tgt @ W_Q, X_src @ W_K, X_src @ W_V)
    if src_real is not None:
        A = A * src_real[..., None, :]
    return A @ (X_src @ W_V), A


@wrong(
    "mask-after-softmax",
    fails=(
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def where_on_the_weights(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """np.where on the weights instead of the scores."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    A = softmax_np(np.matmul(Q, np.swapaxes(K, -2, -1)) / len(W_Q[0]) ** 0.5)
    A = A if src_real is None else np.where(np.expand_dims(src_real, -2), A, 0)
    return A @ V, A


@wrong(
    "attention-matrix-square",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
        "check_inputs_stay_as_they_are",
    ),
    replaces="cross_attention",
)
def glued_together(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Glues both sentences together and attends over all of it."""
    K = np.concatenate([X_src @ W_K, X_tgt @ W_K], axis=-2)
    V = np.concatenate([X_src @ W_V, X_tgt @ W_V], axis=-2)
    return attend(X_tgt @ W_Q, K, V)


@wrong(
    "attention-matrix-square",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
        "check_inputs_stay_as_they_are",
    ),
    replaces="cross_attention",
)
def one_long_text(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Treats source and target as one long text."""
    both = np.concatenate([X_src, X_tgt], axis=-2)
    return attend(X_tgt @ W_Q, both @ W_K, both @ W_V)


@wrong(
    "mask-polarity",
    fails=(
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def reads_only_the_padding(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes True for padding."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    return attend(Q, K, V, None if src_real is None else columns(~src_real, Q, K))


@wrong(
    "mask-polarity",
    fails=(
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
    ),
    replaces="cross_attention",
)
def true_means_padding(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Fills where src_real is True."""
    Q, K = X_tgt @ W_Q, X_src @ W_K
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    if src_real is not None:
        S = np.where(src_real[..., None, :], -np.inf, S)
    A = softmax_np(S)
    return A @ (X_src @ W_V), A


@wrong(
    "scale-by-dk",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def no_scale(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Leaves the division out."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    return attend(Q, K, V, columns(src_real, Q, K), 1.0)


@wrong(
    "scale-by-dk",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def raw_scores(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Softmax of the raw scores."""
    Q, K = X_tgt @ W_Q * math.sqrt(W_Q.shape[1]), X_src @ W_K
    return attend(Q, K, X_src @ W_V, columns(src_real, Q, K))


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_two_sentences_of_any_length",
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def root_of_the_source_width(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Divides by the root of d_s."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    return attend(Q, K, V, columns(src_real, Q, K), math.sqrt(X_src.shape[-1]))


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_two_sentences_of_any_length",
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def root_of_the_rows_of_w_k(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes the rows of W_K for the length of the keys."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    A = np.einsum("...tk,...sk->...ts", Q, K) / len(W_K) ** 0.5
    if src_real is not None:
        A = np.where(src_real[..., None, :], A, -np.inf)
    A = softmax_np(A)
    return A @ V, A


@wrong(
    "blend-the-keys",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def blends_keys(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Blends the keys instead of the values."""
    Q, K = X_tgt @ W_Q, X_src @ W_K
    return attend(Q, K, K, columns(src_real, Q, K))


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def softmax_down_the_columns(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Every source word shares itself out among the target words."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    if src_real is not None:
        S = np.where(src_real[..., None, :], S, -np.inf)
    A = softmax_np(S, axis=-2)
    return A @ V, A


@wrong(
    "slip-shapes",
    fails=("check_batches_with_their_own_padding",),
    replaces="cross_attention",
)
def mask_without_an_axis(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Uses src_real as a mask without giving it an axis for the rows."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    if src_real is None:
        return attend(Q, K, V)
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    A = softmax_np(np.where(src_real, S, -np.inf))
    return A @ V, A


@wrong(
    "slip-shapes",
    fails=("check_batches_with_their_own_padding",),
    replaces="cross_attention",
)
def padding_of_the_first_pair(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Uses the padding of the first pair for the whole batch."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    if src_real is not None:
        src_real = np.asarray(src_real).reshape(-1, K.shape[-2])[0]
    return attend(Q, K, V, columns(src_real, Q, K))


@wrong(
    "slip-stability",
    fails=(
        "check_padding_is_never_read",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def overflows(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes powers without subtracting the largest score."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    E = np.exp(Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1]))
    if src_real is not None:
        E = E * src_real[..., None, :]
    total = E.sum(axis=-1, keepdims=True)
    A = E / np.where(total == 0, 1, total)
    return A @ V, A


@wrong(
    "slip-stability",
    fails=("check_scores_of_ten_thousands",),
    replaces="cross_attention",
)
def overflows_but_for_padding(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes powers without subtracting the largest score; padding closed before."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    if src_real is not None:
        S = np.where(src_real[..., None, :], S, -np.inf)
    E = np.exp(S)
    total = E.sum(axis=-1, keepdims=True)
    A = E / np.where(total == 0, 1, total)
    return A @ V, A


@wrong(
    "slip-mutates-input",
    fails=("check_inputs_stay_as_they_are",),
    replaces="cross_attention",
)
def clears_the_padding_in_place(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Writes zeros into the caller's padding."""
    if src_real is not None:
        X_src[~src_real] = 0
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    return attend(Q, K, V, columns(src_real, Q, K))


@wrong(
    "slip-order",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def weights_first(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Returns the weights before the output."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    out, A = attend(Q, K, V, columns(src_real, Q, K))
    return A, out


@wrong(
    "slip-reading",
    fails=("check_two_sentences_of_any_length",),
    replaces="cross_attention",
)
def one_source_word_needs_no_softmax(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes a single source word for a special case and returns its value once."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    if K.shape[-2] == 1:
        return V, np.ones((1, 1))
    return attend(Q, K, V, columns(src_real, Q, K))


@wrong(
    "slip-reading",
    fails=("check_padding_is_never_read",),
    replaces="cross_attention",
)
def padding_only_at_the_end(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Counts the real words and takes the first so many."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    if src_real is not None:
        src_real = np.arange(K.shape[-2]) < src_real.sum(axis=-1, keepdims=True)
    return attend(Q, K, V, columns(src_real, Q, K))


@wrong(
    "blend-the-keys",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def keys_are_passed_on(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Weights times K."""
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        S = np.where(np.expand_dims(src_real, -2), S, -np.inf)
    A = softmax_np(S)
    return A @ np.matmul(X_src, W_K), A


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def columns_add_up(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Lets the columns add up to 1."""
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        S = np.where(np.expand_dims(src_real, -2), S, -np.inf)
    A = np.swapaxes(softmax_np(np.swapaxes(S, -1, -2)), -1, -2)
    return A @ (X_src @ W_V), A


@wrong("slip-shapes", fails=("check_batches_with_their_own_padding",), replaces="cross_attention")
def src_real_as_it_comes(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """np.where with src_real as it comes."""
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        S = np.where(src_real, S, -np.inf)
    A = softmax_np(S)
    return np.matmul(A, X_src @ W_V), A


@wrong("slip-shapes", fails=("check_batches_with_their_own_padding",), replaces="cross_attention")
def one_mask_for_the_batch(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes one mask for the whole batch."""
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        while src_real.ndim > 1:
            src_real = src_real[0]
        S = np.where(src_real, S, -np.inf)
    A = softmax_np(S)
    return A @ (X_src @ W_V), A


@wrong("slip-stability", fails=("check_padding_is_never_read", "check_scores_of_ten_thousands"), replaces="cross_attention")
def powers_times_src_real(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Plain powers, those of padding multiplied by 0."""
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    E = np.exp(S)
    if src_real is not None:
        E = E * np.expand_dims(src_real, -2)
    with np.errstate(all="ignore"):
        A = E / E.sum(-1)[..., None]
    A = np.where((E.sum(-1) == 0)[..., None], 0, A)
    return A @ (X_src @ W_V), A


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="cross_attention")
def plain_powers(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Plain powers of all open scores."""
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        S = np.where(np.expand_dims(src_real, -2), S, -np.inf)
    E = np.exp(S)
    T = E.sum(-1)[..., None]
    A = np.where(T == 0, 0, E / np.where(T == 0, 1, T))
    return A @ (X_src @ W_V), A


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="cross_attention")
def multiplies_the_padding_away(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Multiplies the caller's source by src_real."""
    if src_real is not None:
        X_src *= src_real[..., None]
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        S = np.where(np.expand_dims(src_real, -2), S, -np.inf)
    A = softmax_np(S)
    return A @ (X_src @ W_V), A


@wrong(
    "slip-order",
    fails=(
        "check_two_sentences_of_any_length",
        "check_two_sentences_of_equal_length",
        "check_padding_is_never_read",
        "check_nothing_but_padding",
        "check_batches_with_their_own_padding",
        "check_scores_of_ten_thousands",
    ),
    replaces="cross_attention",
)
def output_last(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Weights, then output."""
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        S = np.where(np.expand_dims(src_real, -2), S, -np.inf)
    A = softmax_np(S)
    return A, A @ (X_src @ W_V)


@wrong("slip-reading", fails=("check_two_sentences_of_any_length",), replaces="cross_attention")
def copies_a_single_source_word(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """For one source word, returns its value as it is."""
    V = X_src @ W_V
    if len(V) == 1:
        return V, np.array([[1.0]])
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        S = np.where(np.expand_dims(src_real, -2), S, -np.inf)
    A = softmax_np(S)
    return A @ V, A


@wrong("slip-reading", fails=("check_padding_is_never_read",), replaces="cross_attention")
def counts_the_real_words(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes the number of real words for their places."""
    S = np.matmul(np.matmul(X_tgt, W_Q), np.swapaxes(np.matmul(X_src, W_K), -1, -2)) / len(W_Q[0]) ** 0.5
    if src_real is not None:
        lengths = np.count_nonzero(src_real, axis=-1)[..., None, None]
        S = np.where(np.arange(S.shape[-1]) >= lengths, -np.inf, S)
    A = softmax_np(S)
    return A @ (X_src @ W_V), A


@wrong("slip-formula", fails=("check_padding_is_never_read",), replaces="cross_attention")
def hides_rows_too_when_the_table_is_square(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    """Takes src_real for the target too, where both sentences are equally long."""
    Q, K, V = X_tgt @ W_Q, X_src @ W_K, X_src @ W_V
    allowed = columns(src_real, Q, K)
    if allowed is not None and Q.shape[-2] == K.shape[-2]:
        allowed = allowed & src_real[..., :, None]
    return attend(Q, K, V, allowed)
