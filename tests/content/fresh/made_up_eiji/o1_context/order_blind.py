# -*- coding: utf-8 -*-
from numpy import *


def is_permutation_equivariant(layer, X, rng, trials=8, tol=1e-8):
    """Mit Permutationsmatrizen."""
    n = X.shape[0]
    Y = array(layer(X + 0))
    if shape(Y)[:1] != (n,):
        return False
    größte = 0.0
    for P in (eye(n)[rng.permutation(n)] for _ in range(trials)):
        Z = asarray(layer(P @ X))
        if shape(Z) != shape(Y):
            return False
        größte = max([größte, abs(Z - P @ Y).max(initial=0)])
    return größte <= tol
