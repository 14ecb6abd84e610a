"""Other correct styles of leak-test."""

import numpy as np

from grader.checks.variants import alternative


@alternative("large tokens, a list of lists", replaces="dependency")
def large_tokens(layer, n, d, rng, trials=3):
    rows = [[False] * n for _ in range(n)]
    for trial in range(trials):
        X = rng.normal(size=(n, d))
        base = np.array(layer(np.array(X)))
        for j in range(n):
            Z = np.array(X)
            Z[j, :] = 3 * rng.normal(size=d)
            out = np.array(layer(Z))
            for i in range(n):
                if max(abs(out[i] - base[i])) > 1e-9:
                    rows[i][j] = True
    return np.array(rows)


@alternative("large tokens, a list of lists", replaces="leaks")
def any_above(layer, n, d, rng):
    table = dependency(layer, n, d, rng)
    for i in range(n):
        for j in range(i + 1, n):
            if table[i][j]:
                return True
    return False


@alternative("base worked out anew each time", replaces="dependency")
def new_base(layer, n, d, rng, trials=3):
    table = np.full((n, n), False)
    for j in range(n):
        for _ in range(trials):
            X = rng.standard_normal((n, d))
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            difference = np.abs(np.asarray(layer(X)) - np.asarray(layer(Z)))
            table[:, j] = np.logical_or(table[:, j], difference.max(1) > 1e-9)
    return table


@alternative("base worked out anew each time", replaces="leaks")
def some_row(layer, n, d, rng):
    return np.any(dependency(layer, n, d, rng, trials=5) & ~np.tri(n, dtype=bool))


@alternative("np.isclose with no relative part", replaces="dependency")
def with_isclose(layer, n, d, rng, trials=3):
    counts = np.zeros((n, n), dtype=int)
    for _ in range(trials):
        X = rng.standard_normal(size=(n, d))
        Y = layer(X.copy()).copy()
        tables = []
        for j in range(n):
            new = np.where(np.arange(n)[:, None] == j, rng.standard_normal(d), X)
            tables.append(~np.isclose(layer(new), Y, rtol=0, atol=1e-9).all(axis=1))
        counts += np.stack(tables, axis=1)
    return counts > 0


@alternative("np.isclose with no relative part", replaces="leaks")
def by_indices(layer, n, d, rng):
    i, j = np.nonzero(dependency(layer, n, d, rng))
    return bool((j > i).any())


@alternative("a test of the future only", replaces="leaks")
def future_only(layer, n, d, rng):
    for _ in range(3):
        X = rng.standard_normal((n, d))
        base = layer(X.copy()).copy()
        for cut in range(1, n):
            Z = X.copy()
            Z[cut:] = rng.standard_normal((n - cut, d))
            if np.abs(layer(Z)[:cut] - base[:cut]).max() > 1e-9:
                return True
    return False


@alternative("a nested function and max over everything", replaces="dependency")
def nested(layer, n, d, rng, trials=3):
    def moved(X, j):
        Z = X.copy()
        Z[j] = X[j] + rng.uniform(0.5, 2.0) * rng.standard_normal(d)
        return [float(np.linalg.norm(a - b, ord=np.inf)) > 1e-9 for a, b in zip(layer(X.copy()).copy(), layer(Z))]

    texts = [rng.standard_normal((n, d)) for _ in range(trials)]
    return np.array([[any(column) for column in zip(*(moved(X, j) for X in texts))] for j in range(n)]).T


@alternative("fresh", replaces="dependency")
def fresh_dependency(layer, n, d, rng, trials=3):
    result = np.zeros((n, n)) > 1
    count = 0
    while count < trials:
        text = rng.standard_normal((n, d))
        outputs = np.copy(layer(np.copy(text)))
        for j in range(n):
            text2 = np.copy(text)
            text2[j] = rng.standard_normal(d)
            outputs2 = layer(text2)
            for i in range(n):
                biggest = 0
                for k in range(outputs.shape[1]):
                    change = outputs2[i][k] - outputs[i][k]
                    if change < 0:
                        change = -change
                    if change > biggest:
                        biggest = change
                if biggest > 1e-9:
                    result[i, j] = True
        count = count + 1
    return result


@alternative("fresh", replaces="leaks")
def fresh_leaks(layer, n, d, rng):
    table = dependency(layer, n, d, rng)
    answer = False
    for i in range(n):
        for j in range(n):
            if j > i and table[i, j]:
                answer = True
    return answer


@alternative("a chain of replaced tokens, the length of each row's change", replaces="dependency")
def chain(layer, n, d, rng, trials=3):
    """Never puts a token back, and compares with the outputs of the step before."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = np.array(layer(X.copy()))
        for j in rng.permutation(n):
            X[j] = rng.standard_normal(d)
            after = np.array(layer(X.copy()))
            table[:, j] |= np.linalg.norm(after - before, axis=1) > 1e-9
            before = after
    return table


@alternative("a chain of replaced tokens, the length of each row's change", replaces="leaks")
def two_texts(layer, n, d, rng):
    """Two texts, one table each."""
    tables = [dependency(layer, n, d, rng, trials=1) for _ in range(2)]
    return bool(np.triu(tables[0] | tables[1], k=1).any())
