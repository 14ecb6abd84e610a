"""Checks of name-that-slot. The attention functions live on this side of the wall, and their calls are counted here."""

import itertools

import numpy as np

from grader.checks.api import call, cases, expect, require

MOST_CALLS = 12
ROLES = ("query", "key", "value")

CASE_EXEMPT = {
    "overflow": "Learners write no exponential here; the attention is ours.",
    "blocked": "The attention has no mask.",
}

UNIQUE_REASONS = {
    "check_all_six_orders": "Mixed-up roles fail at every size; the other checks keep all six orders too, so that no size is a blind spot.",
}


def _orders(draw):
    """All six orders of three slots, in random order."""
    return draw.shuffled(list(itertools.permutations(range(3))))


def _softmax(scores):
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True)


def _attention(order, n, d, calls=None):
    """Attention in which slot order[0] is the query, order[1] the key, order[2] the value. Raises ValueError for other shapes."""

    def f(a, b, c):
        if calls is not None:
            calls.append(1)
        tables = [np.asarray(table, dtype=np.float64) for table in (a, b, c)]
        if any(table.shape != (n, d) for table in tables):
            raise ValueError(f"f takes three arrays of shape ({n}, {d})")
        Q, K, V = (tables[slot] for slot in order)
        with np.errstate(all="ignore"):
            return _softmax(Q @ K.T / np.sqrt(d)) @ V

    return f


@cases()
def check_all_six_orders(draw):
    """The roles are found in all six orders of the slots."""
    n, d = draw.sizes("n d", 3, 6)
    calls = [call("name_slots", _attention((2, 0, 1), 4, 3), 4, 3, draw.generator(), public_=True)]
    for order in _orders(draw):
        calls.append(call("name_slots", _attention(order, n, d), n, d, draw.generator()))
    return calls


@cases(repeat=1)
def check_two_tokens(draw):
    """Two tokens are enough, and one number per token."""
    # Few calls: whoever compares with np.allclose is wrong by bad luck about once in 20 000 pairs of tokens.
    d = draw.whole(3, 5)
    six = [call("name_slots", _attention(order, 2, d), 2, d, draw.generator()) for order in _orders(draw)]
    return [*six, *(call("name_slots", _attention(order, 2, 1), 2, 1, draw.generator()) for order in _orders(draw)[:2])]


@cases(repeat=1)
def check_large_tables(draw):
    """The roles are found in large tables too."""
    n, d = draw.whole(40, 60), draw.whole(25, 35)
    return [call("name_slots", _attention(order, n, d), n, d, draw.generator()) for order in _orders(draw)]


def check_at_most_twelve_calls(submission, draw):
    """The function is called at most twelve times."""
    for order in _orders(draw):
        n, d = draw.whole(4, 6), draw.whole(3, 5)
        calls = []
        found = submission.name_slots(_attention(order, n, d, calls), n, d, draw.generator())
        expect(found, dict(zip(ROLES, order, strict=True)))
        require(len(calls) <= MOST_CALLS, f"f was called {len(calls)} times", expected=MOST_CALLS, got=len(calls))
