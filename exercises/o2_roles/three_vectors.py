"""One embedding, three vectors.

Every token makes three vectors from its one embedding: a query (what it looks for), a key (what it offers) and a value (what it passes
on). Each is the embedding, a row of d numbers, times a matrix of its own.

    (x W)_j = sum over i of x_i * W[i][j]         x has d numbers, W has d rows; the result has as many numbers as W has columns
    q = x W_Q        k = x W_K        v = x W_V

    vec_mat([2, 1], [[1, 2], [0, 5]])  ->  [2, 9]
    qkv_one([2, 1], [[1, 0], [1, 1]], [[0, 1], [2, 0]], [[1, 0, 2], [0, 1, 0]])  ->  ([3, 1], [2, 2], [2, 1, 4])

Good to know
- A matrix is a list of rows. It need not be square, and it has at least one row and one column. A result is always a new list.
- x and W do not fit when len(x) differs from the number of rows of W, too long or too short: raise ValueError.
- W_Q and W_K have equally many columns; W_V may have more or fewer.
- x and the matrices stay as they are: the same matrices serve every token.
- Plain Python: numpy is not allowed here.
"""


def vec_mat(x, W):
    """The row x (d numbers) times the matrix W (d rows): a list with one number per column of W."""
    # TODO: look at the sizes first. [2, 1] times [[1, 2], [0, 5]] is [2*1 + 1*0, 2*2 + 1*5] = [2, 9].
    raise NotImplementedError


def qkv_one(x, W_Q, W_K, W_V):
    """The query, the key and the value of the token x, as a tuple of three lists."""
    # TODO: three products with three different matrices.
    raise NotImplementedError
