"""Same word, same vector."""


def static_embed(tokens, table):
    """The vectors of the tokens, one new list per token (n x d)."""
    return [list(table[token]) for token in tokens]


def mix_with_context(X, share):
    """New rows (n x d): each is (1 - share) of its own row of X and `share` of the average row."""
    n = len(X)

    def weight(i, j):
        return share / n + (1 - share if i == j else 0)

    return [
        [sum((weight(i, j) * X[j][k] for j in range(n))) for k in range(len(X[0]))]
        for i in range(n)
    ]


# handed in with patches
