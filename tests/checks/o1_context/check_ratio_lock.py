"""Checks of ratio-lock."""

import numpy as np

from grader.checks.api import all_of, call, cases, close, unchanged

QUERY = np.array([2.0, 1.0])
KEYS = np.array([[2.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0]])  # animal, cross, street, it
PAIR = KEYS[[0, 2]]
CASE_EXEMPT = {"blocked": "No mask is taught yet: every key may be looked at."}


def _pair(draw, n):
    return draw.shuffled(range(n))[:2]


@cases()
def check_log_of_the_ratio(draw):
    """The result is the logarithm of weight a over weight b, as scaled attention gives them."""
    n, d = draw.sizes("n d", 3, 8)
    a, b = _pair(draw, n)
    query, keys = draw.normal(d), draw.normal(n, d)
    return [
        call("log_weight_ratio", QUERY, KEYS, 0, 2, public_=True),
        call("log_weight_ratio", 3 * QUERY, KEYS, 0, 2),
        call("log_weight_ratio", query, keys, a, b),
        call("log_weight_ratio", query, keys, b, a),
        call("log_weight_ratio", query, keys, a, a),
        call("log_weight_ratio", draw.normal(d), draw.normal(200, d), 3, 170),
    ]


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, either sign, give a finite logarithm."""
    n, d = draw.sizes("n d", 3, 8)
    a, b = _pair(draw, n)
    query = draw.normal(d)
    along = query / (query @ query) * np.sqrt(d)
    keys = draw.normal(n, d)
    calls = []
    for lift_a, lift_b in ((1e4, -1e4), (-1e4, 1e4), (-1e4, -1.1e4)):
        lifted = keys.copy()
        lifted[a] += lift_a * along
        lifted[b] += lift_b * along
        calls.append(call("log_weight_ratio", query, lifted, a, b))
    return calls


@cases()
def check_ratio_is_locked(draw):
    """A further word leaves the ratio of two old words as it was, whatever its key, also when it takes nearly all the weight."""
    n, d = draw.sizes("n d", 3, 8)
    a, b = _pair(draw, n)
    query, keys = draw.normal(d), draw.normal(n, d)
    giant = query / (query @ query) * np.sqrt(d) * 1e4
    keys_apart = keys.copy()
    keys_apart[a] += giant / 4
    keys_apart[b] -= giant / 4
    return [
        call("ratio_is_locked", QUERY, PAIR, 0, 1, np.array([3.0, 3.0]), public_=True),
        call("ratio_is_locked", query, keys, a, b, draw.normal(d)),
        call("ratio_is_locked", query, keys, b, a, 2 * query),
        call("ratio_is_locked", query, keys, a, b, np.zeros(d)),
        call("ratio_is_locked", query, keys, a, b, giant),
        call("ratio_is_locked", query, keys_apart, a, b, draw.normal(d)),
        call("ratio_is_locked", query.tolist(), keys.tolist(), a, b, [1] * d),
    ]


@cases()
def check_last_word_is_another_one(draw):
    """-1 means the last word of each table: with a new last word the answer is False, unless the two logarithms agree to 1e-9."""
    n, d = draw.sizes("n d", 3, 8)
    query, keys = draw.normal(d), draw.normal(n, d)
    along = query / (query @ query) * np.sqrt(d)  # so much more in a key adds 1 to its score
    keys[-1] += (2 + abs(keys[-1] @ query)) * along
    aside = draw.normal(d)
    aside -= aside @ query / (query @ query) * query  # adds nothing to a score
    return [
        call("ratio_is_locked", QUERY, PAIR, 0, -1, np.array([3.0, 3.0]), public_=True),
        call("ratio_is_locked", query, keys, -1, -2, keys[-1] + query * draw.number(0.5, 1.0)),
        call("ratio_is_locked", query, keys, 0, -1, keys[-1] + aside),
        call("ratio_is_locked", query, keys, -1, 1, keys[-1] + aside + draw.number(3e-9, 8e-9) * along),
        call("ratio_is_locked", query, keys, 0, -1, keys[-1] - draw.number(2e-10, 7e-10) * along),
        call("log_weight_ratio", query, keys, -1, -2),
    ]


@cases(compare=all_of(unchanged(), close(rtol=1e-4, atol=1e-5)))
def check_whole_numbers_lists_and_float32(draw):
    """Whole numbers, nested lists and float32 give an ordinary number too."""
    n, d = draw.sizes("n d", 3, 8)
    a, b = _pair(draw, n)
    query, keys = draw.integers(d), draw.integers(n, d)
    query[0], keys[a, 0], keys[b, 0] = 3, 4, -4
    query[1:], keys[:, 1:] = np.clip(query[1:], -1, 1), np.clip(keys[:, 1:], -1, 1)
    return [
        call("log_weight_ratio", query, keys, a, b),
        call("log_weight_ratio", query.tolist(), keys.tolist(), a, b),
        call("log_weight_ratio", draw.normal(d, dtype=np.float32), draw.normal(n, d, dtype=np.float32), a, b),
    ]


@cases(compare=unchanged())
def check_arguments_stay_as_they_are(draw):
    """The query and the keys are not changed, be they arrays or lists."""
    n, d = draw.sizes("n d", 3, 8)
    a, b = _pair(draw, n)
    query, keys = draw.normal(d), draw.normal(n, d)
    return [
        call("log_weight_ratio", query, keys, a, b),
        call("ratio_is_locked", query, keys, a, b, draw.normal(d)),
        call("ratio_is_locked", query.tolist(), keys.tolist(), a, b, draw.normal(d).tolist()),
    ]
