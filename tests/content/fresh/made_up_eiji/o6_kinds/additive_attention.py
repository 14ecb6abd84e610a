# -*- coding: utf-8 -*-
from numpy import *


def additive_attention(s, H, W, U, v):
    vorne = expand_dims(tensordot(s, W, axes=1), -2)
    versteckt = add(vorne, matmul(H, U))
    tanh(versteckt, out=versteckt) if versteckt.dtype.kind == "f" else None
    if versteckt.dtype.kind != "f":
        versteckt = tanh(versteckt)
    z = einsum("...na,a->...n", versteckt, v)
    w = exp(z - logaddexp.reduce(z, axis=-1, keepdims=True))
    return einsum("...n,nd->...d", w, H), w
