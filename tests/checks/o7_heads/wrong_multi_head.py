"""Known wrong ways of multi-head."""

import math

import numpy as np

from grader.checks.variants import wrong


def arrays(*values):
    return [np.asarray(value) for value in values]


def split(X, h):
    if X.shape[-1] % h:
        raise ValueError("h must divide d")
    return np.swapaxes(X.reshape(*X.shape[:-1], h, -1), -2, -3)


def join(Y):
    Y = np.swapaxes(Y, -2, -3)
    return Y.reshape(*Y.shape[:-2], -1)


def soft(S):
    m = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(np.isneginf(m), 0, m))
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


def masked(S, allowed):
    return S if allowed is None else np.where(allowed, S, -np.inf)


def mask_of_head(allowed, i):
    """The mask of head i: of many masks its own, of a single one that one."""
    if np.ndim(allowed) < 3:
        return allowed
    return allowed[..., min(i, allowed.shape[-3] - 1), :, :]


def per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed=None, divisor=None):
    """Outputs and tables of h heads, worked out one after the other."""
    X_q, X_kv, W_Q, W_K, W_V = arrays(X_q, X_kv, W_Q, W_K, W_V)
    d = X_q.shape[-1]
    if d % h:
        raise ValueError("h must divide d")
    k = d // h
    outs, tables = [], []
    for i in range(h):
        cols = slice(i * k, i * k + k)
        mask = mask_of_head(allowed, i)
        S = (X_q @ W_Q[:, cols]) @ np.swapaxes(X_kv @ W_K[:, cols], -1, -2) / (math.sqrt(k) if divisor is None else divisor)
        A = soft(masked(S, mask))
        outs.append(A @ (X_kv @ W_V[:, cols]))
        tables.append(A)
    return outs, np.stack(tables, axis=-3)


