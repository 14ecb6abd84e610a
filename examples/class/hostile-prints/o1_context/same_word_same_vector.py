"""Same word, same vector."""


def static_embed(tokens, table):
    """The vectors of the tokens, one new list per token (n x d)."""

    class Lookup:
        def __init__(self, rows):
            self.rows = {word: tuple(row) for word, row in rows.items()}

        def of(self, word):
            return [*self.rows[word]]

    lookup = Lookup(table)
    return [*(lookup.of(word) for word in tokens)]


def mix_with_context(X, share):
    """New rows (n x d): each is (1 - share) of its own row of X and `share` of the average row."""

    def total(rows):
        if len(rows) == 1:
            return rows[0]
        middle = len(rows) // 2
        return [a + b for a, b in zip(total(rows[:middle]), total(rows[middle:]))]

    sums = total(X)
    return [list(((1 - share) * x + share * s / len(X) for x, s in zip(row, sums))) for row in X]


# handed in with prints
