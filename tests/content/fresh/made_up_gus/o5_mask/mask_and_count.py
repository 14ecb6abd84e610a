import itertools
import math
from functools import lru_cache, partial


@lru_cache(maxsize=None)
def _grid(n):
    return tuple(tuple(j <= i for j in range(n)) for i in range(n))


def causal_allowed(n):
    return [list(r) for r in _grid(n)]


def self_attention(X, W_Q, W_K, W_V, causal=False):
    """One walk from the last row to the first."""
    proj = lambda W: [[math.fsum(a * W[i][j] for i, a in enumerate(x)) for j in range(len(W[0]))] for x in X]
    Q, K, V = map(proj, (W_Q, W_K, W_V))
    n = len(X)
    A = [None] * n
    for i in reversed(range(n)):
        s = [math.fsum(a * b for a, b in zip(Q[i], k)) / math.sqrt(len(k)) for k in K]
        seen = itertools.takewhile(lambda j: not causal or j <= i, range(n))
        e = dict.fromkeys(range(n), 0.0)
        top = max(s[: i + 1] if causal else s)
        for j in seen:
            e[j] = math.exp(s[j] - top)
        total = math.fsum(e.values())
        A[i] = [x / total for x in e.values()]
    return A, [[math.fsum(a * v[j] for a, v in zip(r, V)) for j in range(len(V[0]))] for r in A]


count_zeros = lambda A: len([x for x in itertools.chain(*A) if not x])
zeros_for = lru_cache(lambda n: math.comb(n, 2))
