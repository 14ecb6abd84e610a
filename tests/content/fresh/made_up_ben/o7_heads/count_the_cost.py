def mha_params(d_model: int, h: int, d_k: int | None = None, d_v: int | None = None, bias: bool = False) -> int:
    d_k, d_v = (d_model // h if size is None else size for size in (d_k, d_v))
    shapes = [(d_model, h * d_k)] * 2 + [(d_model, h * d_v), (h * d_v, d_model)]
    return sum((rows + bool(bias)) * cols for rows, cols in shapes)


def mha_multiplications(n: int, d_model: int, h: int, n_k: int | None = None) -> dict[str, int]:
    n_k = n if n_k is None else n_k
    return dict(
        project=(n + 2 * n_k) * d_model**2,
        scores=n * n_k * d_model,
        blend=n * n_k * d_model,
        output=n * d_model**2,
        exponentials=h * n * n_k,
    )
