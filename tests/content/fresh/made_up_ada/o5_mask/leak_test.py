import numpy as np


def dependency(layer, n, d, rng, trials=3):
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        text = rng.standard_normal((n, d))
        before = np.array(layer(text.copy()))
        for j in range(n):
            other = text.copy()
            other[j] = rng.standard_normal(d)
            after = np.array(layer(other.copy()))
            for i in range(n):
                if np.max(np.abs(after[i] - before[i])) > 1e-9:
                    table[i, j] = True
    return table


def leaks(layer, n, d, rng):
    table = dependency(layer, n, d, rng)
    for i in range(n):
        for j in range(i + 1, n):
            if table[i, j]:
                return True
    return False
