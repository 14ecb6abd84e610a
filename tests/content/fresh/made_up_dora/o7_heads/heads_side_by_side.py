import math
from collections import OrderedDict, namedtuple

Head = namedtuple("Head", "W_Q W_K W_V")
Out = namedtuple("Out", "A output")


def _mul(A, B):
    return [[math.fsum(a * b for a, b in zip(r, c)) for c in zip(*B)] for r in A]


class Attention:
    def __init__(self, head):
        self.head = head

    def softmax(self, s):
        top = max(s)
        e = [math.exp(x - top) for x in s]
        return [x / sum(e) for x in e]

    def __call__(self, X):
        Q, K, V = (_mul(X, W) for W in self.head)
        root = math.sqrt(len(self.head.W_Q[0]))
        A = [self.softmax([x / root for x in r]) for r in _mul(Q, list(zip(*K)))]
        return Out(A, _mul(A, V))


def one_head(X, W_Q, W_K, W_V):
    return Attention(Head(W_Q, W_K, W_V))(X)


def side_by_side(X, heads):
    rows = [[] for _ in X]
    for h in heads:
        for row, part in zip(rows, one_head(X, *h).output):
            row += part
    return rows


def focus(A, tokens):
    return OrderedDict((t, max(zip(r, range(0, -len(r), -1), tokens))[2]) for t, r in zip(tokens, A))
