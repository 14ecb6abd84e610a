"""Other correct styles of count-the-cost."""

from grader.checks.variants import alternative


@alternative("a list of shapes", replaces="mha_params")
def shapes(d_model, h, d_k=None, d_v=None, bias=False):
    """Every matrix of every head as a pair."""
    if d_k is None:
        d_k = d_model // h
    if d_v is None:
        d_v = d_model // h
    matrices = []
    for _ in range(h):
        matrices += [(d_model, d_k), (d_model, d_k), (d_model, d_v)]
    matrices.append((h * d_v, d_model))
    return sum(a * b for a, b in matrices) + (sum(b for _, b in matrices) if bias else 0)


@alternative("a list of shapes", replaces="mha_multiplications")
def products(n, d_model, h, n_k=None):
    """Counts each matrix product with a small function."""
    if n_k is None:
        n_k = n

    def product(a, b, c):
        return a * b * c

    d_head = d_model // h
    return dict(
        project=sum(product(rows, d_model, d_head) for rows in (n, n_k, n_k) for _ in range(h)),
        scores=sum(product(n, d_head, n_k) for _ in range(h)),
        blend=sum(product(n, n_k, d_head) for _ in range(h)),
        output=product(n, d_model, d_model),
        exponentials=sum(n * n_k for _ in range(h)),
    )


@alternative("closed formulas", replaces="mha_params")
def formula(d_model, h, d_k=None, d_v=None, bias=False):
    """One formula; the division is done in floats and the result rounded."""
    d_k = d_model / h if d_k is None else d_k
    d_v = d_model / h if d_v is None else d_v
    return int(round(2 * h * d_model * (d_k + d_v) + bool(bias) * (2 * h * d_k + h * d_v + d_model)))


@alternative("closed formulas", replaces="mha_multiplications")
def formulas(n, d_model, h, n_k=None):
    """Everything without the head size."""
    keys = n_k or n
    table = n * keys
    return {
        "exponentials": h * table,
        "output": n * d_model**2,
        "blend": table * d_model,
        "scores": table * d_model,
        "project": (n + keys + keys) * d_model**2,
    }


@alternative("counting loops", replaces="mha_params")
def counting(d_model, h, d_k=None, d_v=None, bias=False):
    """Counts head by head, then W_O, then biases."""
    key_size = d_k if d_k is not None else d_model // h
    value_size = d_v if d_v is not None else d_model // h
    total = 0
    for head in range(h):
        total += d_model * key_size
        total += d_model * key_size
        total += d_model * value_size
    total += (h * value_size) * d_model
    if bias:
        total += h * key_size
        total += h * key_size
        total += h * value_size
        total += d_model
    return total


@alternative("counting loops", replaces="mha_multiplications")
def counting_rows(n, d_model, h, n_k=None):
    """Walks over queries, keys and heads."""
    if n_k is None:
        n_k = n
    result = {"project": 0, "scores": 0, "blend": 0, "output": 0, "exponentials": 0}
    size = d_model // h
    for head in range(h):
        for query in range(n):
            result["project"] += d_model * size
            for key in range(n_k):
                result["scores"] += size
                result["blend"] += size
                result["exponentials"] += 1
        for key in range(n_k):
            result["project"] += 2 * d_model * size
    for query in range(n):
        result["output"] += d_model * d_model
    return result


@alternative("whole-number floats", replaces="mha_multiplications")
def floats(n, d_model, h, n_k=None):
    """Divides with / and turns the counts into int."""
    n_k = n if n_k is None else n_k
    d = d_model / h
    counts = {"project": h * (n * d_model * d + 2 * n_k * d_model * d), "scores": h * n * n_k * d}
    counts["blend"] = counts["scores"]
    counts["output"] = n * h * d * d_model
    counts["exponentials"] = h * n * n_k
    return {name: int(count) for name, count in counts.items()}


@alternative("fresh", replaces="mha_params")
def fresh_mha_params(d_model, h, d_k=None, d_v=None, bias=False):
    """Written from the stub alone."""
    if d_k is None:
        d_k = d_model // h
    if d_v is None:
        d_v = d_model // h
    W_Q = d_model * (h * d_k)
    W_K = d_model * (h * d_k)
    W_V = d_model * (h * d_v)
    W_O = (h * d_v) * d_model
    answer = W_Q + W_K + W_V + W_O
    if bias is True:
        answer = answer + h * d_k
        answer = answer + h * d_k
        answer = answer + h * d_v
        answer = answer + d_model
    return answer


@alternative("fresh", replaces="mha_multiplications")
def fresh_mha_multiplications(n, d_model, h, n_k=None):
    """Written from the stub alone."""
    if n_k is None:
        n_k = n
    answer = {}
    answer["project"] = n * d_model * d_model + n_k * d_model * d_model + n_k * d_model * d_model
    answer["scores"] = 0
    answer["blend"] = 0
    answer["exponentials"] = 0
    for head in range(h):
        answer["scores"] = answer["scores"] + n * n_k * (d_model // h)
        answer["blend"] = answer["blend"] + n * n_k * (d_model // h)
        answer["exponentials"] = answer["exponentials"] + n * n_k
    answer["output"] = n * d_model * d_model
    return answer
