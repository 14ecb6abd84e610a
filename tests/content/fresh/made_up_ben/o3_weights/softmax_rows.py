import numpy as np


def softmax_np(x, axis: int = -1) -> np.ndarray:
    x = np.asarray(x)
    if not np.issubdtype(x.dtype, np.floating):
        x = x.astype(np.float64)
    m = x.max(axis=axis, keepdims=True)
    z = x - np.where(np.isneginf(m), 0, m)
    total = np.exp(z).sum(axis=axis, keepdims=True)
    z -= np.log(total, out=np.zeros_like(total), where=total > 0)
    return np.exp(z, out=z)
