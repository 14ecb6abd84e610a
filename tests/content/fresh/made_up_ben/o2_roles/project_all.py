import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    X, *Ws = (a if np.issubdtype(a.dtype, np.inexact) else a.astype(float) for a in map(np.asarray, (X, W_Q, W_K, W_V)))
    return tuple(np.einsum("...nd,dk->...nk", X, W) for W in Ws)
