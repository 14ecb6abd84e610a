import numpy as np


def split_heads(X, h):
    """np.split raises ValueError by itself."""
    return np.stack(np.split(np.array(X), h, axis=-1), axis=-3)


def join_heads(Y):
    Y = np.array(Y)
    return np.concatenate([Y[..., i, :, :] for i in range(Y.shape[-3])], axis=-1)
