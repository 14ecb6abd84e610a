from itertools import chain

from o5_mask.mask_and_count import self_attention


def one_head(X, W_Q, W_K, W_V):
    return self_attention(X, W_Q, W_K, W_V)


def side_by_side(X, heads):
    return [[*chain(*rows)] for rows in zip(*(one_head(X, *W)[1] for W in heads))]


def focus(A, tokens):
    return {t: max(zip(row, tokens), key=lambda pair: pair[0])[1] for t, row in zip(tokens, A)}
