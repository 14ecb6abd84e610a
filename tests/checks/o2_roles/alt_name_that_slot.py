"""Other correct ways of name-that-slot."""

import itertools

import numpy as np

from grader.checks.variants import alternative


@alternative("common shift", replaces="name_slots")
def common_shift(f, n, d, rng):
    """The same vector added to all rows: keys change nothing, values exactly that vector, queries the rest."""
    tables = [rng.normal(size=(n, d)) for _ in range(3)]
    base = f(*tables)
    shift = rng.normal(size=d)
    roles = {}
    for i in range(3):
        moved = list(tables)
        moved[i] = moved[i] + shift
        change = f(*moved) - base
        if np.max(np.abs(change)) < 1e-8:
            roles["key"] = i
        elif np.max(np.abs(change - shift)) < 1e-8:
            roles["value"] = i
        else:
            roles["query"] = i
    return roles


@alternative("tries all six orders", replaces="name_slots")
def six_orders(f, n, d, rng):
    """Works attention out itself for every order and keeps the one that agrees."""
    tables = [rng.standard_normal((n, d)) for _ in range(3)]
    out = f(*tables)
    for q, k, v in itertools.permutations(range(3)):
        s = tables[q] @ tables[k].T / np.sqrt(d)
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        if np.allclose(e @ tables[v] / e.sum(axis=-1, keepdims=True), out):
            return {"query": q, "key": k, "value": v}
    raise AssertionError("no order fits")


@alternative("zeros and ones", replaces="name_slots")
def zeros_and_ones(f, n, d, rng):
    """No random numbers: with zeros everywhere but one slot only the values come through."""
    zero = np.zeros((n, d))
    probe = np.linspace(-1, 1, n * d).reshape(n, d)
    value = None
    for i in range(3):
        inputs = [zero, zero, zero]
        inputs[i] = probe
        if np.abs(f(*inputs)).max() > 1e-12 or np.allclose(probe.mean(axis=0), 0) and np.allclose(f(*inputs), probe.mean(axis=0)):
            candidates = [zero, zero, zero]
            candidates[i] = np.ones((n, d))
            if np.allclose(f(*candidates), 1):
                value = i
    others = [i for i in range(3) if i != value]
    inputs = [None, None, None]
    inputs[value] = np.arange(n)[:, None] * np.ones((1, d))
    same_rows = np.ones((n, d))
    inputs[others[0]], inputs[others[1]] = same_rows, np.arange(n * d).reshape(n, d) / (n * d)
    out = f(*inputs)
    is_plain_average = np.allclose(out, (n - 1) / 2)  # equal keys: everybody gets the plain average
    key = others[0] if is_plain_average else others[1]
    query = others[1] if is_plain_average else others[0]
    return dict(query=query, key=key, value=value)


@alternative("which rows move", replaces="name_slots")
def which_rows_move(f, n, d, rng):
    """Row 0 of the query moves one row; the value is the slot that is linear."""
    x = rng.uniform(-1, 1, size=(3, n, d))
    y = f(x[0], x[1], x[2])
    roles = {}
    rest = []
    for i in range(3):
        z = x.copy()
        z[i] = 0
        if not f(*z).any():
            roles["value"] = np.int64(i)
        else:
            rest.append(i)
    for i in rest:
        z = x.copy()
        z[i, 0] = -z[i, 0] + 0.3
        rows = np.abs(f(*z) - y).max(axis=1) > 1e-12
        roles["query" if not rows[1:].any() else "key"] = i
    return roles


@alternative("class with counter", replaces="name_slots")
def prober(f, n, d, rng):
    """An object that remembers its calls."""

    class Prober:
        def __init__(self):
            self.x = [rng.standard_normal((n, d)) * 0.7 for _ in range(3)]
            self.y = f(*self.x)

        def with_slot(self, i, change):
            return f(*[change(t.copy()) if i == j else t.copy() for j, t in enumerate(self.x)])

        def is_value(self, i):
            return np.allclose(self.with_slot(i, lambda t: -t), -self.y)

        def is_query(self, i):
            def swap(t):
                t[[0, 1]] = t[[1, 0]]
                return t

            out = self.with_slot(i, swap)
            return np.allclose(out[0], self.y[1]) and np.allclose(out[1], self.y[0])

    p = Prober()
    value = [i for i in range(3) if p.is_value(i)][0]
    query = [i for i in range(3) if i != value and p.is_query(i)][0]
    return {"value": value, "query": query, "key": ({0, 1, 2} - {value, query}).pop()}


@alternative("fresh", replaces="name_slots")
def fresh(f, n, d, rng):
    """Doubles each slot, then replaces the first row of each slot, and fills a dict at the end."""
    a = rng.standard_normal((n, d)) / 2
    b = rng.standard_normal((n, d)) / 2
    c = rng.standard_normal((n, d)) / 2
    normal = f(a, b, c)
    doubled = [f(2 * a, b, c), f(a, 2 * b, c), f(a, b, 2 * c)]
    value = -1
    for slot in range(3):
        if np.sum(np.abs(doubled[slot] - 2 * normal)) < 1e-9 * n * d + 1e-10:
            value = slot
    a2, b2, c2 = a.copy(), b.copy(), c.copy()
    a2[0, :] = a2[0, :] + 1
    b2[0, :] = b2[0, :] + 1
    c2[0, :] = c2[0, :] + 1
    outputs = [f(a2, b, c), f(a, b2, c), f(a, b, c2)]
    query = key = -1
    for slot in range(3):
        if slot == value:
            continue
        moved = 0
        for row in range(1, n):
            if np.max(np.abs(outputs[slot][row] - normal[row])) > 1e-12:
                moved = moved + 1
        if moved == 0:
            query = slot
        else:
            key = slot
    answer = {}
    answer["query"] = query
    answer["key"] = key
    answer["value"] = value
    return answer
