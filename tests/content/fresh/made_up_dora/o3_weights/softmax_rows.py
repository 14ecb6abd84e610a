import numpy as np


class Row:
    __slots__ = ("r",)

    def __init__(self, r):
        self.r = r

    def weights(self):
        open_ = self.r > -np.inf
        out = np.zeros_like(self.r)
        if open_.any():
            e = np.exp(self.r[open_] - self.r[open_].max())
            out[open_] = e / e.sum()
        return out


def softmax_np(x, axis=-1):
    x = np.array(x)
    if x.dtype.kind in "iub":
        x = x.astype(np.float64)
    return np.apply_along_axis(lambda r: Row(r).weights(), axis, x)
