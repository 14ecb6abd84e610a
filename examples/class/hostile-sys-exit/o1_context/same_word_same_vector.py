"""Same word, same vector."""

from statistics import fmean


def static_embed(tokens, table):
    """The vectors of the tokens, one new list per token (n x d)."""
    return [list(table[token]) for token in tokens]


def mix_with_context(X, share):
    """New rows (n x d): each is (1 - share) of its own row of X and `share` of the average row."""
    averages = list(map(fmean, zip(*X)))
    return [[x + share * (m - x) for x, m in zip(row, averages)] for row in X]


# handed in with sys-exit
