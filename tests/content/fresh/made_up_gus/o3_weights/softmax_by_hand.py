# -*- coding: latin-1 -*-
"""Schöne Grüße: ein Aufruf-Objekt."""
import doctest
import math


class Größe:
    def __call__(self, xs):
        """
        >>> Größe()([1.0, 1.0])
        [0.5, 0.5]
        """
        m = max(xs, default=0)
        e = [0.0 if x == -math.inf else math.exp(x - m) for x in xs]
        z = sum(e) or 1.0
        return [x / z for x in e]


softmax = Größe()
doctest.testmod()
