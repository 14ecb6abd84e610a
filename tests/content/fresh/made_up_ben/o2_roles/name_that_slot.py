import numpy as np


# Given: do not change.
def mystery(a, b, c):
    """Attention whose slots are shuffled: here a is the key, b the value and c the query. One to try your function on."""
    scores = c @ a.T / np.sqrt(a.shape[1])
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True) @ b


def name_slots(f, n, d, rng):
    """{"query": i, "key": j, "value": k}: which role each of the slots 0, 1, 2 of f plays, found in at most 12 calls."""
    base = rng.standard_normal((3, n, d))
    out = np.array(f(*base.copy()))

    def poke(slot, edit):
        T = base.copy()
        T[slot] = edit(T[slot])
        return np.array(f(*T))

    value = min(range(3), key=lambda s: np.abs(poke(s, lambda t: 2 * t) - 2 * out).max())
    rest = {0, 1, 2} - {value}
    fresh = np.vstack([rng.standard_normal((1, d)), np.zeros((n - 1, d))])
    query = min(rest, key=lambda s: np.abs(poke(s, lambda t: t + fresh) - out)[1:].max())
    (key,) = rest - {query}
    return {"query": query, "key": key, "value": value}
