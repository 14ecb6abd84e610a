"""Mask it and count the zeros.

A model that learns to write must not look at the words still to come. So before the softmax, the score of every later token is
replaced by minus infinity: e^(-infinity) is 0, its weight is exactly 0, and the rest of the row still adds up to 1. Rebuild
self-attention with and without this causal mask, then count the zeros it makes: 6 for 4 tokens, but how many for n?

    Q = X W_Q,  K = X W_K,  V = X W_V                     rows are tokens
    A = softmax of q_i·k_j / √d_k, row by row             d_k = number of columns of W_Q
    causal: j > i is closed; row i may see 0, 1, …, i     (itself included; count from 0)
    output = A V

    causal_allowed(3)  ->  [[True, False, False], [True, True, False], [True, True, True]]
    self_attention([[1.0], [0.0]], [[1.0]], [[1.0]], [[2.0]], True)  ->  ([[1.0, 0.0], [0.5, 0.5]], [[2.0], [1.0]])
    count_zeros([[1.0, 1e-9], [0, 0.0]])  ->  2
    zeros_for(4)  ->  6

Good to know
- Shapes: X (n, d_model), W_Q and W_K (d_model, d_k), W_V (d_model, d_v). All are nested lists, and so are A (n, n) and output (n, d_v).
- Return A first, then the output. Without the mask nothing is closed.
- A closed cell has weight exactly 0. Scores may be ten thousands, of either sign, those of later tokens too.
- count_zeros counts the cells that are exactly 0, wherever they stand.
- zeros_for is a formula: it must answer at once, and exactly, for a trillion tokens. Floats have about 16 digits; whole numbers have all.
- Leave your inputs as they are.
- You may use `from o3_weights.softmax_by_hand import softmax` and `from o3_weights.one_query import attend_one`, or write your own.
- Plain Python: no numpy here.
"""


def causal_allowed(n):
    """The grid of the causal mask: n rows of n bools, True where row i may look at column j."""
    # TODO: row i, column j. Which columns stand before i, which after?
    raise NotImplementedError


def self_attention(X, W_Q, W_K, W_V, causal=False):
    """Weights A (n, n) and output (n, d_v) of self-attention, with the causal mask if `causal`."""
    # TODO: project, score, scale, close what is later, softmax, blend. Closing comes before the softmax.
    raise NotImplementedError


def count_zeros(A):
    """How many cells of the table A are exactly 0."""
    # TODO: go through all cells.
    raise NotImplementedError


def zeros_for(n):
    """How many zeros the causal mask makes in a table of n tokens, by a formula."""
    # TODO: the first row has n - 1 of them, the last has none.
    raise NotImplementedError
