"""Known wrong ways of project-all."""

import numpy as np

from grader.checks.variants import wrong


def floats(x):
    x = np.asarray(x)
    return x if np.issubdtype(x.dtype, np.floating) else x.astype(float)


@wrong(
    "transpose-convention",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def tokens_as_columns(X, W_Q, W_K, W_V):
    """Puts the matrix on the left and gets one column per token."""
    X = np.swapaxes(floats(X), -1, -2)
    return tuple(np.asarray(W).T @ X for W in (W_Q, W_K, W_V))


@wrong(
    "transpose-convention",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def tokens_as_columns_einsum(X, W_Q, W_K, W_V):
    """Names the axes of the result in the wrong order."""
    X = floats(X)
    return [np.einsum("...nd,dk->...kn", X, floats(W).astype(X.dtype)) for W in (W_Q, W_K, W_V)]


@wrong(
    "transpose-convention",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
        "check_arguments_stay_as_they_are",
    ),
    replaces="project_qkv",
)
def matrices_transposed(X, W_Q, W_K, W_V):
    """Multiplies with the transposed matrices, as libraries that store W the other way round do."""
    X = floats(X)
    return X @ np.asarray(W_Q).T, X @ np.asarray(W_K).T, X @ np.asarray(W_V).T


@wrong(
    "transpose-convention",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
        "check_arguments_stay_as_they_are",
    ),
    replaces="project_qkv",
)
def matrices_transposed_dot(X, W_Q, W_K, W_V):
    """Sums over the columns of the matrices."""
    X = floats(X)
    return tuple(np.dot(X, np.swapaxes(floats(W).astype(X.dtype), 0, 1)) for W in (W_Q, W_K, W_V))


