"""Other correct ways of order-blind."""

import numpy as np

from grader.checks.variants import alternative


@alternative("allclose in one expression", replaces="is_permutation_equivariant")
def one_expression(layer, X, rng, trials=8, tol=1e-8):
    """all() over a generator of trials."""
    Y = np.asarray(layer(X.copy()))
    n = X.shape[0]
    return Y.shape[0] == n and all(
        np.allclose(layer(X[p].copy()), Y[p], rtol=0, atol=tol) for p in (rng.permutation(n) for _ in range(trials))
    )


@alternative("puts the rows back", replaces="is_permutation_equivariant")
def puts_rows_back(layer, X, rng, trials=8, tol=1e-8):
    """Undoes the shuffle with argsort and compares with the original."""
    original = layer(np.array(X, dtype=float))
    if original.ndim != 2 or original.shape[0] != X.shape[0]:
        return np.bool_(False)
    largest = 0.0
    for _ in range(trials):
        order = np.argsort(rng.random(len(X)))
        back = np.argsort(order)
        result = layer(np.take(X, order, axis=0))
        if result.shape != original.shape:
            return np.bool_(False)
        largest = max(largest, np.max(np.abs(result[back] - original)))
    return np.bool_(largest <= tol)


@alternative("permutation matrix", replaces="is_permutation_equivariant")
def with_matrix(layer, X, rng, trials=8, tol=1e-8):
    """Shuffles by a product with a permutation matrix, and asks for the plain result anew in every trial."""
    n = len(X)
    for _ in range(trials):
        P = np.eye(n)[rng.permutation(n)]
        left = layer(P @ X)
        right = layer(X.copy())
        if left.shape[0] != n or right.shape[0] != n:
            return False
        if not (abs(left - P @ right) <= tol).all():
            return False
    return True


@alternative("row by row loops", replaces="is_permutation_equivariant")
def loops(layer, X, rng, trials=8, tol=1e-8):
    """Plain loops over tokens and entries."""
    n = len(X)
    Y = layer(X.copy()).tolist()
    if len(Y) != n:
        return False
    verdict = True
    for _ in range(trials):
        order = list(range(n))
        rng.shuffle(order)
        shuffled = np.zeros_like(X)
        for i, j in enumerate(order):
            shuffled[i] = X[j]
        Z = layer(shuffled).tolist()
        for i, j in enumerate(order):
            for a, b in zip(Z[i], Y[j]):
                if abs(a - b) > tol:
                    verdict = False
    return verdict


@alternative("catches the shape error", replaces="is_permutation_equivariant")
def forgiving(layer, X, rng, trials=8, tol=1e-8):
    """Lets numpy complain about shapes and answers False then."""
    try:
        Y = layer(np.copy(X))
        assert Y.shape[0] == X.shape[0]
        for p in [rng.permutation(X.shape[0]) for _ in range(trials)]:
            np.testing.assert_allclose(layer(X[p]), Y[p], rtol=0, atol=tol)
    except (AssertionError, IndexError, ValueError):
        return False
    return True


@alternative("fresh", replaces="is_permutation_equivariant")
def fresh(layer, X, rng, trials=8, tol=1e-8):
    """Sorts out one row at a time and keeps a list of complaints."""
    complaints = []
    n = np.shape(X)[0]
    first_input = np.zeros(np.shape(X))
    first_input += X
    original = layer(first_input)
    if np.shape(original)[0] != n:
        complaints.append("rows")
    trial = 0
    while trial < trials and not complaints:
        order = rng.choice(n, size=n, replace=False)
        rows = []
        for place in order:
            rows.append(np.array(X[place]))
        result = layer(np.array(rows))
        if np.shape(result) != np.shape(original):
            complaints.append("shape")
        else:
            for i in range(n):
                difference = np.abs(result[i] - original[order[i]])
                if np.any(difference > tol):
                    complaints.append((trial, i))
        trial += 1
    return len(complaints) == 0
