"""The soft look-up by a class made from list."""
from math import exp, sqrt


class Vector(list):
    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other))

    def __rmul__(self, c):
        return Vector(c * x for x in self)

    def __add__(self, other):
        return Vector(a + b for a, b in zip(self, other))


def hard_lookup(query, keys, values):
    for key, value in zip(keys, values):
        if Vector(key) == query:
            return Vector(value)


def soft_lookup(query, keys, values, sharpness=1.0):
    s = [sharpness * (Vector(query) @ key) / sqrt(len(query)) for key in keys]
    w = Vector(exp(x - max(s)) for x in s)
    w = 1 / sum(w) * w
    out = Vector([0.0] * len(values[0]))
    for wi, v in zip(w, values):
        out = out + wi * Vector(v)
    return out, w
