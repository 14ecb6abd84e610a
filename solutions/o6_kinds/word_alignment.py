"""Reading an alignment off a table of attention weights."""

import numpy as np


def align(A, tgt_words, src_words, floor=0.0):
    """For each target word a tuple of it and the source word it looks at most, or None if that weight is below `floor`."""
    pairs = []
    for word, row in zip(tgt_words, np.asarray(A), strict=True):
        best = int(np.argmax(row))  # the first of equal weights
        pairs.append((word, src_words[best] if row[best] >= floor else None))
    return pairs


def crossings(A):
    """How many pairs of target words chose their source words in opposite order."""
    chosen = np.argmax(A, axis=1)
    n = len(chosen)
    return sum(int(chosen[i] > chosen[k]) for i in range(n) for k in range(i + 1, n))
