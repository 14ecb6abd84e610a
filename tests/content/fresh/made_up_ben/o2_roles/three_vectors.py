from operator import mul


def vec_mat(x: list[float], W: list[list[float]]) -> list[float]:
    if len(x) != len(W):
        raise ValueError(f"{len(x)} numbers do not fit {len(W)} rows")
    return [sum(map(mul, x, col)) for col in zip(*W)]


def qkv_one(x, W_Q, W_K, W_V) -> tuple[list[float], ...]:
    return tuple(vec_mat(x, W) for W in (W_Q, W_K, W_V))
