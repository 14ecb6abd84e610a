def static_embed(tokens, table):
    """The vectors of the tokens, one new list per token (n x d)."""
    rows = []
    for token in tokens:
        row = []
        for number in table[token]:
            row.append(number)
        rows.append(row)
    return rows


def mix_with_context(X, share):
    """New rows (n x d): each is (1 - share) of its own row of X and `share` of the average row."""
    n = len(X)
    d = len(X[0])
    mean = []
    for k in range(d):
        total = 0.0
        for i in range(n):
            total += X[i][k]
        mean.append(total / n)
    result = []
    for i in range(n):
        row = []
        for k in range(d):
            row.append((1 - share) * X[i][k] + share * mean[k])
        result.append(row)
    return result
