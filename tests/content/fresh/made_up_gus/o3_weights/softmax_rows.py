from __future__ import annotations

import functools
import warnings

import numpy as np

np.seterr(all="raise", under="ignore")
np.set_printoptions(precision=2, suppress=True)
np.random.seed(0)
warnings.filterwarnings("error")


def _softmax(x: np.ndarray, axis: int = -1, *, blocked: float) -> np.ndarray:
    x = np.asarray(x)
    x = x if x.dtype.kind == "f" else x.astype(float)
    m = x.max(axis=axis, keepdims=True, initial=np.finfo(x.dtype).min)
    e = np.where(x == blocked, x.dtype.type(0), np.exp(np.where(x == blocked, x.dtype.type(0), x - m).clip(max=0)))
    z = e.sum(axis=axis, keepdims=True)
    return np.divide(e, z, out=np.zeros_like(e), where=z > 0)


softmax_np = functools.partial(_softmax, blocked=-np.inf)
