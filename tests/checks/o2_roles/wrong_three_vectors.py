"""Known wrong ways of three-vectors."""

from grader.checks.variants import wrong


def product(x, W):
    return [sum(a * b for a, b in zip(x, column)) for column in zip(*W)]


@wrong(
    "transpose-convention",
    fails=(
        "check_row_times_matrix",
        "check_one_column_or_one_row",
        "check_three_matrices_three_vectors",
        "check_sizes_that_do_not_fit",
        "check_matrices_serve_every_token",
    ),
    replaces="vec_mat",
)
def matrix_times_column(x, W):
    """Multiplies x with the rows of W."""
    if len(W[0]) != len(x):
        raise ValueError
    return [sum(w * xi for w, xi in zip(row, x)) for row in W]


@wrong(
    "transpose-convention",
    fails=(
        "check_row_times_matrix",
        "check_one_column_or_one_row",
        "check_three_matrices_three_vectors",
        "check_sizes_that_do_not_fit",
        "check_matrices_serve_every_token",
    ),
    replaces="vec_mat",
)
def matrix_times_column_loop(x, W):
    """Lets i run over the rows of W and j over x."""
    out = []
    for i in range(len(W)):
        if len(W[i]) != len(x):
            raise ValueError("sizes")
        total = 0
        for j in range(len(x)):
            total += W[i][j] * x[j]
        out.append(total)
    return out


@wrong("slip-shapes", fails=("check_sizes_that_do_not_fit",), replaces="vec_mat")
def zip_hides_the_rest(x, W):
    """zip drops what is left over, so any sizes seem to fit."""
    return [sum(a * row[j] for a, row in zip(x, W)) for j in range(len(W[0]))]


@wrong("slip-shapes", fails=("check_sizes_that_do_not_fit",), replaces="vec_mat")
def zip_hides_the_rest_loop(x, W):
    """Runs to the shorter of the two."""
    out = [0] * len(W[0])
    for i in range(min(len(x), len(W))):
        for j in range(len(out)):
            out[j] += x[i] * W[i][j]
    return out


@wrong("slip-shapes", fails=("check_sizes_that_do_not_fit",), replaces="vec_mat")
def another_exception(x, W):
    """Indexes past the end instead of saying ValueError."""
    return [sum(x[i] * W[i][j] for i in range(max(len(x), len(W)))) for j in range(len(W[0]))]


@wrong("slip-shapes", fails=("check_sizes_that_do_not_fit",), replaces="vec_mat")
def only_too_long(x, W):
    """Notices a row that is too long, but not one that is too short."""
    if len(x) > len(W):
        raise ValueError("x is too long")
    return product(x, W)


@wrong("slip-shapes", fails=("check_one_column_or_one_row",), replaces="vec_mat")
def bare_number(x, W):
    """Gives a bare number where the list has one entry."""
    if len(x) != len(W):
        raise ValueError
    out = product(x, W)
    return out[0] if len(out) == 1 else out


@wrong(
    "slip-formula",
    fails=("check_row_times_matrix", "check_one_column_or_one_row", "check_three_matrices_three_vectors"),
    replaces="vec_mat",
)
def no_sum(x, W):
    """Multiplies element by element along the diagonal and adds nothing up."""
    if len(x) != len(W):
        raise ValueError
    return [x[min(j, len(x) - 1)] * W[min(j, len(x) - 1)][j] for j in range(len(W[0]))]


@wrong(
    "slip-off-by-one",
    fails=("check_row_times_matrix", "check_one_column_or_one_row", "check_three_matrices_three_vectors"),
    replaces="vec_mat",
)
def skips_the_last_row(x, W):
    """Leaves the last number of x out of the sums."""
    if len(x) != len(W):
        raise ValueError
    return [sum(x[i] * W[i][j] for i in range(len(x) - 1)) for j in range(len(W[0]))]


@wrong(
    "transpose-convention",
    fails=("check_row_times_matrix",),
    replaces="vec_mat",
    part_of="square_tables_by_rows",
)
def takes_square_tables_by_rows(x, W):
    """Takes the rows of W where they fit as well as the columns: wrong for square matrices only."""
    if len(x) != len(W):
        raise ValueError
    if len(W[0]) == len(x):
        return [sum(w * xi for w, xi in zip(row, x)) for row in W]
    return product(x, W)


@wrong(
    "transpose-convention",
    fails=("check_row_times_matrix",),
    replaces="qkv_one",
    part_of="square_tables_by_rows",
)
def three_products_of_its_own(x, W_Q, W_K, W_V):
    """Works the three vectors out without vec_mat."""
    return product(x, W_Q), product(x, W_K), product(x, W_V)


