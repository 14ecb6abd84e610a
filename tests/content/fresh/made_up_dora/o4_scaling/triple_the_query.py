import math


class Softener:
    def __init__(self, query, keys):
        self.scores = [sum(a * b for a, b in zip(query, k)) / math.sqrt(len(query)) for k in keys]

    def at(self, f):
        s = [f(x) for x in self.scores]
        e = [math.exp(x - max(s)) for x in s]
        return [x / math.fsum(e) for x in e]


def sharpen(query, keys, factor):
    return Softener(query, keys).at(lambda s: s * factor)


def temperature(query, keys, T):
    return Softener(query, keys).at(lambda s: s / T)


def entropy_bits(weights):
    def term(w):
        try:
            return w * math.log2(1 / w)
        except ZeroDivisionError:
            return 0

    return math.fsum(map(term, weights))
