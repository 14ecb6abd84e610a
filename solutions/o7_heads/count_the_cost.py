"""What do eight heads cost? As many numbers and multiplications as one wide head; only the tables grow."""


def mha_params(d_model, h, d_k=None, d_v=None, bias=False):
    """How many learned numbers a layer of h heads has."""
    d_k = d_model // h if d_k is None else d_k
    d_v = d_model // h if d_v is None else d_v
    wide_k, wide_v = h * d_k, h * d_v  # all heads together
    weights = 2 * d_model * wide_k + d_model * wide_v + wide_v * d_model  # W_Q and W_K, W_V, W_O
    biases = 2 * wide_k + wide_v + d_model
    return weights + biases if bias else weights


def mha_multiplications(n, d_model, h, n_k=None):
    """How many multiplications and exponentials a layer of h heads needs: a dict of five counts."""
    n_k = n if n_k is None else n_k
    d_head = d_model // h
    return {
        "project": n * d_model * d_model + 2 * n_k * d_model * d_model,  # W_Q; W_K and W_V
        "scores": h * n * n_k * d_head,
        "blend": h * n * n_k * d_head,
        "output": n * d_model * d_model,  # W_O
        "exponentials": h * n * n_k,
    }
