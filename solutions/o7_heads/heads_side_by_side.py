"""Heads side by side: every head reads the whole sentence with its own matrices."""

from o5_mask.mask_and_count import self_attention


def one_head(X, W_Q, W_K, W_V):
    """Weights A (n, n) and output (n, d_v) of one head that reads the whole sentence."""
    A, output = self_attention(X, W_Q, W_K, W_V)
    return A, output


def side_by_side(X, heads):
    """The outputs of all heads, joined end to end for each token: n rows."""
    outputs = [one_head(X, W_Q, W_K, W_V)[1] for W_Q, W_K, W_V in heads]
    return [[number for output in outputs for number in output[i]] for i in range(len(X))]


def focus(A, tokens):
    """A dict: each token, and the token it attends to most."""
    return {token: tokens[row.index(max(row))] for token, row in zip(tokens, A)}
