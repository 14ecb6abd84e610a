import math
from collections import OrderedDict, namedtuple
from copy import deepcopy

Result = namedtuple("Result", ["weights", "output"])


class Sentence:
    def __init__(self, words, query, keys, values):
        self.q = deepcopy(query)
        self.rows = OrderedDict((w, [list(k), list(v)]) for w, k, v in zip(words, keys, values))

    def edit(self, q, ks, drop):
        if q is not None:
            self.q = list(q)
        for w, k in (ks or {}).items():
            self.rows[w][0] = list(k)
        for w in drop:
            self.rows.pop(w)
        return self

    def run(self):
        d = len(self.q)
        s = {w: sum(a * b for a, b in zip(self.q, k)) / math.sqrt(d) for w, (k, _) in self.rows.items()}
        top = max(s.values())
        e = {w: math.exp(x - top) for w, x in s.items()}
        total = sum(e.values())
        out = OrderedDict((w, x / total) for w, x in e.items())
        width = len(next(iter(self.rows.values()))[1])
        return Result(out, [sum(out[w] * self.rows[w][1][j] for w in out) for j in range(width)])


def what_if(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    return Sentence(words, query, keys, values).edit(new_query, new_keys, drop).run()
