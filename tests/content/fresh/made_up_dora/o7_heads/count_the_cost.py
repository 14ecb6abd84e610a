from collections import Counter
from dataclasses import asdict, dataclass


@dataclass
class Matrix:
    rows: int
    columns: int

    @property
    def size(self):
        return self.rows * self.columns

    def __matmul__(self, other):
        return self.rows * self.columns * other.columns


@dataclass
class Bill:
    project: int = 0
    scores: int = 0
    blend: int = 0
    output: int = 0
    exponentials: int = 0


def mha_params(d_model, h, d_k=None, d_v=None, bias=False):
    d_k = d_k or d_model // h
    d_v = d_v or d_model // h
    ms = Matrix(d_model, h * d_k), Matrix(d_model, h * d_k), Matrix(d_model, h * d_v), Matrix(h * d_v, d_model)
    return sum(m.size + m.columns * bias for m in ms)


def mha_multiplications(n, d_model, h, n_k=None):
    n_k = n_k or n
    d = d_model // h
    b = Bill()
    for X in (n, n_k, n_k):
        b.project += Matrix(X, d_model) @ Matrix(d_model, d_model)
    for _ in range(h):
        b.scores += Matrix(n, d) @ Matrix(d, n_k)
        b.blend += Matrix(n, n_k) @ Matrix(n_k, d)
        b.exponentials += Matrix(n, n_k).size
    b.output = Matrix(n, d_model) @ Matrix(d_model, d_model)
    return Counter(asdict(b))
