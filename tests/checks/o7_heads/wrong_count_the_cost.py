"""Known wrong ways of count-the-cost."""

from grader.checks.variants import wrong


def sizes(d_model, h, d_k, d_v):
    return (d_model // h if d_k is None else d_k), (d_model // h if d_v is None else d_v)


def right(n, d_model, h, n_k, **changed):
    n_k = n if n_k is None else n_k
    counts = {
        "project": (n + 2 * n_k) * d_model**2,
        "scores": n * n_k * d_model,
        "blend": n * n_k * d_model,
        "output": n * d_model**2,
        "exponentials": n * n_k * h,
    }
    counts.update(changed)
    return counts


@wrong("more-heads-more-cost", fails=("check_heads_share_the_width",), replaces="mha_params")
def every_head_is_full_size(d_model, h, d_k=None, d_v=None, bias=False):
    """Gives every head the whole width: h times as many numbers."""
    d_k = d_k or d_model
    d_v = d_v or d_model
    total = h * (2 * d_model * d_k + d_model * d_v) + h * d_v * d_model
    return total + bias * (h * (2 * d_k + d_v) + d_model)


@wrong("more-heads-more-cost", fails=("check_heads_share_the_width",), replaces="mha_params")
def width_not_divided(d_model, h, d_k=None, d_v=None, bias=False):
    """Forgets to divide d_model by h when no sizes are given."""
    if d_k is None:
        d_k = d_model
    if d_v is None:
        d_v = d_model
    count = 0
    for _ in range(h):
        count += d_model * d_k + d_model * d_k + d_model * d_v + d_v * d_model
        if bias:
            count += d_k + d_k + d_v
    return count + d_model if bias else count


@wrong(
    "wo-optional",
    fails=("check_heads_share_the_width", "check_given_sizes", "check_bias_adds_one_number_per_output"),
    replaces="mha_params",
)
def forgets_wo(d_model, h, d_k=None, d_v=None, bias=False):
    """Leaves out W_O."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    return h * (2 * d_model * d_k + d_model * d_v) + (h * (2 * d_k + d_v) if bias else 0)


@wrong(
    "wo-optional",
    fails=("check_heads_share_the_width", "check_given_sizes", "check_bias_adds_one_number_per_output"),
    replaces="mha_params",
)
def three_matrices_per_head(d_model, h, d_k=None, d_v=None, bias=False):
    """Adds up three matrices per head and stops."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    per_head = [(d_model, d_k), (d_model, d_k), (d_model, d_v)]
    return h * sum(rows * columns + (columns if bias else 0) for rows, columns in per_head)


@wrong(
    "blend-the-keys",
    fails=("check_heads_share_the_width", "check_given_sizes", "check_bias_adds_one_number_per_output"),
    replaces="mha_params",
)
def no_value_matrix(d_model, h, d_k=None, d_v=None, bias=False):
    """Counts W_Q, W_K and W_O, but no W_V."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    return 2 * h * d_model * d_k + h * d_v * d_model + (2 * h * d_k + d_model if bias else 0)


@wrong(
    "blend-the-keys",
    fails=("check_heads_share_the_width", "check_given_sizes", "check_bias_adds_one_number_per_output"),
    replaces="mha_params",
)
def keys_serve_as_values(d_model, h, d_k=None, d_v=None, bias=False):
    """Two projections per head, then W_O."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    count = h * d_v * d_model + (d_model if bias else 0)
    for _ in range(h):
        for _ in ("query", "key"):
            count += (d_model + bool(bias)) * d_k
    return count


@wrong("slip-formula", fails=("check_bias_adds_one_number_per_output",), replaces="mha_params")
def one_bias_per_matrix(d_model, h, d_k=None, d_v=None, bias=False):
    """Adds a single number per matrix."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    return 2 * d_model * h * d_k + 2 * d_model * h * d_v + (4 if bias else 0)


@wrong("slip-formula", fails=("check_bias_adds_one_number_per_output",), replaces="mha_params")
def bias_at_the_end_only(d_model, h, d_k=None, d_v=None, bias=False):
    """Gives a bias to W_O alone."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    return 2 * d_model * h * d_k + 2 * d_model * h * d_v + (d_model if bias else 0)


@wrong("slip-formula", fails=("check_bias_adds_one_number_per_output",), replaces="mha_params")
def four_biases_of_d_model(d_model, h, d_k=None, d_v=None, bias=False):
    """Takes d_model outputs for every matrix."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    return 2 * d_model * h * d_k + 2 * d_model * h * d_v + (4 * d_model if bias else 0)


@wrong("slip-formula", fails=("check_given_sizes",), replaces="mha_params")
def wo_takes_dk(d_model, h, d_k=None, d_v=None, bias=False):
    """Gives W_O h·d_k rows."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    return h * (2 * d_model * d_k + d_model * d_v) + h * d_k * d_model + (h * (2 * d_k + d_v) + d_model if bias else 0)


@wrong("slip-formula", fails=("check_given_sizes",), replaces="mha_params")
def four_times_d_squared(d_model, h, d_k=None, d_v=None, bias=False):
    """Always 4·d_model², whatever sizes are given."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    return 4 * d_model * d_model + (h * (2 * d_k + d_v) + d_model if bias else 0)


@wrong("per-token-matrices", fails=("check_projections_and_output",), replaces="mha_multiplications")
def projecting_costs_one_token(n, d_model, h, n_k=None):
    """Counts the projections once, as if every token had brought its own numbers along."""
    return right(n, d_model, h, n_k, project=3 * d_model**2, output=d_model**2)


@wrong("per-token-matrices", fails=("check_projections_and_output",), replaces="mha_multiplications")
def size_of_the_matrices_for_their_use(n, d_model, h, n_k=None):
    """Takes the number of learned numbers for the number of multiplications."""
    counts = right(n, d_model, h, n_k)
    counts["output"] = d_model * d_model
    counts["project"] = 3 * counts["output"]
    return counts


@wrong("more-heads-more-cost", fails=("check_scores_and_blend",), replaces="mha_multiplications")
def scores_in_full_width(n, d_model, h, n_k=None):
    """Lets every head multiply d_model numbers."""
    n_k = n if n_k is None else n_k
    return right(n, d_model, h, n_k, scores=h * n * n_k * d_model, blend=h * n * n_k * d_model)


@wrong("more-heads-more-cost", fails=("check_scores_and_blend",), replaces="mha_multiplications")
def h_times_one_wide_head(n, d_model, h, n_k=None):
    """Multiplies the cost of one wide head by h."""
    counts = right(n, d_model, h, n_k)
    for name in ("scores", "blend"):
        counts[name] = counts[name] * h
    return counts


@wrong("more-heads-more-cost", fails=("check_projections_and_output",), replaces="mha_multiplications")
def projections_h_times(n, d_model, h, n_k=None):
    """Gives every head three matrices of full size."""
    n_k = n if n_k is None else n_k
    return right(n, d_model, h, n_k, project=h * (n + 2 * n_k) * d_model**2)


@wrong("more-heads-more-cost", fails=("check_projections_and_output",), replaces="mha_multiplications")
def every_head_projects_to_d_model(n, d_model, h, n_k=None):
    """Adds d_model² per token and matrix for each head."""
    counts = right(n, d_model, h, n_k)
    counts["project"] = sum(
        rows * d_model * d_model for _ in range(h) for rows in (n, n if n_k is None else n_k, n if n_k is None else n_k)
    )
    return counts


@wrong("double-context-double-cost", fails=("check_scores_and_blend",), replaces="mha_multiplications")
def scores_linear_in_n(n, d_model, h, n_k=None):
    """One score per token."""
    return right(n, d_model, h, n_k, scores=n * d_model, blend=n * d_model)


@wrong("double-context-double-cost", fails=("check_scores_and_blend",), replaces="mha_multiplications")
def every_query_meets_one_key(n, d_model, h, n_k=None):
    """Multiplies each query once."""
    counts = right(n, d_model, h, n_k)
    counts["scores"] = counts["blend"] = h * n * (d_model // h)
    return counts


@wrong("slip-formula", fails=("check_exponentials",), replaces="mha_multiplications")
def one_table_for_all_heads(n, d_model, h, n_k=None):
    """Counts the exponentials of one table."""
    n_k = n if n_k is None else n_k
    return right(n, d_model, h, n_k, exponentials=n * n_k)


@wrong("slip-formula", fails=("check_exponentials",), replaces="mha_multiplications")
def exponentials_per_number(n, d_model, h, n_k=None):
    """One exponential per query and number."""
    return right(n, d_model, h, n_k, exponentials=n * d_model)


@wrong("attention-matrix-square", fails=("check_scores_and_blend", "check_exponentials"), replaces="mha_multiplications")
def table_always_square(n, d_model, h, n_k=None):
    """Takes n for the number of keys in the tables."""
    return right(n, d_model, h, n_k, scores=n * n * d_model, blend=n * n * d_model, exponentials=h * n * n)


@wrong("attention-matrix-square", fails=("check_scores_and_blend", "check_exponentials"), replaces="mha_multiplications")
def n_squared_cells(n, d_model, h, n_k=None):
    """Works with n² cells, also for cross-attention."""
    cells = n**2
    counts = right(n, d_model, h, n_k)
    counts["exponentials"] = h * cells
    counts["scores"] = counts["blend"] = cells * d_model
    return counts


@wrong("cross-q-from-source", fails=("check_projections_and_output",), replaces="mha_multiplications")
def queries_from_the_longer_side(n, d_model, h, n_k=None):
    """Projects the n_k tokens to queries, and the n to keys and values."""
    n_k = n if n_k is None else n_k
    return right(n, d_model, h, n_k, project=(n_k + 2 * n) * d_model**2, output=n_k * d_model**2)


@wrong("cross-q-from-source", fails=("check_projections_and_output",), replaces="mha_multiplications")
def source_asks(n, d_model, h, n_k=None):
    """Swaps the roles of the two sequences."""
    counts = right(n, d_model, h, n_k)
    if n_k is not None:
        swapped = right(n_k, d_model, h, n)
        counts["project"], counts["output"] = swapped["project"], swapped["output"]
    return counts


@wrong("slip-formula", fails=("check_projections_and_output",), replaces="mha_multiplications")
def all_three_from_the_queries(n, d_model, h, n_k=None):
    """Projects n tokens three times."""
    return right(n, d_model, h, n_k, project=3 * n * d_model**2)


@wrong("slip-formula", fails=("check_bias_adds_one_number_per_output",), replaces="mha_params")
def four_single_biases(d_model, h, d_k=None, d_v=None, bias=False):
    """One number of bias for each of the four matrices."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    total = 0
    for rows, columns in ((d_model, h * d_k), (d_model, h * d_k), (d_model, h * d_v), (h * d_v, d_model)):
        total += rows * columns
    return total + bias * (1 + 1 + 1 + 1)


@wrong("slip-formula", fails=("check_bias_adds_one_number_per_output",), replaces="mha_params")
def bias_of_wo_alone(d_model, h, d_k=None, d_v=None, bias=False):
    """Only the last matrix gets a bias."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    total = 0
    for rows, columns in ((d_model, h * d_k), (d_model, h * d_k), (d_model, h * d_v), (h * d_v, d_model)):
        total += rows * columns
    return total + bias * (d_model)


@wrong("slip-formula", fails=("check_bias_adds_one_number_per_output",), replaces="mha_params")
def every_bias_as_wide_as_x(d_model, h, d_k=None, d_v=None, bias=False):
    """Gives each of the four biases d_model numbers."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    total = 0
    for rows, columns in ((d_model, h * d_k), (d_model, h * d_k), (d_model, h * d_v), (h * d_v, d_model)):
        total += rows * columns
    return total + bias * (d_model + d_model + d_model + d_model)


@wrong("slip-formula", fails=("check_given_sizes",), replaces="mha_params")
def wo_as_wide_as_the_keys(d_model, h, d_k=None, d_v=None, bias=False):
    """Lets W_O read h·d_k numbers."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    total = 0
    for rows, columns in ((d_model, h * d_k), (d_model, h * d_k), (d_model, h * d_v), (h * d_k, d_model)):
        total += rows * columns
    return total + bias * (2 * h * d_k + h * d_v + d_model)


@wrong("slip-formula", fails=("check_given_sizes",), replaces="mha_params")
def four_square_matrices(d_model, h, d_k=None, d_v=None, bias=False):
    """Takes all four matrices for square."""
    d_k, d_v = sizes(d_model, h, d_k, d_v)
    weights = sum(d_model**2 for _ in ("Q", "K", "V", "O"))
    return weights + (2 * h * d_k + h * d_v + d_model) * bool(bias)


@wrong("slip-formula", fails=("check_exponentials",), replaces="mha_multiplications")
def exponentials_of_one_head(n, d_model, h, n_k=None):
    """Forgets that every head has its own table."""
    counts = right(n, d_model, h, n_k)
    keys = n_k if n_k is not None else n
    counts["exponentials"] = n * keys
    return counts


@wrong("slip-formula", fails=("check_exponentials",), replaces="mha_multiplications")
def one_exponential_per_query_number(n, d_model, h, n_k=None):
    """Takes the exponentials of the queries."""
    counts = right(n, d_model, h, n_k)
    keys = n_k if n_k is not None else n
    counts["exponentials"] = d_model * n
    return counts


@wrong("slip-formula", fails=("check_projections_and_output",), replaces="mha_multiplications")
def keys_and_values_of_n_tokens(n, d_model, h, n_k=None):
    """Projects the n asking tokens to keys and values as well."""
    counts = right(n, d_model, h, n_k)
    keys = n_k if n_k is not None else n
    counts["project"] = sum(n * d_model * d_model for _ in range(3))
    return counts


@wrong("slip-reading", fails=("check_given_sizes",), replaces="mha_params")
def values_as_wide_as_the_keys(d_model, h, d_k=None, d_v=None, bias=False):
    """Lets d_v be d_k, unless it is given."""
    d_k = d_model // h if d_k is None else d_k
    d_v = d_k if d_v is None else d_v
    return 2 * d_model * h * (d_k + d_v) + (h * (2 * d_k + d_v) + d_model if bias else 0)


@wrong("slip-reading", fails=("check_given_sizes",), replaces="mha_params")
def sizes_count_in_pairs_only(d_model, h, d_k=None, d_v=None, bias=False):
    """Takes the given sizes only if both are given."""
    if d_k is None or d_v is None:
        d_k = d_v = d_model // h
    return 2 * d_model * h * (d_k + d_v) + (h * (2 * d_k + d_v) + d_model if bias else 0)
