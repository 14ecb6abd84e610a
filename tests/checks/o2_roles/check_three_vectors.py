"""Checks of three-vectors."""

from grader.checks.api import all_of, call, cases, expect_raises, fresh, unchanged


@cases()
def check_row_times_matrix(draw):
    """Number j of the result is the sum of x_i times W[i][j] over all i, for any number of rows and columns."""
    d, m = draw.sizes("d m", 2, 7)
    return [
        call("vec_mat", [2, 1], [[1, 2], [0, 5]], public_=True),
        call("vec_mat", draw.normal(d).tolist(), draw.normal(d, m).tolist()),
        call("vec_mat", draw.normal(m).tolist(), draw.normal(m, d).tolist()),
        call("vec_mat", draw.normal(d).tolist(), draw.normal(d, d).tolist()),
        call("vec_mat", [draw.whole(1, 3), 0, *draw.integers(d).tolist()], draw.integers(d + 2, m).tolist()),
        call("vec_mat", draw.normal(60).tolist(), draw.normal(60, m).tolist()),
    ]


@cases()
def check_one_column_or_one_row(draw):
    """A matrix with one column gives a list with one number, and a single number can be multiplied too."""
    d, m = draw.sizes("d m", 2, 7)
    return [
        call("vec_mat", draw.normal(d).tolist(), draw.normal(d, 1).tolist()),
        call("vec_mat", [draw.number(1, 2)], draw.normal(1, m).tolist()),
        call("vec_mat", [draw.number(1, 2)], [[draw.number(2, 3)]]),
    ]


@cases()
def check_three_matrices_three_vectors(draw):
    """Query, key and value come in this order, each from its own matrix; the value may be longer or shorter."""
    d, d_k, d_v = draw.sizes("d d_k d_v", 2, 8)
    x = draw.normal(d).tolist()
    W_Q, W_K = draw.normal(d, d_k).tolist(), draw.normal(d, d_k).tolist()
    return [
        call("qkv_one", [2, 1], [[1, 0], [1, 1]], [[0, 1], [2, 0]], [[1, 0, 2], [0, 1, 0]], public_=True),
        call("qkv_one", x, W_Q, W_K, draw.normal(d, d_v).tolist()),
        call("qkv_one", x, W_Q, W_K, draw.normal(d, d_k).tolist()),
        call("qkv_one", draw.normal(d).tolist(), draw.normal(d, d).tolist(), draw.normal(d, d).tolist(), draw.normal(d, d).tolist()),
    ]


def check_sizes_that_do_not_fit(submission, draw):
    """A row that is too long or too short for the matrix is a ValueError."""
    d, m = draw.sizes("d m", 3, 7)
    W = draw.normal(d, m).tolist()
    for length in (d - 1, d + 1, m, 1):
        expect_raises(submission, ValueError, "vec_mat", draw.normal(length).tolist(), W)


@cases(compare=all_of(unchanged(), fresh()))
def check_matrices_serve_every_token(draw):
    """The token and the matrices are the same after the call, and the result is new each time: the next token finds them unchanged."""
    d, d_k, d_v = draw.sizes("d d_k d_v", 2, 8)
    matrices = [draw.normal(d, k).tolist() for k in (d_k, d_k, d_v)]
    x = draw.normal(d).tolist()
    return [*(call("qkv_one", x, *matrices) for _ in range(2)), call("vec_mat", [1], draw.normal(1, d_k).tolist())]
