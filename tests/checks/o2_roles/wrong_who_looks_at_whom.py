"""Known wrong ways of who-looks-at-whom."""

import numpy as np

from grader.checks.variants import wrong


def table(X, W_Q, W_K):
    """The right table, to be spoilt."""
    X, W_Q, W_K = np.asarray(X), np.asarray(W_Q), np.asarray(W_K)
    return (X @ W_Q) @ (X @ W_K).T / np.sqrt(W_Q.shape[1])


@wrong(
    "transpose-convention",
    fails=("check_one_matrix_in_between",),
    replaces="bilinear",
    part_of="inner_product",
)
def inner_product(W_Q, W_K):
    """Transposes the other factor: (d_k, d_k) instead of (d, d)."""
    return np.asarray(W_Q).T @ np.asarray(W_K)


@wrong(
    "transpose-convention",
    fails=("check_one_matrix_in_between",),
    replaces="scores",
    part_of="inner_product",
)
def scores_beside_it(X, W_Q, W_K):
    """Works the scores out without M."""
    return table(X, W_Q, W_K)


@wrong(
    "transpose-convention",
    fails=("check_one_matrix_in_between",),
    replaces="bilinear",
    part_of="inner_product_einsum",
)
def inner_product_einsum(W_Q, W_K):
    """Sums over the features instead of the slots."""
    return np.einsum("ik,il->kl", W_Q, W_K)


@wrong(
    "transpose-convention",
    fails=("check_one_matrix_in_between",),
    replaces="scores",
    part_of="inner_product_einsum",
)
def scores_beside_it_einsum(X, W_Q, W_K):
    """Works the scores out from queries and keys."""
    Q, K = np.einsum("nd,dk->nk", X, W_Q), np.einsum("nd,dk->nk", X, W_K)
    return np.einsum("ik,jk->ij", Q, K) / Q.shape[1] ** 0.5


@wrong(
    "scores-symmetric",
    fails=("check_one_matrix_in_between",),
    replaces="bilinear",
    part_of="keys_ask_in_between",
)
def keys_ask_in_between(W_Q, W_K):
    """Puts M the other way round: for square tables of features only the numbers show it."""
    return np.asarray(W_K) @ np.asarray(W_Q).T


@wrong(
    "scores-symmetric",
    fails=("check_one_matrix_in_between",),
    replaces="scores",
    part_of="keys_ask_in_between",
)
def scores_of_its_own(X, W_Q, W_K):
    """Does not use M."""
    return table(X, W_Q, W_K)


@wrong(
    "scores-symmetric",
    fails=("check_rows_ask_and_columns_answer", "check_largest_difference"),
    replaces="scores",
)
def averages_both_directions(X, W_Q, W_K):
    """Takes the mean of both directions, as if looking were mutual."""
    S = table(X, W_Q, W_K)
    return (S + S.T) / 2


@wrong(
    "scores-symmetric",
    fails=("check_rows_ask_and_columns_answer", "check_largest_difference"),
    replaces="scores",
)
def averages_both_directions_matrix(X, W_Q, W_K):
    """Makes the matrix in between symmetric."""
    X, W_Q, W_K = np.asarray(X), np.asarray(W_Q), np.asarray(W_K)
    M = (W_Q @ W_K.T + W_K @ W_Q.T) / 2
    return X @ M @ X.T / np.sqrt(W_Q.shape[1])


@wrong(
    "scores-symmetric",
    fails=("check_rows_ask_and_columns_answer",),
    replaces="scores",
)
def keys_ask_queries(X, W_Q, W_K):
    """Lets the keys ask: the table stands on its side."""
    return table(X, W_Q, W_K).T.copy()


@wrong(
    "scores-symmetric",
    fails=("check_rows_ask_and_columns_answer",),
    replaces="scores",
)
def keys_ask_queries_exchanged(X, W_Q, W_K):
    """Multiplies keys with queries, in this order."""
    K, Q = np.asarray(X) @ np.asarray(W_K), np.asarray(X) @ np.asarray(W_Q)
    return K @ Q.T / np.sqrt(K.shape[-1])


@wrong(
    "scale-wrong-dimension",
    fails=("check_rows_ask_and_columns_answer", "check_largest_difference", "check_single_token"),
    replaces="scores",
)
def divides_by_root_d(X, W_Q, W_K):
    """Divides by the root of the length of a token."""
    X, W_Q, W_K = np.asarray(X), np.asarray(W_Q), np.asarray(W_K)
    return X @ W_Q @ W_K.T @ X.T / np.sqrt(X.shape[1])


