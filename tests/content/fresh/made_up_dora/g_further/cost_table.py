from collections import OrderedDict
from functools import reduce
from operator import mul


class Table:
    def __init__(self, n, window):
        self.n, self.w = n, window

    def __len__(self):
        if self.w is None:
            return self.n**2
        w = min(self.w, self.n)
        return w * (w + 1) // 2 + (self.n - w) * w


def cost_row(n, d, window=None, bytes_per=2):
    c = len(Table(n, window))
    return OrderedDict(cells=c, bytes=c * bytes_per, attention=2 * c * d, projections=4 * n * d**2)


def crossover(d):
    return next(n for n in range(1, 10**9) if 2 * n * n * d >= 4 * n * d * d)


def kv_cache_bytes(*sizes, **named):
    bytes_per = named.pop("bytes_per", sizes[4] if len(sizes) > 4 else 2)
    return reduce(mul, [*sizes[:4], *named.values()], 2) * bytes_per
