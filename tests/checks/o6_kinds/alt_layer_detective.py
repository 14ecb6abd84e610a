"""Other correct styles of layer-detective."""

import numpy as np

from grader.checks.variants import alternative


@alternative("three calls on two tokens", replaces="classify_layer")
def two_tokens(layer, d, rng):
    T, S = rng.normal(size=(2, d)), rng.normal(size=(1, d))
    Y = layer(T, S)
    if not np.allclose(Y, layer(T, -S), rtol=0, atol=1e-9):
        return "cross"
    T[1] = rng.normal(size=d)
    if np.allclose(Y[0], layer(T, S)[0], rtol=0, atol=1e-9):
        return "masked self"
    return "self"


@alternative("asks all questions first", replaces="classify_layer")
def all_questions(layer, d, rng):
    n_t, n_s = 5, 5
    targets = [rng.standard_normal((n_t, d)) for _ in range(3)]
    source = rng.standard_normal((n_s, d))
    answers = {"cross": False, "self": False}
    for tgt in targets:
        base = np.array(layer(tgt.copy(), source.copy()))
        answers["cross"] |= float(np.max(np.abs(base - layer(tgt, rng.standard_normal((n_s, d)))))) > 1e-9
        tgt2 = np.vstack([tgt[:2], rng.standard_normal((n_t - 2, d))])
        answers["self"] |= float(np.max(np.abs(base - layer(tgt2, source))[:2])) > 1e-9
    for kind in ("cross", "self"):
        if answers[kind]:
            return kind
    return "masked self"


@alternative("shorter texts instead of changed ones", replaces="classify_layer")
def shorter(layer, d, rng):
    tgt = rng.standard_normal((3, d))
    src = rng.standard_normal((4, d))
    whole = layer(tgt, src)
    if np.linalg.norm(layer(tgt, src[:2]) - whole) > 1e-9:
        return "cross"
    beginning = layer(tgt[:2], src)
    same = all(abs(a - b) < 1e-9 for x, y in zip(beginning, whole) for a, b in zip(x, y))
    return "masked self" if same else "self"


@alternative("a table of what depends on what", replaces="classify_layer")
def dependency_table(layer, d, rng):
    class Detective:
        def __init__(self):
            self.tgt = rng.standard_normal((3, d))
            self.src = rng.standard_normal((2, d))
            self.base = layer(self.tgt, self.src)

        def rows_moved(self, tgt, src):
            return (np.abs(layer(tgt, src) - self.base) > 1e-9).any(axis=1).tolist()

        def poke(self, j):
            tgt = self.tgt.copy()
            tgt[j] += rng.standard_normal(d)
            return self.rows_moved(tgt, self.src)

    one = Detective()
    if any(one.rows_moved(one.tgt, rng.standard_normal((2, d)))):
        return "cross"
    columns = [one.poke(j) for j in range(3)]
    future = [columns[j][i] for i in range(3) for j in range(i + 1, 3)]
    return ("masked self", "self")[any(future)]


@alternative("fresh", replaces="classify_layer")
def fresh(layer, d, rng):
    n_t = 3
    n_s = 4
    tgt = rng.standard_normal((n_t, d))
    src = rng.standard_normal((n_s, d))
    first = layer(tgt, src)
    src2 = rng.standard_normal((n_s, d))
    second = layer(tgt, src2)
    source_matters = False
    for i in range(n_t):
        for k in range(first.shape[1]):
            if abs(first[i, k] - second[i, k]) > 1e-9:
                source_matters = True
    if source_matters:
        return "cross"
    tgt2 = tgt.copy()
    tgt2[n_t - 1] = rng.standard_normal(d)
    third = layer(tgt2, src)
    if np.max(np.abs(third[0 : n_t - 1] - first[0 : n_t - 1])) > 1e-9:
        return "self"
    else:
        return "masked self"
