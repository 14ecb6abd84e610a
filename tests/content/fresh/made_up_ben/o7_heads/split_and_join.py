import numpy as np


def split_heads(X, h: int) -> np.ndarray:
    X = np.asarray(X)
    if h < 1 or X.shape[-1] % h:
        raise ValueError(f"{h} heads do not divide {X.shape[-1]} numbers")
    return np.stack(np.split(X, h, axis=-1), axis=-3)


def join_heads(Y) -> np.ndarray:
    return np.concatenate(np.moveaxis(np.asarray(Y), -3, 0), axis=-1)
