"""One embedding, three vectors: a row times three matrices."""


def vec_mat(x, W):
    """The row x (d numbers) times the matrix W (d rows): a list with one number per column of W."""
    if len(x) != len(W):
        raise ValueError("x needs one number per row of W")
    return [sum(x_i * w_ij for x_i, w_ij in zip(x, column)) for column in zip(*W)]


def qkv_one(x, W_Q, W_K, W_V):
    """The query, the key and the value of the token x, as a tuple of three lists."""
    return vec_mat(x, W_Q), vec_mat(x, W_K), vec_mat(x, W_V)
