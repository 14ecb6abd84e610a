class Row(list):
    pass


class DoesNotFit(ValueError):
    def __init__(self, have, need):
        super().__init__(have, need)
        self.have, self.need = have, need

    def __str__(self):
        return f"{self.have} numbers, {self.need} rows"


def vec_mat(x, W, /):
    if len(x) != len(W):
        raise DoesNotFit(len(x), len(W))
    return Row(sum(a * b for a, b in zip(x, column)) for column in zip(*W))


def qkv_one(x, W_Q, W_K, W_V):
    yielded = (vec_mat(x, W) for W in (W_Q, W_K, W_V))
    return (*yielded,)