@wrong(
    "per-token-matrices",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def another_matrix_per_position(X, W_Q, W_K, W_V):
    """Turns the matrices on by one row for each further token."""
    X = floats(X)

    def project(W):
        W = np.asarray(W)
        return np.stack([X[..., i, :] @ np.roll(W, i, axis=0) for i in range(X.shape[-2])], axis=-2)

    return project(W_Q), project(W_K), project(W_V)


@wrong(
    "per-token-matrices",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def another_matrix_per_position_list(X, W_Q, W_K, W_V):
    """Keeps a list of matrices, one per position."""
    X = floats(X)
    n, results = X.shape[-2], []
    for W in (W_Q, W_K, W_V):
        W = np.asarray(W)
        own = [np.concatenate([W[len(W) - i % len(W) :], W[: len(W) - i % len(W)]]) for i in range(n)]
        rows = [np.matmul(X[..., i : i + 1, :], own[i]) for i in range(n)]
        results.append(np.concatenate(rows, axis=-2))
    return tuple(results)


@wrong(
    "qkv-same-vector",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def value_is_x(X, W_Q, W_K, W_V):
    """Passes the tokens themselves on as values."""
    X = floats(X)
    return X @ np.asarray(W_Q), X @ np.asarray(W_K), X.copy()


@wrong(
    "qkv-same-vector",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def value_is_x_identity(X, W_Q, W_K, W_V):
    """Takes an identity in place of W_V."""
    X = floats(X)
    return tuple(X @ np.asarray(W) for W in (W_Q, W_K, np.eye(X.shape[-1], dtype=X.dtype)))


@wrong(
    "qkv-same-vector",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def key_is_the_query(X, W_Q, W_K, W_V):
    """Uses W_Q for the keys as well."""
    X = floats(X)
    Q = X @ np.asarray(W_Q)
    return Q, Q.copy(), X @ np.asarray(W_V)


@wrong(
    "qkv-same-vector",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def key_is_the_query_loop(X, W_Q, W_K, W_V):
    """Never looks at W_K."""
    X = floats(X)
    out = []
    for W in (W_Q, W_Q, W_V):
        out.append(np.matmul(X, floats(W).astype(X.dtype)))
    return tuple(out)


@wrong(
    "slip-order",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def keys_first(X, W_Q, W_K, W_V):
    """Returns K, Q, V."""
    X = floats(X)
    return X @ np.asarray(W_K), X @ np.asarray(W_Q), X @ np.asarray(W_V)


@wrong(
    "slip-order",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def keys_and_values_exchanged(X, W_Q, W_K, W_V):
    """Takes W_V for the keys and W_K for the values."""
    X = floats(X)
    return X @ np.asarray(W_Q), X @ np.asarray(W_V), X @ np.asarray(W_K)


@wrong("slip-shapes", fails=("check_axes_in_front",), replaces="project_qkv")
def flattens_the_batch(X, W_Q, W_K, W_V):
    """Makes one long table of all sentences and leaves it like that."""
    X = floats(X)
    rows = X.reshape(-1, X.shape[-1])
    return rows @ np.asarray(W_Q), rows @ np.asarray(W_K), rows @ np.asarray(W_V)


@wrong("slip-shapes", fails=("check_axes_in_front", "check_arguments_stay_as_they_are"), replaces="project_qkv")
def one_sentence_only(X, W_Q, W_K, W_V):
    """Written for one table and nothing else."""
    X = floats(X)
    return tuple(np.einsum("nd,dk->nk", X, np.asarray(W)) for W in (W_Q, W_K, W_V))


@wrong("transpose-convention", fails=("check_every_row_is_projected",), replaces="project_qkv")
def whichever_side_fits(X, W_Q, W_K, W_V):
    """Transposes a matrix wherever that fits: wrong numbers as soon as one is square."""
    X = floats(X)

    def project(W):
        W = np.asarray(W)
        return X @ W.T if W.shape[1] == X.shape[-1] else X @ W

    return project(W_Q), project(W_K), project(W_V)


@wrong("transpose-convention", fails=("check_every_row_is_projected",), replaces="project_qkv")
def whichever_side_fits_try(X, W_Q, W_K, W_V):
    """Tries the transposed matrix first, and takes the other one only when numpy complains."""
    X, out = floats(X), []
    for W in (W_Q, W_K, W_V):
        try:
            out.append(np.matmul(X, np.transpose(W)))
        except ValueError:
            out.append(np.einsum("...d,dk->...k", X, np.asarray(W)))
    return tuple(out)


@wrong("slip-shapes", fails=("check_single_token",), replaces="project_qkv")
def squeezes_a_single_token(X, W_Q, W_K, W_V):
    """Drops the axis of a single token."""
    X = floats(X)
    out = [X @ np.asarray(W) for W in (W_Q, W_K, W_V)]
    return tuple(o[..., 0, :] if X.shape[-2] == 1 else o for o in out)


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="project_qkv")
def always_float64(X, W_Q, W_K, W_V):
    """Turns everything into float64."""
    X = np.asarray(X, dtype=np.float64)
    return X @ np.asarray(W_Q), X @ np.asarray(W_K), X @ np.asarray(W_V)


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="project_qkv")
def always_float64_zeros(X, W_Q, W_K, W_V):
    """Fills arrays made by np.zeros, which are float64."""
    X, out = np.asarray(X), []
    for W in (W_Q, W_K, W_V):
        table = np.zeros((*X.shape[:-1], np.shape(W)[-1]))
        table += X @ np.asarray(W)
        out.append(table)
    return tuple(out)


@wrong("slip-dtype", fails=("check_whole_numbers_become_float64",), replaces="project_qkv")
def whole_numbers_stay_whole(X, W_Q, W_K, W_V):
    """Leaves whole numbers as they are."""
    X = np.asarray(X)
    return X @ np.asarray(W_Q), X @ np.asarray(W_K), X @ np.asarray(W_V)


@wrong("slip-shapes", fails=("check_whole_numbers_become_float64",), replaces="project_qkv")
def lists_are_not_arrays(X, W_Q, W_K, W_V):
    """Asks a nested list for its dtype."""
    if X.dtype.kind != "f":
        X = X.astype(float)
    return X @ W_Q, X @ W_K, X @ W_V


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="project_qkv")
def reshapes_in_place(X, W_Q, W_K, W_V):
    """Changes the shape of the caller's X to a long table."""
    X = floats(X)
    front = X.shape[:-1]
    X.shape = (-1, X.shape[-1])
    return tuple((X @ np.asarray(W)).reshape(*front, -1) for W in (W_Q, W_K, W_V))


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="project_qkv")
def identity_costs_nothing(X, W_Q, W_K, W_V):
    """Saves the product with an identity matrix and hands X itself back."""
    X = floats(X)

    def project(W):
        W = np.asarray(W)
        return X if W.shape[0] == W.shape[1] and (W == np.eye(len(W))).all() else X @ W

    return project(W_Q), project(W_K), project(W_V)


@wrong(
    "slip-order",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def keys_first_dict(X, W_Q, W_K, W_V):
    """Sorts the three by name."""
    X = floats(X)
    made = {name: X @ floats(W).astype(X.dtype) for name, W in (("Q", W_Q), ("K", W_K), ("V", W_V))}
    return tuple(made[name] for name in ("K", "Q", "V"))


@wrong(
    "slip-order",
    fails=(
        "check_every_row_is_projected",
        "check_axes_in_front",
        "check_single_token",
        "check_float32_stays_float32",
        "check_whole_numbers_become_float64",
    ),
    replaces="project_qkv",
)
def keys_and_values_exchanged_loop(X, W_Q, W_K, W_V):
    """Goes through the matrices in the order query, value, key."""
    X = floats(X)
    return tuple(np.matmul(X, np.asarray(W)) for W in (W_Q, W_V, W_K))


@wrong("slip-shapes", fails=("check_axes_in_front",), replaces="project_qkv")
def flattens_the_batch_rows(X, W_Q, W_K, W_V):
    """Gives one long table of results."""
    X = floats(X)
    out = [X @ np.asarray(W) for W in (W_Q, W_K, W_V)]
    return tuple(table.reshape(X.size // X.shape[-1], -1) for table in out)


@wrong("slip-shapes", fails=("check_axes_in_front", "check_arguments_stay_as_they_are"), replaces="project_qkv")
def one_sentence_only_unpacked(X, W_Q, W_K, W_V):
    """Unpacks the shape of a single table."""
    X = floats(X)
    n, d = X.shape
    return tuple(np.stack([X[i] @ np.asarray(W) for i in range(n)]) for W in (W_Q, W_K, W_V))


@wrong("slip-shapes", fails=("check_single_token",), replaces="project_qkv")
def squeezes_a_single_token_reshape(X, W_Q, W_K, W_V):
    """Treats one token as a vector."""
    X = floats(X)
    if X.shape[-2] == 1:
        X = X.reshape(*X.shape[:-2], X.shape[-1])
    return X @ np.asarray(W_Q), X @ np.asarray(W_K), X @ np.asarray(W_V)


@wrong("slip-dtype", fails=("check_whole_numbers_become_float64",), replaces="project_qkv")
def whole_numbers_stay_whole_einsum(X, W_Q, W_K, W_V):
    """Never looks at the dtype."""
    tables = [np.array(table) for table in (X, W_Q, W_K, W_V)]
    return tuple(np.einsum("...nd,dk->...nk", tables[0], W) for W in tables[1:])


@wrong("slip-shapes", fails=("check_whole_numbers_become_float64",), replaces="project_qkv")
def lists_are_not_arrays_method(X, W_Q, W_K, W_V):
    """Calls a method that lists do not have."""
    X = X.astype(np.result_type(X.dtype, np.float32) if X.dtype == np.float32 else np.float64)
    return tuple(X.dot(W) for W in (W_Q, W_K, W_V))


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="project_qkv")
def reshapes_in_place_view(X, W_Q, W_K, W_V):
    """Sets the shape of what it was given."""
    rows = floats(X)
    shape = rows.shape
    rows.shape = (int(np.prod(shape[:-1])), shape[-1])
    out = []
    for W in (W_Q, W_K, W_V):
        out.append(np.dot(rows, np.asarray(W)).reshape(*shape[:-1], np.shape(W)[1]))
    return tuple(out)


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="project_qkv")
def identity_costs_nothing_allclose(X, W_Q, W_K, W_V):
    """Takes a shortcut for the identity and forgets to copy."""
    X, out = floats(X), []
    for W in (W_Q, W_K, W_V):
        is_identity = np.shape(W) == (X.shape[-1],) * 2 and np.array_equal(W, np.identity(X.shape[-1]))
        out.append(X if is_identity else np.matmul(X, np.asarray(W)))
    return tuple(out)
