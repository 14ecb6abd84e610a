import numpy as np


def bilinear(W_Q, W_K) -> np.ndarray:
    return np.einsum("dk,ek->de", np.asarray(W_Q, float), np.asarray(W_K, float))


def scores(X, W_Q, W_K) -> np.ndarray:
    X = np.asarray(X, float)
    return np.einsum("id,de,je->ij", X, bilinear(W_Q, W_K), X, optimize=True) / np.sqrt(np.shape(W_Q)[1])


def asymmetry(X, W_Q, W_K) -> float:
    return float(np.ptp((S := scores(X, W_Q, W_K)) - S.T) / 2)


def rebase(W_Q, W_K, B) -> tuple[np.ndarray, np.ndarray]:
    B = np.asarray(B, float)
    return np.asarray(W_Q, float) @ B, np.linalg.solve(B, np.asarray(W_K, float).T).T
