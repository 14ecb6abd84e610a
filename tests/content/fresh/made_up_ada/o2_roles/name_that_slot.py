import numpy as np


# Given: do not change.
def mystery(a, b, c):
    """Attention whose slots are shuffled: here a is the key, b the value and c the query. One to try your function on."""
    scores = c @ a.T / np.sqrt(a.shape[1])
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True) @ b


def moved_rows(before, after):
    rows = []
    for i in range(len(before)):
        if np.max(np.abs(before[i] - after[i])) > 1e-10:
            rows.append(i)
    return rows


def name_slots(f, n, d, rng):
    tables = [rng.standard_normal((n, d)) for _ in range(3)]

    def ask(changed):
        return np.array(f(changed[0].copy(), changed[1].copy(), changed[2].copy()))

    base = ask(tables)
    value = None
    for slot in range(3):
        changed = [t.copy() for t in tables]
        changed[slot] = 2 * changed[slot]
        if np.max(np.abs(ask(changed) - 2 * base)) < 1e-9:
            value = slot
    rest = [slot for slot in range(3) if slot != value]
    counts = []
    for slot in rest:
        changed = [t.copy() for t in tables]
        changed[slot][0] = rng.standard_normal(d)
        counts.append(len(moved_rows(base, ask(changed))))
    if counts[0] < counts[1]:
        query, key = rest[0], rest[1]
    else:
        query, key = rest[1], rest[0]
    return {"query": query, "key": key, "value": value}