@wrong(
    "scale-wrong-dimension",
    fails=("check_rows_ask_and_columns_answer", "check_largest_difference", "check_single_token"),
    replaces="scores",
)
def divides_by_root_d_loop(X, W_Q, W_K):
    """Counts the rows of W_Q instead of its columns."""
    Q, K = np.asarray(X) @ np.asarray(W_Q), np.asarray(X) @ np.asarray(W_K)
    return np.array([[q @ k for k in K] for q in Q]) / len(W_Q) ** 0.5


@wrong(
    "scale-by-dk",
    fails=("check_rows_ask_and_columns_answer", "check_largest_difference", "check_single_token"),
    replaces="scores",
)
def raw_scores(X, W_Q, W_K):
    """Leaves the division out."""
    return np.asarray(X) @ bilinear(W_Q, W_K) @ np.asarray(X).T  # noqa: F821


@wrong("slip-formula", fails=("check_largest_difference",), replaces="asymmetry")
def mean_of_the_differences(X, W_Q, W_K):
    """Takes the mean of S - Sᵀ, which always cancels."""
    S = scores(X, W_Q, W_K)  # noqa: F821
    return float((S - S.T).mean())


@wrong("slip-formula", fails=("check_largest_difference",), replaces="asymmetry")
def average_size_of_the_differences(X, W_Q, W_K):
    """Takes the average of the differences instead of the largest."""
    S = scores(X, W_Q, W_K)  # noqa: F821
    return float(np.abs(S - S.T).mean())


@wrong("slip-formula", fails=("check_largest_difference",), replaces="asymmetry")
def raw_difference(X, W_Q, W_K):
    """Measures the unscaled table."""
    S = scores(X, W_Q, W_K) * np.sqrt(np.shape(W_Q)[1])  # noqa: F821
    return float(np.abs(S - S.T).max())


@wrong("slip-formula", fails=("check_largest_difference",), replaces="asymmetry")
def one_half_without_sign(X, W_Q, W_K):
    """Looks at one half of the table only, and forgets the sign there."""
    S = np.asarray(scores(X, W_Q, W_K))  # noqa: F821
    gaps = (S - S.T)[np.triu_indices(len(S), 1)]
    return float(gaps.max()) if len(gaps) else 0.0


@wrong("slip-shapes", fails=("check_single_token",), replaces="asymmetry")
def needs_a_pair(X, W_Q, W_K):
    """Takes the largest of the pairs, and there are none for one token."""
    S = scores(X, W_Q, W_K)  # noqa: F821
    return float(max(abs(S[i, j] - S[j, i]) for i in range(len(S)) for j in range(i)))


@wrong("slip-formula", fails=("check_rebase_keeps_the_scores",), replaces="rebase")
def same_b_for_both(W_Q, W_K, B):
    """Multiplies both matrices with B."""
    return np.asarray(W_Q) @ np.asarray(B), np.asarray(W_K) @ np.asarray(B)


@wrong("slip-formula", fails=("check_rebase_keeps_the_scores",), replaces="rebase")
def same_b_for_both_einsum(W_Q, W_K, B):
    """Treats keys as queries."""
    return [np.einsum("dk,kl->dl", W, B) for W in (W_Q, W_K)]


@wrong("transpose-convention", fails=("check_rebase_keeps_the_scores",), replaces="rebase")
def forgets_the_transpose(W_Q, W_K, B):
    """Takes the inverse without transposing it."""
    return np.asarray(W_Q) @ np.asarray(B), np.asarray(W_K) @ np.linalg.inv(B)


@wrong("transpose-convention", fails=("check_rebase_keeps_the_scores",), replaces="rebase")
def forgets_the_transpose_solve(W_Q, W_K, B):
    """Solves with the transposed system, which undoes the transpose."""
    return np.asarray(W_Q) @ np.asarray(B), np.linalg.solve(np.asarray(B, dtype=float).T, np.asarray(W_K, dtype=float).T).T


@wrong("slip-formula", fails=("check_rebase_gives_other_matrices",), replaces="rebase")
def ignores_b(W_Q, W_K, B):
    """Doubles the one and halves the other, whatever B is."""
    return np.asarray(W_Q) * 2.0, np.asarray(W_K) / 2.0


