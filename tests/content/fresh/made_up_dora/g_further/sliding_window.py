from collections import deque

import numpy as np


class Window:
    def __init__(self, w):
        self.keys, self.values = deque(maxlen=w), deque(maxlen=w)

    def step(self, q, k, v):
        self.keys.append(k)
        self.values.append(v)
        s = np.array(self.keys) @ q / np.sqrt(len(q))
        e = np.exp(s - s.max())
        return e @ np.array(self.values) / e.sum()


def window_mask(n, w):
    return np.fromfunction(lambda i, j: (j <= i) & (j > i - w), (n, n), dtype=int)


def window_attention(Q, K, V, w):
    window = Window(w)
    return np.array([window.step(*row) for row in zip(*(np.asarray(a, float) for a in (Q, K, V)))])


def reach(w, layers):
    return 0 if layers == 0 else w - 1 + reach(w, layers - 1)