@wrong(
    "qkv-same-vector",
    fails=("check_three_matrices_three_vectors",),
    replaces="qkv_one",
)
def one_matrix_for_all(x, W_Q, W_K, W_V):
    """Makes all three vectors with W_Q."""
    return vec_mat(x, W_Q), vec_mat(x, W_Q), vec_mat(x, W_Q)  # noqa: F821


@wrong(
    "qkv-same-vector",
    fails=("check_three_matrices_three_vectors",),
    replaces="qkv_one",
)
def one_matrix_three_copies(x, W_Q, W_K, W_V):
    """Makes the query and copies it twice."""
    q = product(x, W_Q)
    return q, list(q), q[:]


@wrong(
    "qkv-same-vector",
    fails=("check_three_matrices_three_vectors",),
    replaces="qkv_one",
)
def value_is_the_embedding(x, W_Q, W_K, W_V):
    """Passes the embedding itself on as the value."""
    return vec_mat(x, W_Q), vec_mat(x, W_K), list(x)  # noqa: F821


@wrong(
    "qkv-same-vector",
    fails=("check_three_matrices_three_vectors",),
    replaces="qkv_one",
)
def value_is_the_embedding_loop(x, W_Q, W_K, W_V):
    """Uses two matrices and leaves the third aside."""
    made = [product(x, W) for W in (W_Q, W_K)]
    return (*made, [number for number in x])


@wrong(
    "slip-order",
    fails=("check_three_matrices_three_vectors",),
    replaces="qkv_one",
)
def key_and_value_exchanged(x, W_Q, W_K, W_V):
    """Takes W_V for the key and W_K for the value."""
    return vec_mat(x, W_Q), vec_mat(x, W_V), vec_mat(x, W_K)  # noqa: F821


@wrong(
    "slip-order",
    fails=("check_three_matrices_three_vectors",),
    replaces="qkv_one",
)
def key_and_value_exchanged_dict(x, W_Q, W_K, W_V):
    """Lists the three in the order query, value, key."""
    made = {name: product(x, W) for name, W in (("q", W_Q), ("k", W_K), ("v", W_V))}
    return made["q"], made["v"], made["k"]


@wrong(
    "slip-order",
    fails=("check_three_matrices_three_vectors",),
    replaces="qkv_one",
)
def key_first(x, W_Q, W_K, W_V):
    """Returns key, query, value."""
    return vec_mat(x, W_K), vec_mat(x, W_Q), vec_mat(x, W_V)  # noqa: F821


KNOWN = {}


@wrong("slip-mutates-input", fails=("check_matrices_serve_every_token",), replaces="vec_mat")
def remembers_the_product(x, W):
    """Hands out the very list that it gave before: who changes the one changes the other."""
    if len(x) != len(W):
        raise ValueError
    known = (tuple(x), tuple(map(tuple, W)))
    if known not in KNOWN:
        KNOWN[known] = product(x, W)
    return KNOWN[known]


@wrong("slip-mutates-input", fails=("check_matrices_serve_every_token",), replaces="vec_mat")
def multiplies_in_place(x, W):
    """Multiplies the rows of the matrix in place before adding them up."""
    if len(x) != len(W):
        raise ValueError
    for i in range(len(x)):
        for j in range(len(W[i])):
            W[i][j] *= x[i]
    return [sum(column) for column in zip(*W)]


@wrong("slip-mutates-input", fails=("check_matrices_serve_every_token",), replaces="vec_mat")
def adds_into_the_first_row(x, W):
    """Collects the sums in the first row of the matrix."""
    if len(x) != len(W):
        raise ValueError
    total = W[0]
    for j in range(len(total)):
        total[j] = sum(x[i] * W[i][j] for i in range(len(x)))
    return list(total)


@wrong("slip-mutates-input", fails=("check_three_matrices_three_vectors", "check_matrices_serve_every_token"), replaces="vec_mat")
def eats_the_token(x, W):
    """Pops the numbers out of x: the key finds nothing left."""
    if len(x) != len(W):
        raise ValueError
    out = [0] * len(W[0])
    for row in reversed(W):
        number = x.pop()
        out = [o + number * w for o, w in zip(out, row)]
    return out


@wrong("slip-shapes", fails=("check_sizes_that_do_not_fit",), replaces="vec_mat")
def another_exception_columns(x, W):
    """Lets the missing entry raise what it raises."""
    out = []
    for j in range(len(W[0])):
        total = 0
        for i in range(len(x) if len(x) > len(W) else len(W)):
            total += W[i][j] * x[i]
        out.append(total)
    return out