@wrong("slip-formula", fails=("check_rebase_gives_other_matrices",), replaces="rebase")
def undoes_b_at_once(W_Q, W_K, B):
    """Multiplies with B and its inverse on the same side."""
    return np.asarray(W_Q) @ np.asarray(B) @ np.linalg.inv(B), np.array(W_K, dtype=float)


@wrong("slip-dtype", fails=("check_rows_ask_and_columns_answer", "check_largest_difference"), replaces="scores")
def cuts_whole_numbers(X, W_Q, W_K):
    """Divides in the type of the input, which cuts whole numbers off."""
    S = table(X, W_Q, W_K)
    return S.astype(np.asarray(X).dtype)


@wrong(
    "slip-shapes",
    fails=("check_one_matrix_in_between", "check_rows_ask_and_columns_answer", "check_largest_difference"),
    replaces="bilinear",
)
def lists_are_not_arrays(W_Q, W_K):
    """Asks a nested list for its transpose."""
    return W_Q @ W_K.T


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="rebase")
def rebases_in_place(W_Q, W_K, B):
    """Writes the new query matrix into the old one."""
    old = np.asarray(W_Q)
    new = old @ np.asarray(B)
    if old.dtype.kind == "f":
        old[:] = new
    return new, np.asarray(W_K) @ np.linalg.inv(B).T


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="asymmetry")
def divides_the_tokens_in_place(X, W_Q, W_K):
    """Divides the caller's tokens by √d_k and works the raw scores out."""
    X, d_k = np.asarray(X, dtype=float), np.shape(W_Q)[1]
    X /= d_k**0.25
    S = X @ bilinear(W_Q, W_K) @ X.T  # noqa: F821
    return float(np.abs(S - S.T).max())


@wrong(
    "scale-by-dk",
    fails=("check_rows_ask_and_columns_answer", "check_largest_difference", "check_single_token"),
    replaces="scores",
)
def raw_scores_projected(X, W_Q, W_K):
    """Multiplies queries and keys and stops."""
    Q, K = np.asarray(X) @ np.asarray(W_Q), np.asarray(X) @ np.asarray(W_K)
    return np.einsum("ik,jk->ij", Q, K)


@wrong("slip-formula", fails=("check_largest_difference",), replaces="asymmetry")
def mean_of_the_differences_sum(X, W_Q, W_K):
    """Lets the differences cancel."""
    S = np.asarray(table(X, W_Q, W_K))
    return float(np.sum(S - np.transpose(S)) / S.size)


@wrong("slip-formula", fails=("check_largest_difference",), replaces="asymmetry")
def average_size_of_the_differences_loop(X, W_Q, W_K):
    """Spreads the differences over all pairs."""
    S = table(X, W_Q, W_K)
    n = len(S)
    return sum(abs(S[i, j] - S[j, i]) for i in range(n) for j in range(n)) / n**2


@wrong("slip-formula", fails=("check_largest_difference",), replaces="asymmetry")
def raw_difference_matrix(X, W_Q, W_K):
    """Leaves the scale out of the comparison."""
    X = np.asarray(X)
    M = np.asarray(W_Q) @ np.asarray(W_K).T
    return float(np.max(np.abs(X @ (M - M.T) @ X.T)))


@wrong("slip-formula", fails=("check_largest_difference",), replaces="asymmetry")
def one_half_without_sign_loop(X, W_Q, W_K):
    """Compares each pair once, and keeps the sign."""
    S = table(X, W_Q, W_K)
    gaps = [S[i, j] - S[j, i] for i in range(len(S)) for j in range(i + 1, len(S))]
    return float(max(gaps, default=0.0))


@wrong("slip-shapes", fails=("check_single_token",), replaces="asymmetry")
def needs_a_pair_array(X, W_Q, W_K):
    """Takes the maximum of an empty array for one token."""
    S = table(X, W_Q, W_K)
    return float(np.abs(S - S.T)[np.tril_indices(len(S), -1)].max())


@wrong("slip-formula", fails=("check_rebase_gives_other_matrices",), replaces="rebase")
def ignores_b_scale(W_Q, W_K, B):
    """Finds one pair of matrices for every B."""
    factors = np.full(np.shape(W_Q)[1], 2.0)
    return np.asarray(W_Q) * factors, np.asarray(W_K) / factors


@wrong("slip-formula", fails=("check_rebase_gives_other_matrices",), replaces="rebase")
def undoes_b_at_once_solve(W_Q, W_K, B):
    """Lets B and its inverse meet too early."""
    B = np.asarray(B, dtype=float)
    return np.asarray(W_Q) @ (B @ np.linalg.inv(B)), np.asarray(W_K) @ np.identity(len(B))


