"""Split and join.

Multi-head attention shares out the width, not the sentence: every head gets a slice of each token's numbers, and all the tokens.
With d numbers per token and h heads, head 0 takes the first d/h numbers of every token, head 1 the next d/h, and so on. Afterwards the
slices are put back end to end, in the same order.

    split_heads:  X (..., n, d)     ->  (..., h, n, d/h)       one table of n rows per head
    join_heads:   Y (..., h, n, k)  ->  (..., n, h*k)          the way back: one row per token again

The dots stand for any number of further axes in front (sentences of a batch, say); they stay where they are.

    split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2)  ->  [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]

Good to know
- Numbers of different tokens must never mix: with one token or one head many a wrong way looks right, so try two of each.
- Unless h divides d, split_heads raises ValueError.
- X and Y may arrive as nested lists: start with np.asarray. Return arrays; X and Y stay as they are.
- The result may share its memory with the input here: a view made by reshape or swapaxes is fine.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def split_heads(X, h):
    """Cut every row of X into h neighbouring slices: (..., n, d) becomes (..., h, n, d/h)."""
    # TODO: write down which numbers of token 0 and of token 1 head 0 must get; then choose the axes.
    raise NotImplementedError


def join_heads(Y):
    """Put the heads' slices of every token end to end: (..., h, n, k) becomes (..., n, h*k)."""
    # TODO: the mirror image of split_heads.
    raise NotImplementedError
