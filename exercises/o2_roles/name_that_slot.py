"""Which slot is the query?

Somebody hands you an attention function whose three inputs have lost their labels. All three have the same shape, so the shapes give
nothing away. Feed it tables of your choice, and find out from what comes back which slot is the query, which the key, which the value.

    f(a, b, c) is softmax(Q Kᵀ / √d) V with Q, K, V = a, b, c in some order; no mask

    name_slots(mystery, 4, 3, np.random.default_rng(0))  ->  {'query': 2, 'key': 0, 'value': 1}

Good to know
- f takes three float arrays (n, d) and returns an array (n, d). n is at least 2, d at least 1. You cannot
  look inside f, only call it.
- Return a dict with the keys "query", "key" and "value"; the slots are counted from 0.
- You may call f at most 12 times.
- Take small numbers (standard normal, say): large ones make the softmax so sharp that it hardly answers any more.
- Compare finely: "the same" is a difference below 1e-9. (np.allclose lets more than that pass, unless you say rtol=0, atol=1e-9.)
- rng is a numpy.random.Generator for your random numbers. You need not use it.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


# Given: do not change.
def mystery(a, b, c):
    """Attention whose slots are shuffled: here a is the key, b the value and c the query. One to try your function on."""
    scores = c @ a.T / np.sqrt(a.shape[1])
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True) @ b


def name_slots(f, n, d, rng):
    """{"query": i, "key": j, "value": k}: which role each of the slots 0, 1, 2 of f plays, found in at most 12 calls."""
    # TODO: what happens to the output if one slot is doubled? And if only row 0 of a slot changes?
    raise NotImplementedError
