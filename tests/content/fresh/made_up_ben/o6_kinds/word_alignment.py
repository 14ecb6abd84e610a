import numpy as np


def align(A, tgt_words, src_words, floor: float = 0.0):
    A = np.asarray(A)
    return [(t, src_words[j] if top >= floor else None) for t, j, top in zip(tgt_words, A.argmax(1), A.max(1))]


def crossings(A) -> int:
    c = np.argmax(A, axis=1)
    return int(np.count_nonzero(np.triu(c[:, None] > c, 1)))
