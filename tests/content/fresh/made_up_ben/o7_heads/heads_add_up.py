import numpy as np
from o7_heads.multi_head import multi_head


def head_contributions(X, W_Q, W_K, W_V, W_O, h: int, allowed=None) -> np.ndarray:
    n, d = np.shape(X)
    O = multi_head(X, X, W_Q, W_K, W_V, np.eye(d), h, allowed)[0]
    return np.einsum("nhk,hkd->hnd", O.reshape(n, h, -1), np.asarray(W_O).reshape(h, -1, d))


def ablate(X, W_Q, W_K, W_V, W_O, h: int, off, allowed=None) -> np.ndarray:
    on = ~np.isin(np.arange(h), off)
    return np.einsum("h,hnd->nd", on.astype(float), head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed))
