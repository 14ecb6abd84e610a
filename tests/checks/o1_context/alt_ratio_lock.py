"""Other correct ways of ratio-lock."""

import math

import numpy as np

from grader.checks.variants import alternative


@alternative("difference of two keys", replaces="log_weight_ratio")
def ratio_of_difference(query, keys, a, b):
    """The difference of the keys first, then one dot product."""
    query, keys = np.asarray(query), np.asarray(keys)
    return (keys[a] - keys[b]) @ query / math.sqrt(query.shape[-1])


@alternative("difference of two keys", replaces="ratio_is_locked")
def locked_append(query, keys, a, b, extra_key):
    """np.append along the rows."""
    query, keys = np.asarray(query), np.asarray(keys)
    longer = np.append(keys, np.asarray(extra_key)[None], axis=0)
    old, new = log_weight_ratio(query, keys, a, b), log_weight_ratio(query, longer, a, b)  # noqa: F821
    return np.abs(old - new) < 1e-9


@alternative("log-softmax", replaces="log_weight_ratio")
def ratio_by_log_softmax(query, keys, a, b):
    """The difference of two logarithms of weights, each by logsumexp."""
    query, keys = np.array(query, dtype=float), np.array(keys, dtype=float)
    scores = np.einsum("nd,d->n", keys, query) / np.sqrt(query.size)
    top = scores.max()
    log_weights = scores - top - np.log(np.sum(np.exp(scores - top)))
    return log_weights[a] - log_weights[b]


@alternative("plain loops", replaces="log_weight_ratio")
def ratio_loops(query, keys, a, b):
    """No numpy at all."""
    total = 0.0
    for i in range(len(query)):
        total += query[i] * keys[a][i]
        total -= query[i] * keys[b][i]
    return float(total) / len(query) ** 0.5


@alternative("plain loops", replaces="ratio_is_locked")
def locked_lists(query, keys, a, b, extra_key):
    """Lists and math.isclose."""
    rows = [list(map(float, key)) for key in keys]
    before = log_weight_ratio(query, rows, a, b)  # noqa: F821
    rows.append([float(x) for x in extra_key])
    return math.isclose(before, log_weight_ratio(query, rows, a, b), rel_tol=0, abs_tol=0.99e-9)  # noqa: F821


@alternative("two scores", replaces="log_weight_ratio")
def ratio_two_scores(query, keys, a, b):
    """A helper for one score."""

    def score(key):
        return np.dot(query, key) / np.sqrt(len(query))

    return score(keys[a]) - score(keys[b])


@alternative("two scores", replaces="ratio_is_locked")
def locked_concatenate(query, keys, a, b, extra_key):
    """Concatenates, takes two rows of both tables, compares in one go."""
    both = np.concatenate([np.asarray(keys), np.reshape(extra_key, (1, -1))])
    with_extra = both[a] - both[b]
    without = both[:-1][a] - both[:-1][b]
    return bool(abs((with_extra - without) @ np.asarray(query) / np.sqrt(len(query))) < 1e-9)


@alternative("broadcast and pick", replaces="log_weight_ratio")
def ratio_table(query, keys, a, b):
    """The whole table of differences of scores, then one entry."""
    scores = (np.atleast_2d(keys) * np.asarray(query)).sum(-1) / np.sqrt(np.shape(query)[0])
    return (scores[:, None] - scores[None, :])[a, b]


@alternative("locked by definition", replaces="ratio_is_locked")
def locked_by_rows(query, keys, a, b, extra_key):
    """Only the rows that a and b name in the two tables matter."""
    n = len(keys)
    rows = [*np.asarray(keys, dtype=float), np.asarray(extra_key, dtype=float)]
    old, new = rows[:n], rows
    q = np.asarray(query, dtype=float)
    gap = q @ (old[a] - old[b]) - q @ (new[a] - new[b])
    return abs(gap) / np.sqrt(len(q)) < 1e-9


@alternative("fresh", replaces="log_weight_ratio")
def ratio_fresh(query, keys, a, b):
    """A list of scores, one at a time."""
    query = np.asarray(query)
    keys = np.asarray(keys)
    d = keys.shape[1]
    scores = []
    for j in range(keys.shape[0]):
        total = 0
        for i in range(d):
            total = total + query[i] * keys[j, i]
        scores.append(total / np.sqrt(d))
    return scores[a] - scores[b]


@alternative("fresh", replaces="ratio_is_locked")
def locked_fresh(query, keys, a, b, extra_key):
    """An empty table, filled row by row."""
    keys = np.asarray(keys)
    longer = np.empty((keys.shape[0] + 1, keys.shape[1]))
    for j in range(keys.shape[0]):
        longer[j] = keys[j]
    longer[keys.shape[0]] = extra_key
    one = log_weight_ratio(query, keys, a, b)  # noqa: F821
    two = log_weight_ratio(query, longer, a, b)  # noqa: F821
    if one > two:
        return one - two < 1e-9
    else:
        return two - one < 1e-9
