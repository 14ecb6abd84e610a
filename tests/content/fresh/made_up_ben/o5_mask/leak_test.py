import numpy as np


def dependency(layer, n: int, d: int, rng: np.random.Generator, trials: int = 3) -> np.ndarray:
    def once() -> np.ndarray:
        X, new = rng.standard_normal((2, n, d))
        row = np.eye(n, dtype=bool)[:, :, None]
        Y = np.array(layer(X.copy()))
        moved = np.stack([layer(T) for T in np.where(row, new, X)]) - Y  # (j, i, d_out)
        return (np.abs(moved) > 1e-9).any(axis=2).T

    return np.any([once() for _ in range(trials)], axis=0)


def leaks(layer, n: int, d: int, rng: np.random.Generator) -> bool:
    return bool(np.triu(dependency(layer, n, d, rng), 1).any())
