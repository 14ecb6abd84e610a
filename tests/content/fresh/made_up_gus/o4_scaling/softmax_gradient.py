import numpy as np
from o3_weights.softmax_rows import softmax_np


def softmax_jacobian(scores):
    """Complex step: exact to the last digit."""
    z = np.asarray(scores, dtype=float)
    z = z - z.max()
    n, ε = len(z), 1e-30
    J = np.empty((n, n), order="F")
    for j in range(n):
        zc = z.astype(complex)
        zc[j] += 1j * ε
        e = np.exp(zc)
        J[:, j] = (e / e.sum()).imag / ε
    return J


def gradient_size(query, keys, factor, scale=True):
    s = np.array(keys) @ np.array(query) * factor
    s = np.where(scale, s / np.sqrt(np.size(query)), s)
    return np.array(np.abs(softmax_jacobian(s)).max())
