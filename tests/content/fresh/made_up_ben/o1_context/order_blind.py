from typing import Callable

import numpy as np


def is_permutation_equivariant(layer: Callable, X: np.ndarray, rng: np.random.Generator, trials: int = 8, tol: float = 1e-8) -> bool:
    n = len(X)
    run = lambda p: np.array(layer(X[p]))  # X[p] with an index array is always a fresh copy
    base = run(np.arange(n))
    if base.shape[:1] != (n,):
        return False
    orders = rng.permuted(np.tile(np.arange(n), (trials, 1)), axis=1)
    return n == 1 or all(
        (out := run(p)).shape == base.shape and bool((np.abs(out - base[p]) <= tol).all()) for p in orders
    )
