import math
from itertools import accumulate, repeat

import numpy as np


def loss_and_grad(q, K, V, target):
    c = 1 / math.sqrt(len(q))
    s = c * (K @ q)
    w = np.exp(s - s.max())
    w /= w.sum()
    err = w @ V - target
    g = V @ err
    return float(err @ err / 2), c * ((w * (g - w @ g)) @ K)


def learn_query(K, V, target, q0, lr: float = 1.0, steps: int = 300):
    step = lambda q, _: q - lr * loss_and_grad(q, K, V, target)[1]
    path = list(accumulate(repeat(None, steps), step, initial=np.array(q0, float)))
    return path[-1], [loss_and_grad(q, K, V, target)[0] for q in path]