@wrong(
    "reshape-without-transpose",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def split_by_reshape(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Splits by reshape alone, so each head gets numbers of mixed tokens."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    if X_q.shape[-1] % h:
        raise ValueError
    Q, K, V = (M.reshape(*M.shape[:-2], h, M.shape[-2], -1) for M in (X_q @ W_Q, X_kv @ W_K, X_kv @ W_V))
    out, A = sdpa(Q, K, V, allowed)
    return join(out) @ W_O, A


@wrong(
    "reshape-without-transpose",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def flat_pieces_for_the_heads(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Cuts the flat projections into h pieces."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    d = X_q.shape[-1]
    if d % h:
        raise ValueError
    heads = []
    for M in (X_q @ W_Q, X_kv @ W_K, X_kv @ W_V):
        flat = M.reshape(*M.shape[:-2], -1)
        pieces = np.split(flat, h, axis=-1)
        heads.append(np.stack([p.reshape(*M.shape[:-1], d // h) for p in pieces], axis=-3))
    S = heads[0] @ np.swapaxes(heads[1], -1, -2) / math.sqrt(d // h)
    A = soft(masked(S, allowed))
    out = A @ heads[2]
    return np.concatenate([out[..., i, :, :] for i in range(h)], axis=-1) @ W_O, A


@wrong(
    "reshape-without-transpose",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def join_by_reshape(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Joins by reshape alone: shapes perfect, numbers scrambled."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    out, A = sdpa(split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h), allowed)
    return out.reshape(X_q.shape) @ W_O, A


@wrong(
    "reshape-without-transpose",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def rows_filled_head_by_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Pours the heads' numbers one head after the other into the rows."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    front = np.shape(X_q)[:-2]
    flat = np.concatenate([o.reshape(*front, -1) for o in outs], axis=-1)
    return flat.reshape(np.shape(X_q)) @ np.asarray(W_O), A


@wrong(
    "reshape-without-transpose",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def reshape_both_ways(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Splits and joins by reshape."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    if X_q.shape[-1] % h:
        raise ValueError
    Q, K, V = (M.reshape(*M.shape[:-2], h, M.shape[-2], -1) for M in (X_q @ W_Q, X_kv @ W_K, X_kv @ W_V))
    out, A = sdpa(Q, K, V, allowed)
    return out.reshape(X_q.shape) @ W_O, A


@wrong(
    "reshape-without-transpose",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def memory_cut_and_glued(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Treats the projections as one long row of numbers, there and back."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    if X_q.shape[-1] % h:
        raise ValueError
    k = X_q.shape[-1] // h
    Q, K, V = X_q @ W_Q, X_kv @ W_K, X_kv @ W_V
    outs, tables = [], []
    for i in range(h):
        q, key, v = (
            M.reshape(*M.shape[:-2], -1)[..., i * M.shape[-2] * k : (i + 1) * M.shape[-2] * k].reshape(*M.shape[:-1], k) for M in (Q, K, V)
        )
        mask = mask_of_head(allowed, i)
        A = soft(masked(q @ np.swapaxes(key, -1, -2) / math.sqrt(k), mask))
        outs.append((A @ v).reshape(*X_q.shape[:-2], -1))
        tables.append(A)
    return np.concatenate(outs, axis=-1).reshape(X_q.shape) @ W_O, np.stack(tables, axis=-3)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def root_of_d_model(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Divides by √d_model inside the heads."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed, math.sqrt(np.shape(X_q)[-1]))
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def scaled_before_the_split(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Divides the whole queries by the root of their length, and splits then."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q = split(X_q @ W_Q / X_q.shape[-1] ** 0.5, h)
    K, V = split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    A = soft(masked(np.einsum("...ik,...jk->...ij", Q, K), allowed))
    return join(A @ V) @ W_O, A


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def root_of_h(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Divides by the root of the number of heads."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed, math.sqrt(h))
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def the_wrong_axis_under_the_root(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Takes the head axis of the split queries for their length."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    A = soft(masked(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-3]), allowed))
    return join(A @ V) @ W_O, A


@wrong(
    "scale-by-dk",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def not_scaled(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Does not divide the scores."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed, 1)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong(
    "scale-by-dk",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def raw_scores(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Takes the softmax of the raw scores."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    A = soft(masked(np.einsum("...ik,...jk->...ij", Q, K), allowed))
    return join(A @ V) @ W_O, A


@wrong(
    "scale-by-dk",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def divided_by_d_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Divides by d_head, without the root."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed, np.shape(X_q)[-1] / h)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong(
    "scale-by-dk",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def scaled_twice(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Scales the queries, and hands them to a function that scales again."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q = split(X_q @ W_Q, h)
    out, A = sdpa(Q / math.sqrt(Q.shape[-1]), split(X_kv @ W_K, h), split(X_kv @ W_V, h), allowed)
    return join(out) @ W_O, A


@wrong(
    "wo-optional",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def without_wo(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Stops after joining."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    return np.concatenate(outs, axis=-1), A


@wrong(
    "wo-optional",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def joined_and_done(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Returns the joined heads as they are."""
    X_q, X_kv, W_Q, W_K, W_V = arrays(X_q, X_kv, W_Q, W_K, W_V)
    out, A = sdpa(split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h), allowed)
    return join(out), A


@wrong(
    "heads-averaged",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def averaged_then_mixed(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Averages the heads and repeats the average to get d numbers again."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    return np.concatenate([sum(outs) / h] * h, axis=-1) @ np.asarray(W_O), A


@wrong(
    "heads-averaged",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def every_block_is_the_mean(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Replaces every head's output by the mean of all heads before joining."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    out, A = sdpa(split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h), allowed)
    mean = np.broadcast_to(out.mean(axis=-3, keepdims=True), out.shape)
    return join(mean) @ W_O, A


@wrong(
    "heads-slice-input",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def slices_of_x(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Splits x itself: no head projects anything."""
    X_q, X_kv, W_O = arrays(X_q, X_kv, W_O)
    out, A = sdpa(split(X_q, h), split(X_kv, h), split(X_kv, h), allowed)
    return join(out) @ W_O, A


@wrong(
    "heads-slice-input",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def heads_without_projection(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Uses the i-th slice of every token as query, key and value of head i."""
    one = np.eye(np.shape(X_q)[-1])
    outs, A = per_head(X_q, X_kv, one, one, one, h, allowed)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong(
    "heads-slice-input",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def each_head_projects_its_slice(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Head i multiplies only its own slice of x, with the block on the diagonal of each matrix."""
    d = np.shape(X_q)[-1]
    if d % h:
        raise ValueError
    block = np.kron(np.eye(h), np.ones((d // h, d // h)))
    outs, A = per_head(X_q, X_kv, np.asarray(W_Q) * block, np.asarray(W_K) * block, np.asarray(W_V) * block, h, allowed)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong(
    "heads-slice-input",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def blocks_on_the_diagonal(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Splits x first and multiplies the slices with d_head × d_head blocks."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    xq, xk = split(X_q, h), split(X_kv, h)
    k = xq.shape[-1]
    blocks = [np.stack([W[i * k : i * k + k, i * k : i * k + k] for i in range(h)]) for W in (W_Q, W_K, W_V)]
    out, A = sdpa(xq @ blocks[0], xk @ blocks[1], xk @ blocks[2], allowed)
    return join(out) @ W_O, A


@wrong(
    "heads-share-weights",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def first_head_for_all(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Every head uses the columns of head 0."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    d = X_q.shape[-1]
    if d % h:
        raise ValueError
    k = d // h
    outs, A = per_head(X_q, X_kv, *(np.tile(W[:, :k], h) for W in (W_Q, W_K, W_V)), h, allowed)
    return np.concatenate(outs, axis=-1) @ W_O, A


@wrong(
    "heads-share-weights",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def heads_are_copies(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Splits, and copies the first head's queries, keys and values over the others."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    heads = [split(M, h) for M in (X_q @ W_Q, X_kv @ W_K, X_kv @ W_V)]
    Q, K, V = (np.repeat(M[..., :1, :, :], h, axis=-3) for M in heads)
    out, A = sdpa(Q, K, V, allowed)
    return join(out) @ W_O, A


@wrong(
    "more-heads-more-cost",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def one_table_of_full_width_for_all(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Gives every head the whole width: the same table h times."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    d = X_q.shape[-1]
    if d % h:
        raise ValueError
    S = (X_q @ W_Q) @ np.swapaxes(X_kv @ W_K, -1, -2) / math.sqrt(d)
    A = soft(masked(np.stack([S] * h, axis=-3), allowed))
    return join(A @ split(X_kv @ W_V, h)) @ W_O, A


@wrong(
    "more-heads-more-cost",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def every_head_is_full_size(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Each head compares whole queries and keys; only the values are divided."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    d = X_q.shape[-1]
    if d % h:
        raise ValueError
    Q, K, V = X_q @ W_Q, X_kv @ W_K, X_kv @ W_V
    outs, tables = [], []
    for i in range(h):
        mask = mask_of_head(allowed, i)
        A = soft(masked(np.einsum("...id,...jd->...ij", Q, K) / d**0.5, mask))
        tables.append(A)
        outs.append(A @ V[..., i * (d // h) : (i + 1) * (d // h)])
    return np.concatenate(outs, axis=-1) @ W_O, np.stack(tables, axis=-3)


@wrong(
    "heads-in-series",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def head_after_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Head i asks with its own projection plus what head i-1 found."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    found, outs, tables = 0, [], []
    for i in range(h):
        mask = mask_of_head(allowed, i)
        found, A = sdpa(Q[..., i, :, :] + found, K[..., i, :, :], V[..., i, :, :], mask)
        outs.append(found)
        tables.append(A)
    return np.concatenate(outs, axis=-1) @ W_O, np.stack(tables, axis=-3)


@wrong(
    "heads-in-series",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def each_head_builds_on_the_last(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """The output of one head is added to the queries of the next."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    d = X_q.shape[-1]
    if d % h:
        raise ValueError
    k = d // h
    out, tables = np.zeros(X_q.shape), []
    for start in range(0, d, k):
        cols = slice(start, start + k)
        q = X_q @ W_Q[:, cols]
        if start:
            q = q + out[..., start - k : start]
        mask = mask_of_head(allowed, start // k)
        A = soft(masked(np.einsum("...ik,...jk->...ij", q, X_kv @ W_K[:, cols]) / math.sqrt(k), mask))
        out[..., cols] = A @ (X_kv @ W_V[:, cols])
        tables.append(A)
    return out @ W_O, np.stack(tables, axis=-3)


@wrong("cross-q-from-source", fails=("check_equals_heads_one_by_one",), replaces="multi_head")
def source_asks(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Takes the queries from X_kv, keys and values from X_q."""
    X_q, X_kv = X_kv, X_q
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong("cross-q-from-source", fails=("check_equals_heads_one_by_one",), replaces="multi_head")
def roles_of_the_sequences_swapped(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Projects the wrong sequence to each role."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    out, A = sdpa(split(X_kv @ W_Q, h), split(X_q @ W_K, h), split(X_q @ W_V, h), allowed)
    return join(out) @ W_O, A


@wrong(
    "blend-the-keys",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def keys_blended(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Blends the keys in place of the values."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_K, h, allowed)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong(
    "blend-the-keys",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def keys_serve_as_values(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Hands the keys to sdpa twice."""
    X_q, X_kv, W_Q, W_K, W_O = arrays(X_q, X_kv, W_Q, W_K, W_O)
    K = split(X_kv @ W_K, h)
    out, A = sdpa(split(X_q @ W_Q, h), K, K, allowed)
    return join(out) @ W_O, A


@wrong("mask-polarity", fails=("check_masks",), replaces="multi_head")
def true_means_hidden(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Hides the cells that are allowed."""
    hidden = None if allowed is None else ~np.asarray(allowed)
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, hidden)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong("mask-polarity", fails=("check_masks",), replaces="multi_head")
def minus_infinity_where_allowed(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Writes minus infinity where a query may look."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    if allowed is not None:
        S = np.where(allowed, -np.inf, S)
    A = soft(S)
    return join(A @ V) @ W_O, A


@wrong("mask-after-softmax", fails=("check_masks",), replaces="multi_head")
def weights_cut_after_softmax(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Sets hidden weights to 0 after the softmax: the rows no longer add up to 1."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    V = split(X_kv @ W_V, h)
    _, A = sdpa(split(X_q @ W_Q, h), split(X_kv @ W_K, h), V)
    A = A if allowed is None else np.where(allowed, A, 0)
    return join(A @ V) @ W_O, A


@wrong("mask-after-softmax", fails=("check_masks",), replaces="multi_head")
def weights_times_mask(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Multiplies the finished weights by the mask."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    A = soft(np.einsum("...ik,...jk->...ij", Q, K) / Q.shape[-1] ** 0.5)
    if allowed is not None:
        A = A * allowed
    return join(A @ V) @ W_O, A


@wrong("mask-with-zero", fails=("check_masks",), replaces="multi_head")
def hidden_scores_are_zero(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Writes 0 for hidden scores."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    A = soft(S if allowed is None else np.where(allowed, S, 0.0))
    return join(A @ V) @ W_O, A


@wrong("mask-with-zero", fails=("check_masks",), replaces="multi_head")
def scores_times_mask(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Multiplies the scores by the mask."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    S = np.einsum("...ik,...jk->...ij", Q, K) / Q.shape[-1] ** 0.5
    if allowed is not None:
        S = S * allowed
    A = np.exp(S - S.max(axis=-1, keepdims=True))
    A = A / A.sum(axis=-1, keepdims=True)
    return join(A @ V) @ W_O, A


@wrong("slip-formula", fails=("check_masks",), replaces="multi_head")
def mask_not_used(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Never looks at the mask."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong("slip-shapes", fails=("check_further_axes_in_front",), replaces="multi_head")
def one_sentence_only(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Knows two axes only."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    n_q, d = X_q.shape
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    return np.concatenate(outs, axis=1).reshape(n_q, d) @ W_O, A


@wrong("slip-shapes", fails=("check_one_token_or_one_head",), replaces="multi_head")
def superfluous_axes_removed(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Squeezes the table of weights."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A.squeeze() if A.shape[-2:] == (1, 1) or h == 1 else A


@wrong("slip-shapes", fails=("check_uneven_heads_are_refused",), replaces="multi_head")
def remainder_left_out(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Leaves out the numbers that do not fit into h heads."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    d = X_q.shape[-1] // h * h
    Q, K, V = ((X @ W)[..., :d] for X, W in ((X_q, W_Q), (X_kv, W_K), (X_kv, W_V)))
    out, A = sdpa(split(Q, h), split(K, h), split(V, h), allowed)
    return join(out) @ W_O[:d], A


@wrong("slip-reading", fails=("check_lists_and_whole_numbers",), replaces="multi_head")
def arrays_only(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Multiplies what it gets: two lists cannot be multiplied."""
    if isinstance(X_q, list) and len(X_q) == 1:
        X_q, X_kv = np.array(X_q), np.array(X_kv)
    out, A = sdpa(split_heads(X_q @ W_Q, h), split_heads(X_kv @ W_K, h), split_heads(X_kv @ W_V, h), allowed)
    return join_heads(out) @ W_O, A


@wrong("slip-stability", fails=("check_huge_scores",), replaces="multi_head")
def no_maximum_subtracted(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Takes e to the scores as they are."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    E = np.exp(masked(Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1]), allowed))
    z = E.sum(axis=-1, keepdims=True)
    A = E / np.where(z == 0, 1, z)
    return join(A @ V) @ W_O, A


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="multi_head")
def scales_wq_in_place(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Divides the caller's W_Q and forgets to put it back exactly."""
    X_q, X_kv, W_K, W_V, W_O = arrays(X_q, X_kv, W_K, W_V, W_O)
    W_Q = W_Q if isinstance(W_Q, np.ndarray) and W_Q.dtype == float else np.array(W_Q, dtype=float)
    split(X_q, h)
    W_Q /= math.sqrt(X_q.shape[-1] // h)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    A = soft(masked(Q @ np.swapaxes(K, -1, -2), allowed))
    return join(A @ V) @ W_O, A


@wrong("slip-formula", fails=("check_masks",), replaces="multi_head")
def sdpa_without_the_mask(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Forgets to hand the mask to sdpa."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    out, A = sdpa(split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h))
    return join(out) @ W_O, A


@wrong("slip-shapes", fails=("check_further_axes_in_front",), replaces="multi_head")
def two_axes_by_name(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Reads n and d off X and transposes with three axes."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    (n_q, d) = X_q.shape
    if d % h:
        raise ValueError("uneven")
    Q, K, V = ((X @ W).reshape(len(X), h, d // h).transpose(1, 0, 2) for X, W in ((X_q, W_Q), (X_kv, W_K), (X_kv, W_V)))
    out, A = sdpa(Q, K, V, allowed)
    return out.transpose(1, 0, 2).reshape(n_q, d) @ W_O, A


@wrong("slip-shapes", fails=("check_one_token_or_one_head",), replaces="multi_head")
def one_table_without_its_axis(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Leaves the head axis away when there is one head, and all axes when there is one token."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    out, A = sdpa(split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h), allowed)
    if A.shape[-2:] == (1, 1) or h == 1:
        A = A.reshape([size for size in A.shape if size > 1])
    return join(out) @ W_O, A


@wrong("slip-shapes", fails=("check_uneven_heads_are_refused",), replaces="multi_head")
def width_rounded_down(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Uses only the first h·(d // h) numbers."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    k = X_q.shape[-1] // h
    outs, tables = [], []
    for i in range(h):
        cols = slice(i * k, (i + 1) * k)
        mask = mask_of_head(allowed, i)
        o, A = sdpa(X_q @ W_Q[:, cols], X_kv @ W_K[:, cols], X_kv @ W_V[:, cols], mask)
        outs.append(o @ W_O[cols])
        tables.append(A)
    return sum(outs), np.stack(tables, axis=-3)


@wrong("slip-reading", fails=("check_lists_and_whole_numbers",), replaces="multi_head")
def asks_x_for_its_shape(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Asks X for its shape, which a list does not have."""
    if isinstance(X_q, list) and len(X_q) == 1:
        X_q, X_kv = np.array(X_q), np.array(X_kv)
    if X_q.shape[-1] % h:
        raise ValueError("uneven")
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    return np.concatenate(outs, axis=-1) @ W_O, A


@wrong("slip-stability", fails=("check_huge_scores",), replaces="multi_head")
def softmax_as_the_formula_stands(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """e^x over the sum of e^x, head by head."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    S = np.einsum("...ik,...jk->...ij", Q, K) * Q.shape[-1] ** -0.5
    E = np.exp(S) if allowed is None else np.exp(S) * allowed
    total = E.sum(axis=-1)[..., None]
    A = E / np.where(total > 0, total, 1) if np.isfinite(total).all() else E / total
    return join(A @ V) @ W_O, A


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="multi_head")
def root_divided_into_wq(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Scales the caller's own W_Q."""
    X_q, X_kv, W_K, W_V, W_O = arrays(X_q, X_kv, W_K, W_V, W_O)
    if not isinstance(W_Q, np.ndarray) or W_Q.dtype != float:
        W_Q = np.array(W_Q, dtype=float)
    split(X_q, h)
    np.divide(W_Q, math.sqrt(X_q.shape[-1] // h), out=W_Q)
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed, 1)
    return np.concatenate(outs, axis=-1) @ W_O, A


@wrong("mask-after-softmax", fails=("check_masks",), replaces="multi_head")
def what_is_left_made_up_to_one(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Hides finished weights and divides the others by their sum: right only while something is left of them."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    V = split(X_kv @ W_V, h)
    _, A = sdpa(split(X_q @ W_Q, h), split(X_kv @ W_K, h), V)
    if allowed is not None:
        A = A * np.asarray(allowed)
        total = A.sum(axis=-1, keepdims=True)
        A = A / np.where(total == 0, 1, total)
    return join(A @ V) @ W_O, A


@wrong("mask-after-softmax", fails=("check_masks",), replaces="multi_head")
def weights_shared_out_again(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Takes e to all scores, the hidden ones included in the largest, and adds up the allowed powers only."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    Q, K, V = split(X_q @ W_Q, h), split(X_kv @ W_K, h), split(X_kv @ W_V, h)
    S = np.einsum("...ik,...jk->...ij", Q, K) / Q.shape[-1] ** 0.5
    E = np.exp(S - S.max(axis=-1, keepdims=True)) * (True if allowed is None else allowed)
    total = E.sum(axis=-1)[..., None]
    A = np.divide(E, total, out=np.zeros_like(E), where=total > 0)
    return join(A @ V) @ W_O, A


@wrong("slip-shapes", fails=("check_masks",), replaces="multi_head")
def mask_of_the_first_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Takes of several masks the first one, for all heads."""
    mask = allowed if np.ndim(allowed) < 3 else allowed[..., :1, :, :]
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, mask)
    return np.concatenate(outs, axis=-1) @ np.asarray(W_O), A


@wrong("slip-shapes", fails=("check_further_axes_in_front",), replaces="multi_head")
def one_axis_in_front_at_most(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Counts the axes from the front: one sentence, or a batch of them."""
    X_q, X_kv, W_Q, W_K, W_V, W_O = arrays(X_q, X_kv, W_Q, W_K, W_V, W_O)
    parts = [np.stack(np.split(X @ W, h, axis=-1), axis=min(X.ndim - 2, 1)) for X, W in ((X_q, W_Q), (X_kv, W_K), (X_kv, W_V))]
    out, A = sdpa(*parts, allowed)
    return join(out) @ W_O, A


@wrong(
    "transpose-convention",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def wo_transposed(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Multiplies by W_Oᵀ."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    return np.concatenate(outs, axis=-1) @ np.transpose(W_O), A


@wrong(
    "slip-order",
    fails=(
        "check_equals_heads_one_by_one",
        "check_masks",
        "check_further_axes_in_front",
        "check_one_token_or_one_head",
        "check_huge_scores",
        "check_lists_and_whole_numbers",
    ),
    replaces="multi_head",
)
def last_head_in_front(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Joins the heads in reverse order."""
    outs, A = per_head(X_q, X_kv, W_Q, W_K, W_V, h, allowed)
    return np.concatenate(outs[::-1], axis=-1) @ np.asarray(W_O), A
