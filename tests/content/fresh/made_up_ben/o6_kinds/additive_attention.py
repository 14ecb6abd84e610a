import numpy as np
from o3_weights.softmax_rows import softmax_np


def additive_attention(s, H, W, U, v):
    s, H, W, U, v = (np.asarray(a, float) for a in (s, H, W, U, v))
    w = softmax_np(np.einsum("...na,a->...n", np.tanh((s @ W)[..., None, :] + H @ U), v))
    return np.einsum("...n,nh->...h", w, H), w
