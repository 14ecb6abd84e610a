"""Same word, same vector."""

import copy


def static_embed(tokens, table):
    """The vectors of the tokens, one new list per token (n x d)."""
    return list(map(lambda t: copy.deepcopy(table[t]), tokens))


def mix_with_context(X, share):
    """New rows (n x d): each is (1 - share) of its own row of X and `share` of the average row."""
    out = copy.deepcopy(X)
    for k in range(len(X[0])):
        m = 0
        for row in X:
            m += row[k] / len(X)
        for row in out:
            row[k] *= 1 - share
            row[k] += share * m
    return out
