"""Same word, same vector."""


def static_embed(tokens, table):
    """The vectors of the tokens, one new list per token (n x d)."""
    result = []
    for i in range(len(tokens)):
        row = []
        for number in table[tokens[i]]:
            row.append(number)
        result.append(row)
    return result


def mix_with_context(X, share):
    """New rows (n x d): each is (1 - share) of its own row of X and `share` of the average row."""
    n = len(X)
    d = len(X[0])
    mean = [0.0] * d
    for i in range(n):
        for k in range(d):
            mean[k] += X[i][k]
    for k in range(d):
        mean[k] = mean[k] / n
    result = []
    for i in range(n):
        new = []
        for k in range(d):
            new.append((1 - share) * X[i][k] + share * mean[k])
        result.append(new)
    return result