@wrong("slip-shapes", fails=("check_one_column_or_one_row",), replaces="vec_mat")
def bare_number_short(x, W):
    """Unpacks a list of one."""
    if len(x) - len(W):
        raise ValueError("sizes")
    if len(W[0]) > 1:
        return product(x, W)
    (only,) = product(x, W)
    return only


@wrong(
    "slip-formula",
    fails=("check_row_times_matrix", "check_one_column_or_one_row", "check_three_matrices_three_vectors"),
    replaces="vec_mat",
)
def no_sum_last(x, W):
    """Takes one product for each place."""
    if len(x) != len(W):
        raise ValueError("sizes")
    out = []
    for j, _ in enumerate(W[0]):
        i = j if j < len(x) else len(x) - 1
        out.append(x[i] * W[i][j])
    return out


@wrong(
    "slip-off-by-one",
    fails=("check_row_times_matrix", "check_one_column_or_one_row", "check_three_matrices_three_vectors"),
    replaces="vec_mat",
)
def skips_the_last_row_slice(x, W):
    """Cuts one row off too many."""
    if len(x) != len(W):
        raise ValueError("sizes")
    out = [0] * len(W[0])
    for number, row in zip(x[:-1], W[:-1]):
        out = [o + number * w for o, w in zip(out, row)]
    return out


@wrong(
    "slip-order",
    fails=("check_three_matrices_three_vectors",),
    replaces="qkv_one",
)
def key_first_dict(x, W_Q, W_K, W_V):
    """Sorts the three by name."""
    made = {"q": product(x, W_Q), "k": product(x, W_K), "v": product(x, W_V)}
    return tuple(made[name] for name in ("k", "q", "v"))


@wrong("slip-mutates-input", fails=("check_three_matrices_three_vectors", "check_matrices_serve_every_token"), replaces="vec_mat")
def eats_the_token_front(x, W):
    """Takes the numbers out of x from the front."""
    if len(x) != len(W):
        raise ValueError("sizes")
    out = [0] * len(W[0])
    for row in W:
        number = x.pop(0)
        for j in range(len(out)):
            out[j] += number * row[j]
    return out


@wrong(
    "transpose-convention",
    fails=("check_row_times_matrix",),
    replaces="vec_mat",
    part_of="square_tables_turned",
)
def turns_square_tables(x, W):
    """Turns a square table before it takes the columns."""
    if len(x) != len(W):
        raise ValueError("sizes")
    columns = list(zip(*W))
    if len(columns) == len(W):
        columns = W
    return [sum(map(lambda a, b: a * b, x, column)) for column in columns]


@wrong(
    "transpose-convention",
    fails=("check_row_times_matrix",),
    replaces="qkv_one",
    part_of="square_tables_turned",
)
def three_products_by_loop(x, W_Q, W_K, W_V):
    """Multiplies without vec_mat."""
    made = []
    for W in (W_Q, W_K, W_V):
        made.append(product(x, W))
    return tuple(made)


@wrong("slip-mutates-input", fails=("check_matrices_serve_every_token",), replaces="vec_mat")
def once_is_itself(x, W):
    """Hands out the row of the matrix where it is only counted once."""
    if len(x) != len(W):
        raise ValueError
    return W[0] if x == [1] else product(x, W)


@wrong("slip-mutates-input", fails=("check_matrices_serve_every_token",), replaces="vec_mat")
def skips_factors_of_one(x, W):
    """Multiplies a row only if its number is not 1, and begins the sum with the first row as it is."""
    if len(x) != len(W):
        raise ValueError("sizes")
    rows = [row if number == 1 else [number * w for w in row] for number, row in zip(x, W)]
    total = rows[0]
    for row in rows[1:]:
        total = [t + r for t, r in zip(total, row)]
    return total


@wrong("slip-formula", fails=("check_row_times_matrix",), replaces="vec_mat")
def drops_the_zeros_first(x, W):
    """Leaves zeros out of the row before pairing it with the rows of the matrix, which moves the others up."""
    if len(x) != len(W):
        raise ValueError
    numbers = [a for a in x if a != 0]
    return [sum(a * b for a, b in zip(numbers, column)) for column in zip(*W)]


@wrong("slip-formula", fails=("check_row_times_matrix",), replaces="vec_mat")
def drops_the_zeros_first_loop(x, W):
    """Counts the rows of the matrix on only where there was something to multiply."""
    if len(x) != len(W):
        raise ValueError("sizes")
    out, i = [0] * len(W[0]), 0
    for number in x:
        if number == 0:
            continue
        out = [o + number * w for o, w in zip(out, W[i])]
        i += 1
    return out
