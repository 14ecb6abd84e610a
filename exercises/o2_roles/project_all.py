"""All tokens at once.

Stack the tokens as rows of a table X, and three matrix products make all queries, keys and values in one go. The same three matrices
serve every position and every sentence of a batch.

    Q = X W_Q        K = X W_K        V = X W_V

    X (..., n, d)   W_Q, W_K (d, d_k)   W_V (d, d_v)      ->      Q, K (..., n, d_k)   V (..., n, d_v)

    project_qkv([[1, 2], [0, 1]], [[1, 1], [0, 2]], [[2, 0], [1, 1]], [[3, 0], [0, 1]])  ->  ([[1,5],[0,2]], [[4,2],[1,1]], [[3,2],[0,1]])

Good to know
- (..., n, d) means: the last two axes are n tokens and d numbers; there may be any number of axes in front, or none.
- Arguments may arrive as nested lists: start with np.asarray. Return arrays, three of them, as a tuple in the order Q, K, V.
- If all arrays are float32, so is the result; whole numbers are worked out as float64.
- d_v need not be d_k. One token is a table with one row, in the results too.
- What you return is new, and the arguments stay as they are.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    """The queries, keys and values of all tokens: (..., n, d_k), (..., n, d_k), (..., n, d_v)."""
    # TODO: rows are tokens. Which side must W stand on, so that rows stay rows?
    raise NotImplementedError
