"""Reading an alignment off a table of attention weights."""

from itertools import combinations

import numpy as np


def align(A, tgt_words, src_words, floor=0.0):
    """For each target word a tuple of it and the source word it looks at most, or None if that weight is below `floor`."""
    pairs = []
    for i, word in enumerate(tgt_words):
        best = np.argmax(A[i])  # the first of equal weights
        pairs.append((word, src_words[best] if A[i][best] >= floor else None))
    return pairs


def crossings(A):
    """How many pairs of target words chose their source words in opposite order."""
    chosen = np.argmax(A, axis=1).tolist()
    return sum(upper > lower for upper, lower in combinations(chosen, 2))
