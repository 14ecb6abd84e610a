# -*- coding: utf-8 -*-
from numpy import *


def softmax_np(x, axis=-1):
    """Masked array."""
    x = asarray(x)
    dtype = x.dtype if issubdtype(x.dtype, floating) else dtype_of_whole
    m = ma.masked_equal(x.astype(longdouble), -inf)
    e = ma.exp(m - m.max(axis=axis, keepdims=True))
    w = e / e.sum(axis=axis, keepdims=True)
    return ma.filled(w, 0).astype(dtype)


dtype_of_whole = float64
