"""Heads side by side.

One attention calculation gives each token one mix. A word has several relations at once, so let several calculations, called heads, run
side by side. Every head has its own three matrices and reads the whole sentence, and all of every token's numbers. What the heads find
is joined end to end, token by token: the numbers of head 0 first, then those of head 1, and so on.

    one head:    Q = X W_Q,  K = X W_K,  V = X W_V,   A = softmax of q_i·k_j / √d_k, row by row,   output = A V
    all heads:   row i of the result = row i of output 0, then row i of output 1, …

    side_by_side([[1.0], [0.0]], [([[0.0]], [[1.0]], [[2.0]]), ([[0.0]], [[1.0]], [[6.0, -4.0]])])  ->  [[1.0, 3.0, -2.0], [1.0, 3.0, -2.0]]
    focus([[0.7, 0.3], [0.5, 0.5]], ["she", "saw"])  ->  {"she": "she", "saw": "she"}

(Both queries of the first example are 0, so each head just averages: 2 and 0 give 1; 6 and 0 give 3; -4 and 0 give -2.)

Good to know
- Shapes: X (n, d_model), W_Q and W_K (d_model, d_k), W_V (d_model, d_v), A (n, n), output (n, d_v). All are nested lists.
- d_k is the number of columns of this head's W_Q. There is no mask here. Scores may be ten thousands, of either sign.
- one_head returns A first, then the output. heads is a list of tuples (W_Q, W_K, W_V). Heads may be of different widths, or just one.
- focus: A has one row per token, and all tokens differ. Of equal largest weights take the first.
- Leave your inputs as they are. Plain Python: no numpy here.
- One head is the self-attention of mask-and-count. Use it, or write your own: `from o5_mask.mask_and_count import self_attention`
"""


def one_head(X, W_Q, W_K, W_V):
    """Weights A (n, n) and output (n, d_v) of one head that reads the whole sentence."""
    # TODO: you have written this before; here nothing is masked.
    raise NotImplementedError


def side_by_side(X, heads):
    """The outputs of all heads, joined end to end for each token: n rows."""
    # TODO: first the outputs of all heads, then one row per token. How many numbers must a row have?
    raise NotImplementedError


def focus(A, tokens):
    """A dict: each token, and the token it attends to most."""
    # TODO: row i belongs to token i. Which column of that row holds the largest weight?
    raise NotImplementedError
