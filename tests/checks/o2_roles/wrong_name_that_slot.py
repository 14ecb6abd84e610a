"""Known wrong ways of name-that-slot."""

import numpy as np

from grader.checks.variants import wrong


def right(f, n, d, rng):
    """The right answer, to be spoilt."""
    x = [rng.standard_normal((n, d)) for _ in range(3)]
    before = f(*x)
    moved = []
    for i in range(3):
        y = [t.copy() for t in x]
        y[i] = y[i] * 2
        if np.allclose(f(*y), 2 * before):
            value = i
        y[i] = x[i].copy()
        y[i][0] += 1
        moved.append(np.abs(f(*y)[1:] - before[1:]).max())
    query = min((i for i in range(3) if i != value), key=lambda i: moved[i])
    return {"query": query, "key": 3 - query - value, "value": value}


@wrong(
    "qkv-same-vector",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def textbook_order(f, n, d, rng):
    """Takes it for granted that the slots come as query, key, value."""
    return {"query": 0, "key": 1, "value": 2}


@wrong(
    "qkv-same-vector",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def textbook_order_loop(f, n, d, rng):
    """Numbers the roles as they are usually written."""
    return {role: slot for slot, role in enumerate(("query", "key", "value"))}


@wrong(
    "blend-the-keys",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def key_is_blended(f, n, d, rng):
    """Thinks that the key is what gets blended."""
    found = right(f, n, d, rng)
    return {"query": found["query"], "key": found["value"], "value": found["key"]}


@wrong(
    "blend-the-keys",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def key_is_blended_doubling(f, n, d, rng):
    """Calls the slot that doubles the output the key."""
    x = [rng.normal(size=(n, d)) for _ in range(3)]
    before = f(*x)
    doubled = [f(*(2 * t if i == j else t for j, t in enumerate(x))) for i in range(3)]
    key = int(np.argmin([np.abs(out - 2 * before).max() for out in doubled]))
    rest = [i for i in range(3) if i != key]
    y = [t.copy() for t in x]
    y[rest[0]][0] -= 1
    is_query = np.abs(f(*y) - before)[1:].max() < 1e-9
    query, value = rest if is_query else rest[::-1]
    return {"query": query, "key": key, "value": value}


@wrong(
    "scores-symmetric",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def one_query_moves_every_row(f, n, d, rng):
    """Thinks that changing one query moves every row, and one key only its own."""
    found = right(f, n, d, rng)
    return {"query": found["key"], "key": found["query"], "value": found["value"]}


@wrong(
    "scores-symmetric",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def one_query_moves_every_row_shift(f, n, d, rng):
    """Takes the slot in which a common shift changes nothing for the query."""
    x = [rng.standard_normal((n, d)) for _ in range(3)]
    before = f(*x)
    roles = {}
    for i in range(3):
        y = list(x)
        y[i] = x[i] + np.ones(d)
        change = f(*y) - before
        if np.allclose(change, 0):
            roles["query"] = i
        elif np.allclose(change, 1):
            roles["value"] = i
        else:
            roles["key"] = i
    return roles


@wrong(
    "slip-order",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def roles_shifted(f, n, d, rng):
    """Finds the three and writes each one slot too far."""
    return {role: (slot + 1) % 3 for role, slot in right(f, n, d, rng).items()}


@wrong(
    "slip-off-by-one",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def counts_from_one(f, n, d, rng):
    """Counts the slots from 1."""
    return {role: slot + 1 for role, slot in right(f, n, d, rng).items()}


@wrong("slip-weak-test", fails=("check_two_tokens",), replaces="name_slots")
def looks_at_the_third_row(f, n, d, rng):
    """Looks at the rows from the third on: with two tokens there is nothing to see."""
    x = [rng.standard_normal((n, d)) for _ in range(3)]
    before = f(*x)
    value = next(i for i in range(3) if np.allclose(f(*(2 * t if i == j else t for j, t in enumerate(x))), 2 * before))
    for i in range(2, -1, -1):
        y = [t.copy() for t in x]
        y[i][0] += 1
        if i != value and np.allclose(f(*y)[2:], before[2:]):
            return {"query": i, "key": 3 - i - value, "value": value}
    return {}


@wrong("slip-weak-test", fails=("check_large_tables",), replaces="name_slots")
def numbers_that_grow(f, n, d, rng):
    """Feeds numbers that grow with the table: large tables saturate the softmax, and the key stops answering."""
    base = np.arange(n * d).reshape(n, d)
    x = [np.sin(base + 7.0 * i) * max(0.5, (n * d / 30) ** 3) for i in range(3)]
    before = f(*x)
    value = next(i for i in range(3) if np.allclose(f(*(2 * t if i == j else t for j, t in enumerate(x))), 2 * before))
    for i in range(2, -1, -1):
        y = [t.copy() for t in x]
        y[i][0] += 1
        if i != value and np.allclose(f(*y)[1:], before[1:]):
            return {"query": i, "key": 3 - i - value, "value": value}
    return {}


@wrong("slip-quadratic", fails=("check_at_most_twelve_calls",), replaces="name_slots")
def nudges_every_row(f, n, d, rng):
    """Nudges every row of every slot."""
    x = [rng.standard_normal((n, d)) for _ in range(3)]
    before = f(*x)
    value = next(i for i in range(3) if np.allclose(f(*(2 * t if i == j else t for j, t in enumerate(x))), 2 * before))
    moved = {}
    for i in range(3):
        moved[i] = 0.0
        for row in range(n):
            y = [t.copy() for t in x]
            y[i][row] += 1
            change = np.abs(f(*y) - before)
            change[row] = 0
            moved[i] = max(moved[i], change.max())
    query = min((i for i in range(3) if i != value), key=moved.get)
    return {"query": query, "key": 3 - query - value, "value": value}


@wrong("slip-quadratic", fails=("check_at_most_twelve_calls",), replaces="name_slots")
def asks_again_and_again(f, n, d, rng):
    """Makes sure by asking eight times."""
    answers = [right(f, n, d, rng) for _ in range(8)]
    return answers[-1]


@wrong(
    "slip-order",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def roles_shifted_list(f, n, d, rng):
    """Reads its own list from the wrong place."""
    found = right(f, n, d, rng)
    slots = [found[role] for role in ("query", "key", "value")]
    slots = [0 if slot == 2 else slot + 1 for slot in slots]
    return {"query": slots[0], "key": slots[1], "value": slots[2]}


@wrong(
    "slip-off-by-one",
    fails=("check_all_six_orders", "check_two_tokens", "check_large_tables", "check_at_most_twelve_calls"),
    replaces="name_slots",
)
def counts_from_one_enumerate(f, n, d, rng):
    """Numbers the slots 1, 2, 3."""
    role_of = {slot: role for role, slot in right(f, n, d, rng).items()}
    return {role_of[slot]: number for number, slot in enumerate((0, 1, 2), start=1)}


@wrong("slip-weak-test", fails=("check_two_tokens",), replaces="name_slots")
def looks_at_the_third_row_sum(f, n, d, rng):
    """Adds up the changes from the third row on."""
    x = [rng.standard_normal((n, d)) for _ in range(3)]
    before, halves = f(*x), []
    for i in range(3):
        halves.append(np.abs(f(*(t / 2 if i == j else t for j, t in enumerate(x))) - before / 2).max())
    value = int(np.argmin(halves))
    query = None
    for i in (0, 1, 2):
        y = [t.copy() for t in x]
        y[i][0] -= 0.7
        if i != value and np.abs(f(*y) - before)[2:].sum() < 1e-9:
            query = i
    return {"query": query, "key": 3 - query - value, "value": value}


@wrong("slip-weak-test", fails=("check_large_tables",), replaces="name_slots")
def numbers_that_grow_cubes(f, n, d, rng):
    """Takes numbers that are fine for small tables only."""
    size = (n * d) ** 3 / 27000
    rows = [np.cos(np.arange(n * d) + k) * (size if size > 0.5 else 0.5) for k in (1.0, 9.0, 4.0)]
    x = [row.reshape(n, d) for row in rows]
    before = f(*x)
    is_linear = [np.allclose(f(*(-t if i == j else t for j, t in enumerate(x))), -before) for i in range(3)]
    value = is_linear.index(True)
    query = None
    for i in (0, 1, 2):
        y = [t.copy() for t in x]
        y[i][0] += 1
        if i != value and np.allclose(f(*y)[1:], before[1:]):
            query = i
    return {"query": query, "key": 3 - query - value, "value": value}
