# -*- coding: utf-8 -*-
import numpy as np


# Given: do not change.
def mystery(a, b, c):
    """Attention whose slots are shuffled: here a is the key, b the value and c the query. One to try your function on."""
    scores = c @ a.T / np.sqrt(a.shape[1])
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True) @ b


def name_slots(f, n, d, rng):
    """Wert: linear. Frage: zeilenweise."""
    T = [np.asfortranarray(rng.standard_normal((n, d))) for _ in "QKV"]
    Y = f(*T)
    verdoppelt = np.array([np.max(np.abs(f(*[2 * t if i == j else t for j, t in enumerate(T)]) - 2 * Y)) for i in range(3)])
    wert = verdoppelt.argmin()

    def andere(i):
        neu = [t.copy() for t in T]
        neu[i][-1] = rng.standard_normal(d)
        return (np.abs(f(*neu) - Y).max(axis=1) > 1e-9).sum()

    reste = [i for i in range(3) if i != wert]
    anzahl = [andere(i) for i in reste]
    frage = reste[int(np.argmin(anzahl))]
    return {"query": np.int64(frage), "key": np.int64(3 - frage - wert), "value": wert}
