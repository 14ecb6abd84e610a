"""Which slot is the query? Each role shows itself by what a change of its slot does to the output."""

import numpy as np


# Given: do not change.
def mystery(a, b, c):
    """Attention whose slots are shuffled: here a is the key, b the value and c the query. One to try your function on."""
    scores = c @ a.T / np.sqrt(a.shape[1])
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True) @ b


def name_slots(f, n, d, rng):
    """{"query": i, "key": j, "value": k}: which role each of the slots 0, 1, 2 of f plays, found in at most 12 calls."""
    tables = [rng.standard_normal((n, d)) for _ in range(3)]
    before = f(*tables)

    def changed(slot, table):
        return f(*(table if i == slot else tables[i] for i in range(3)))

    def same(out, other):
        return np.abs(out - other).max() < 1e-9

    # The output is a blend of the values: twice the values, twice the output.
    value = next(i for i in range(3) if same(changed(i, 2 * tables[i]), 2 * before))

    # Row 0 of the query is asked by token 0 alone; key 0 stands in everybody's scores.
    first, second = (i for i in range(3) if i != value)
    nudged = tables[first].copy()
    nudged[0] += 1
    if same(changed(first, nudged)[1:], before[1:]):
        return {"query": first, "key": second, "value": value}
    return {"query": second, "key": first, "value": value}
