from collections import namedtuple

import numpy as np

Link = namedtuple("Link", "target source")


class Alignment:
    def __init__(self, A):
        self.A = np.array(A)
        self.columns = [int(c) for c in self.A.argmax(-1)]

    @property
    def strengths(self):
        return self.A.max(-1)


def align(A, tgt_words, src_words, floor=0.0):
    a = Alignment(A)
    return [Link(t, src_words[c] if s >= floor else None) for t, c, s in zip(tgt_words, a.columns, a.strengths)]


def crossings(A):
    """Merge sort counts inversions."""

    def sort(xs):
        if len(xs) < 2:
            return xs, 0
        (a, x), (b, y) = sort(xs[: len(xs) // 2]), sort(xs[len(xs) // 2 :])
        out, z = [], x + y
        while a and b:
            if b[0] < a[0]:
                z += len(a)
                out.append(b.pop(0))
            else:
                out.append(a.pop(0))
        return out + a + b, z

    return sort(Alignment(A).columns)[1]
