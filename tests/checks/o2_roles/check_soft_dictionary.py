"""Checks of soft-dictionary."""

from grader.checks.api import all_of, call, cases, fresh, unchanged

LESSON_KEYS = [[2, 1], [0, 1], [1, -1], [1, 1]]
LESSON_VALUES = [[4, 0], [2, 2], [0, 4], [1, 1]]


def _dot(p, q):
    return sum(a * b for a, b in zip(p, q, strict=True))


def _drawn(draw):
    """Query, keys and values of different sizes; some keys match well and some badly."""
    n, d, d_v = draw.sizes("n d d_v", 3, 7)
    query = draw.normal(d).tolist()
    keys = draw.normal(n, d).tolist()
    if max(_dot(query, key) for key in keys) < 0.2:
        keys[0] = [0.7 * q for q in query]
    if min(_dot(query, key) for key in keys) > -0.2:
        keys[-1] = [-0.7 * q for q in query]
    return query, keys, draw.normal(n, d_v).tolist()


@cases()
def check_hard_lookup(draw):
    """The hard look-up gives the value of the exact match, and None when there is no exact match, however near a key comes."""
    n, d, d_v = draw.sizes("n d d_v", 3, 7)
    keys, values = draw.normal(n, d).tolist(), draw.normal(n, d_v).tolist()
    which = draw.whole(0, n - 1)
    keys[which][-1] = round(draw.number(1, 2), 4)
    near, half = ([*keys[which][:-1], keys[which][-1] + more] for more in (draw.number(1e-10, 6e-10), draw.number(0.5, 1)))
    return [
        call("hard_lookup", [0, 1], [[2, 1], [0, 1]], [[4, 0, 5], [2, 2, 1]], public_=True),
        call("hard_lookup", list(keys[which]), keys, values),
        call("hard_lookup", draw.normal(d).tolist(), keys, values),
        call("hard_lookup", keys[which][1:] + keys[which][:1], keys, values),
        call("hard_lookup", half, keys, values),
        call("hard_lookup", near, keys, values),
        call("hard_lookup", [0] * d, [[0] * d], [[0] * d_v]),
    ]


@cases()
def check_first_of_equal_keys(draw):
    """If a key occurs more than once, the hard look-up gives the first of its values."""
    n, d, d_v = draw.sizes("n d d_v", 3, 7)
    keys = draw.normal(n, d).tolist()
    keys += [list(keys[1]), list(keys[0]), list(keys[1])]
    return call("hard_lookup", list(keys[1]), keys, draw.normal(n + 3, d_v).tolist())


@cases()
def check_soft_lookup(draw):
    """Each key weighs e^score over the total, scores scaled by √d; the output is the weighted average of the values."""
    one = _drawn(draw)
    return [
        call("soft_lookup", [2, 1], [[2, 1], [2, 1], [1, 3], [3, -1]], [[4], [0], [2], [6]], public_=True),
        call("soft_lookup", [2, 1], LESSON_KEYS, LESSON_VALUES),
        call("soft_lookup", *_drawn(draw)),
        call("soft_lookup", *_drawn(draw)),
        call("soft_lookup", one[0], [[0.7 * q for q in one[0]]], one[2][:1]),
    ]


@cases()
def check_sharpness(draw):
    """Sharpness 3 gives what a tripled query gives, and a fraction flattens the weights."""
    query, keys, values = _drawn(draw)
    return [
        call("soft_lookup", [2, 1], LESSON_KEYS, LESSON_VALUES, 3),
        call("soft_lookup", [6, 3], LESSON_KEYS, LESSON_VALUES, 1),
        call("soft_lookup", query, keys, values, draw.number(1.5, 3.0)),
        call("soft_lookup", query, keys, values, sharpness=draw.number(0.2, 0.6)),
    ]


@cases()
def check_sharpness_zero_is_an_average(draw):
    """With sharpness 0 all keys weigh the same."""
    query, keys, values = _drawn(draw)
    return [call("soft_lookup", query, keys, values, 0), call("soft_lookup", query, keys, values, 0.0)]


@cases()
def check_enormous_sharpness(draw):
    """With sharpness 10 000 the key with the largest q·k takes all the weight, without overflow, also if every q·k is below 0."""
    query, keys, values = _drawn(draw)
    best = max(range(len(keys)), key=lambda i: _dot(query, keys[i]))
    keys[best] = [1.5 * k for k in keys[best]]  # one clear winner
    sharp = [sharpness * len(query) ** 0.5 for sharpness in (draw.number(752, 900), 1e4)]
    apart = [[-1 - 100 * i / at * len(query) ** 0.5 for i in draw.shuffled(range(len(keys)))] for at in sharp]  # scores of -752 or less
    opposed = [[[by * q / _dot(query, query) for q in query] for by in row] for row in apart]
    return [
        call("soft_lookup", [2, 1], LESSON_KEYS, LESSON_VALUES, 1e4),
        *(call("soft_lookup", query, worse, values, at) for worse, at in zip(opposed, sharp, strict=True)),
        call("soft_lookup", query, keys, values, 1e4),
        call("soft_lookup", [1, 1], [[1, 1], [5, 5]], [[1, 0], [0, 1]], 1e4),
    ]


@cases()
def check_equal_matches_share(draw):
    """Keys that match equally well share the weight equally, also at an enormous sharpness."""
    query, keys, values = _drawn(draw)
    winner = [10.0 * q / _dot(query, query) for q in query]
    keys = [winner, *([0.2 * k for k in key] for key in keys), list(winner)]
    values = [values[-1], *values, values[0]]
    return [
        call("soft_lookup", query, keys, values, 40.0),
        call("soft_lookup", [1, 0], draw.shuffled([[0, 3], [0, 1], [-3, 0]]), [[2], [6], [1]], draw.number(1e3, 1e4)),
    ]


@cases()
def check_bad_matches_still_answer(draw):
    """A query that no key agrees with gets an answer too: weights above 0 that add up to 1."""
    query, keys, values = _drawn(draw)
    against = [[-abs(k) * (1 if q > 0 else -1) for k, q in zip(key, query, strict=True)] for key in keys]
    return [
        call("soft_lookup", query, against, values, 1.0),
        call("soft_lookup", [1, 0], [[0, 1], [-1, -2], [0, 3]], [[1, 2], [3, 4], [5, 9]], 1.0),
    ]


@cases(compare=all_of(unchanged(), fresh()))
def check_dictionary_stays_as_it_is(draw):
    """Neither look-up changes the query, the keys or the values, and what they return is new."""
    query, keys, values = _drawn(draw)
    return [
        call("hard_lookup", list(keys[1]), keys, values),
        call("soft_lookup", query, keys, values, 1.5),
        call("soft_lookup", query, keys[:1], values[:1]),
    ]
