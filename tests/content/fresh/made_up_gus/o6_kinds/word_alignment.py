import numpy as np


def align(A, tgt_words, src_words, floor=0.0):
    src = np.array(src_words)
    best = A.argmax(axis=1)
    return [(np.str_(t), s if v >= floor else None) for t, s, v in zip(tgt_words, src[best], A.max(axis=1))]


def crossings(A):
    c = A.argmax(axis=1)
    return np.sum([(c[i] > c[i + 1 :]).sum() for i in range(len(c))], dtype=int)
