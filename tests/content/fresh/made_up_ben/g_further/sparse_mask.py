from itertools import count

import numpy as np


def sparse_mask(n: int, window: int, global_tokens=(), stride: int | None = None) -> np.ndarray:
    i = np.arange(n)
    back = i[:, None] - i
    hub = np.isin(i, list(global_tokens))
    return (back >= 0) & ((back < window) | hub | hub[:, None] | (back % (stride or n) == 0))


def density(M) -> float:
    M = np.asarray(M, bool)
    return float(M.sum() / np.tri(len(M)).sum())


def layers_needed(M) -> int | None:
    M = np.asarray(M, float)
    R, goal = np.eye(len(M), dtype=bool), np.tri(len(M), dtype=bool)
    for k in count():
        if (R >= goal).all():
            return k
        if ((nxt := R @ M > 0) == R).all():
            return None
        R = nxt
