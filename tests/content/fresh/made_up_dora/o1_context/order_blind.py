import numpy as np


class Blind:
    def __init__(self, layer, tol):
        self.layer, self.tol = layer, tol

    def run(self, X):
        return np.array(self.layer(np.array(X)), copy=True)

    def equal(self, A, B):
        return A.shape == B.shape and np.allclose(A, B, rtol=0, atol=self.tol)


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-8):
    """Shuffles in place, then undoes the order on the outputs."""
    blind = Blind(layer, tol)
    plain = blind.run(X)
    if len(np.shape(plain)) == 0 or len(plain) != len(X):
        return False
    verdicts = []
    for _ in range(trials):
        p = np.arange(len(X))
        rng.shuffle(p)
        back = np.argsort(p)
        out = blind.run(X[p])
        verdicts.append(out.shape == plain.shape and blind.equal(out[back], plain))
    return np.bool_(np.all(verdicts))
