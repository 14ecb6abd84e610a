def mha_params(d_model, h, d_k=None, d_v=None, bias=False):
    if d_k is None:
        d_k = d_model // h
    if d_v is None:
        d_v = d_model // h
    total = 0
    total += d_model * h * d_k
    total += d_model * h * d_k
    total += d_model * h * d_v
    total += h * d_v * d_model
    if bias:
        total += h * d_k + h * d_k + h * d_v + d_model
    return total


def mha_multiplications(n, d_model, h, n_k=None):
    if n_k is None:
        n_k = n
    width = d_model // h
    return {
        "project": n * d_model * d_model + 2 * n_k * d_model * d_model,
        "scores": h * n * width * n_k,
        "blend": h * n * n_k * width,
        "output": n * d_model * d_model,
        "exponentials": h * n * n_k,
    }