@wrong("slip-dtype", fails=("check_rows_ask_and_columns_answer", "check_largest_difference"), replaces="scores")
def cuts_whole_numbers_zeros(X, W_Q, W_K):
    """Fills a table of the type of X."""
    X = np.asarray(X)
    S = np.zeros((len(X), len(X)), dtype=X.dtype)
    S[...] = table(X, W_Q, W_K)
    return S


@wrong(
    "slip-shapes",
    fails=("check_one_matrix_in_between", "check_rows_ask_and_columns_answer", "check_largest_difference"),
    replaces="bilinear",
)
def lists_are_not_arrays_method(W_Q, W_K):
    """Calls a method that lists do not have."""
    return W_Q.dot(W_K.transpose())


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="rebase")
def rebases_in_place_slice(W_Q, W_K, B):
    """Overwrites W_Q row by row."""
    W = np.asarray(W_Q)
    other = np.asarray(W_K) @ np.linalg.inv(np.asarray(B, dtype=float)).T
    rows = [row @ np.asarray(B) for row in W]
    if W.dtype.kind == "f":
        for i, row in enumerate(rows):
            W[i] = row
    return np.array(rows), other


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="asymmetry")
def scales_the_tokens_in_place(X, W_Q, W_K):
    """Works the fourth root of d_k into the tokens themselves."""
    X = np.asarray(X, dtype=float)
    for row in X:
        row /= np.sqrt(np.sqrt(np.shape(W_K)[1]))
    Q, K = X @ np.asarray(W_Q), X @ np.asarray(W_K)
    return float(np.abs(Q @ K.T - K @ Q.T).max())


@wrong(
    "scores-symmetric",
    fails=("check_one_matrix_in_between",),
    replaces="bilinear",
    part_of="keys_ask_in_between_einsum",
)
def keys_ask_in_between_einsum(W_Q, W_K):
    """Names the features of the key first."""
    return np.einsum("ik,jk->ij", np.asarray(W_K), np.asarray(W_Q))


@wrong(
    "scores-symmetric",
    fails=("check_one_matrix_in_between",),
    replaces="scores",
    part_of="keys_ask_in_between_einsum",
)
def scores_of_their_own(X, W_Q, W_K):
    """Multiplies queries and keys, without M."""
    Q, K = np.asarray(X) @ np.asarray(W_Q), np.asarray(X) @ np.asarray(W_K)
    return Q @ K.T / Q.shape[1] ** 0.5


@wrong("slip-formula", fails=("check_rebase_gives_other_matrices",), replaces="rebase")
def only_the_turn_in_B(W_Q, W_K, B):
    """Takes the rotation out of B, so that a B that only shears changes nothing."""
    turn, rest = np.linalg.qr(np.asarray(B, dtype=float))
    turn = turn * np.sign(np.diag(rest))
    return np.asarray(W_Q) @ turn, np.asarray(W_K) @ turn


@wrong("slip-formula", fails=("check_rebase_gives_other_matrices",), replaces="rebase")
def only_the_diagonal_of_B(W_Q, W_K, B):
    """Scales the columns by the diagonal of B, and uses nothing else of it."""
    factors = np.diag(np.asarray(B))
    return np.asarray(W_Q) * factors, np.asarray(W_K) / factors


@wrong("slip-formula", fails=("check_rebase_gives_other_matrices",), replaces="rebase")
def only_the_turn_in_B_columns(W_Q, W_K, B):
    """Makes the columns of B orthogonal one after the other, and so loses what B stretches and shears."""
    columns = []
    for column in np.array(B, dtype=float).T:
        for other in columns:
            column = column - (column @ other) * other
        columns.append(column / np.linalg.norm(column))
    turn = np.stack(columns, axis=1)
    return np.asarray(W_Q) @ turn, np.asarray(W_K) @ turn


@wrong("slip-formula", fails=("check_rebase_gives_other_matrices",), replaces="rebase")
def only_the_diagonal_of_B_matrix(W_Q, W_K, B):
    """Puts zeros beside the diagonal before it inverts B."""
    scale = np.array([[b if i == j else 0.0 for j, b in enumerate(row)] for i, row in enumerate(np.asarray(B).tolist())])
    return np.asarray(W_Q) @ scale, np.asarray(W_K) @ np.linalg.inv(scale)
