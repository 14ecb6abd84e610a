"""Known wrong ways of cost-table."""

from grader.checks.variants import wrong


def bill(n, d, cells, bytes_per, **changed):
    row = {"cells": cells, "bytes": cells * bytes_per, "attention": 2 * cells * d, "projections": 4 * n * d**2}
    row.update(changed)
    return row


def open_cells(n, window):
    return n**2 if window is None else sum(min(i + 1, window) for i in range(n))


@wrong("double-context-double-cost", fails=("check_full_table",), replaces="cost_row")
def linear_table(n, d, window=None, bytes_per=2):
    """One cell per token without a window."""
    cells = n if window is None else open_cells(n, window)
    return bill(n, d, cells, bytes_per)


@wrong("double-context-double-cost", fails=("check_full_table",), replaces="cost_row")
def cells_grow_like_the_text(n, d, window=None, bytes_per=2):
    """Counts one cell for each further token."""
    cells = 0
    for i in range(1, n + 1):
        cells += 1 if window is None else min(i, window)
    return {"cells": cells, "bytes": bytes_per * cells, "attention": 2 * d * cells, "projections": 4 * d * d * n}


@wrong("double-context-double-cost", fails=("check_projections",), replaces="cost_row")
def projections_quadratic_too(n, d, window=None, bytes_per=2):
    """Lets the projections grow like n² as well."""
    return bill(n, d, open_cells(n, window), bytes_per, projections=4 * n * n * d * d)


@wrong("double-context-double-cost", fails=("check_projections",), replaces="cost_row")
def everything_grows_with_the_square(n, d, window=None, bytes_per=2):
    """Multiplies the projections of one token by n twice."""
    row = bill(n, d, open_cells(n, window), bytes_per)
    row["projections"] *= n
    return row


@wrong("slip-formula", fails=("check_full_table",), replaces="cost_row")
def half_a_table(n, d, window=None, bytes_per=2):
    """Counts the triangle for a full table too."""
    cells = n * (n + 1) // 2 if window is None else open_cells(n, window)
    return bill(n, d, cells, bytes_per)


@wrong("slip-off-by-one", fails=("check_window",), replaces="cost_row")
def window_without_the_corner(n, d, window=None, bytes_per=2):
    """Gives every row a whole window."""
    cells = n * n if window is None else n * min(window, n)
    return bill(n, d, cells, bytes_per)


@wrong("slip-off-by-one", fails=("check_window",), replaces="cost_row")
def window_tokens_before_itself(n, d, window=None, bytes_per=2):
    """Counts window tokens before the token, and itself on top."""
    cells = n * n if window is None else sum(min(i + 1, window + 1) for i in range(n))
    return bill(n, d, cells, bytes_per)


@wrong("slip-off-by-one", fails=("check_window",), replaces="cost_row")
def first_token_has_no_cell(n, d, window=None, bytes_per=2):
    """Counts rows from 0."""
    cells = n * n if window is None else sum(min(i, window) for i in range(n))
    return bill(n, d, cells, bytes_per)


@wrong("slip-formula", fails=("check_window",), replaces="cost_row")
def window_on_both_sides(n, d, window=None, bytes_per=2):
    """Lets the window reach into the future as well."""
    if window is None:
        return bill(n, d, n * n, bytes_per)
    cells = sum(1 for i in range(n) for j in range(n) if abs(i - j) < window)
    return bill(n, d, cells, bytes_per)


@wrong("slip-formula", fails=("check_window",), replaces="cost_row")
def later_tokens_counted_too(n, d, window=None, bytes_per=2):
    """Adds up the tokens before and after that lie within the window."""
    if window is None:
        return bill(n, d, n * n, bytes_per)
    cells = 0
    for i in range(n):
        cells += min(i, window - 1) + 1 + min(n - 1 - i, window - 1)
    return bill(n, d, cells, bytes_per)


@wrong("window-same-result", fails=("check_window",), replaces="cost_row")
def window_saves_nothing(n, d, window=None, bytes_per=2):
    """Counts the full table, window or not."""
    return bill(n, d, n * n, bytes_per)


@wrong("window-same-result", fails=("check_window",), replaces="cost_row")
def window_not_looked_at(n, d, window=None, bytes_per=2):
    """Never uses the window."""
    row = {"cells": n**2, "bytes": n**2 * bytes_per}
    row["attention"] = row["cells"] * d + row["cells"] * d
    row["projections"] = 3 * n * d * d + n * d * d
    return row


@wrong("slip-formula", fails=("check_table_multiplications",), replaces="cost_row")
def scores_only(n, d, window=None, bytes_per=2):
    """Counts one matrix product of two."""
    cells = open_cells(n, window)
    return bill(n, d, cells, bytes_per, attention=cells * d)


@wrong("slip-formula", fails=("check_table_multiplications",), replaces="cost_row")
def attention_of_the_full_table(n, d, window=None, bytes_per=2):
    """The window does not reach the multiplications."""
    return bill(n, d, open_cells(n, window), bytes_per, attention=2 * n * n * d)


@wrong("slip-formula", fails=("check_projections",), replaces="cost_row")
def three_projections(n, d, window=None, bytes_per=2):
    """Forgets W_O."""
    return bill(n, d, open_cells(n, window), bytes_per, projections=3 * n * d * d)


@wrong("slip-formula", fails=("check_memory_of_the_table",), replaces="cost_row")
def always_two_bytes(n, d, window=None, bytes_per=2):
    """Ignores bytes_per."""
    return bill(n, d, open_cells(n, window), 2)


@wrong("slip-formula", fails=("check_memory_of_the_table",), replaces="cost_row")
def bits_for_bytes(n, d, window=None, bytes_per=2):
    """Counts bits."""
    return bill(n, d, open_cells(n, window), 8 * bytes_per)


@wrong("slip-formula", fails=("check_crossover",), replaces="crossover")
def crossover_at_d(d):
    """Forgets that attention has two matrix products and the projections four."""
    return d


@wrong("slip-formula", fails=("check_crossover",), replaces="crossover")
def crossover_at_four_d(d):
    """Counts one matrix product for attention."""
    return 4 * d


@wrong("double-context-double-cost", fails=("check_crossover",), replaces="crossover")
def crossover_by_doubling(d):
    """Takes the table to be linear in n, finds the lengths always apart, and gives up at d²."""
    return d * d


@wrong("double-context-double-cost", fails=("check_crossover",), replaces="crossover")
def crossover_of_straight_lines(d):
    """Compares 2·n·d with 4·n·d² at n = 1 and solves for d."""
    n = 1
    while 2 * n < 2 * d * d:
        n += 1
    return n


@wrong("blend-the-keys", fails=("check_kv_cache",), replaces="kv_cache_bytes")
def keys_only(layers, kv_heads, d_head, n, bytes_per=2):
    """Keeps the keys and no values."""
    return layers * kv_heads * d_head * n * bytes_per


@wrong("blend-the-keys", fails=("check_kv_cache",), replaces="kv_cache_bytes")
def one_vector_per_token(layers, kv_heads, d_head, n, bytes_per=2):
    """One vector per token and head."""
    total = 0
    for _ in range(layers):
        total += n * kv_heads * d_head * bytes_per
    return total


@wrong("cache-keeps-queries", fails=("check_kv_cache",), replaces="kv_cache_bytes")
def queries_kept_too(layers, kv_heads, d_head, n, bytes_per=2):
    """Keeps queries, keys and values."""
    return 3 * layers * kv_heads * d_head * n * bytes_per


@wrong("cache-keeps-queries", fails=("check_kv_cache",), replaces="kv_cache_bytes")
def q_k_and_v(layers, kv_heads, d_head, n, bytes_per=2):
    """Adds up Q, K and V."""
    return sum(layers * kv_heads * d_head * n * bytes_per for _ in ("q", "k", "v"))


@wrong("double-context-double-cost", fails=("check_kv_cache",), replaces="kv_cache_bytes")
def cache_grows_with_the_square(layers, kv_heads, d_head, n, bytes_per=2):
    """A key and a value for every pair of tokens."""
    return 2 * layers * kv_heads * d_head * n * n * bytes_per


@wrong("double-context-double-cost", fails=("check_kv_cache",), replaces="kv_cache_bytes")
def pairs_of_tokens_cached(layers, kv_heads, d_head, n, bytes_per=2):
    """Counts the cells of the table in place of the tokens."""
    cells = n**2
    return layers * kv_heads * (cells * d_head + cells * d_head) * bytes_per


@wrong("slip-formula", fails=("check_kv_cache",), replaces="kv_cache_bytes")
def one_layer_only(layers, kv_heads, d_head, n, bytes_per=2):
    """Forgets the layers."""
    return 2 * kv_heads * d_head * n * bytes_per


@wrong("slip-formula", fails=("check_full_table",), replaces="cost_row")
def triangle_for_the_full_table(n, d, window=None, bytes_per=2):
    """Takes a full table for causal."""
    w = n if window is None else window
    return bill(n, d, sum(min(i, w) for i in range(1, n + 1)), bytes_per)


@wrong("slip-off-by-one", fails=("check_window",), replaces="cost_row")
def a_whole_window_for_every_row(n, d, window=None, bytes_per=2):
    """Multiplies the rows by the window."""
    cells = 0
    for _ in range(n):
        cells += n if window is None or window > n else window
    return bill(n, d, cells, bytes_per)


@wrong("slip-off-by-one", fails=("check_window",), replaces="cost_row")
def window_and_itself(n, d, window=None, bytes_per=2):
    """Adds the token to its window."""
    return bill(n, d, open_cells(n, None if window is None else window + 1), bytes_per)


@wrong("slip-off-by-one", fails=("check_window",), replaces="cost_row")
def rows_counted_from_zero(n, d, window=None, bytes_per=2):
    """Gives row i only i cells."""
    cells = 0
    for i in range(n):
        cells += n if window is None else (i if i < window else window)
    return bill(n, d, cells, bytes_per)


@wrong("slip-formula", fails=("check_table_multiplications",), replaces="cost_row")
def one_product_per_cell(n, d, window=None, bytes_per=2):
    """Forgets the blend."""
    counts = bill(n, d, open_cells(n, window), bytes_per)
    counts["attention"] //= 2
    return counts


@wrong("slip-formula", fails=("check_table_multiplications",), replaces="cost_row")
def multiplications_as_without_a_window(n, d, window=None, bytes_per=2):
    """Uses n² cells for the multiplications."""
    counts = bill(n, d, open_cells(n, window), bytes_per)
    counts["attention"] = n * d * n + n * n * d
    return counts


@wrong("slip-formula", fails=("check_projections",), replaces="cost_row")
def query_key_and_value_only(n, d, window=None, bytes_per=2):
    """Counts the projections of Q, K and V."""
    counts = bill(n, d, open_cells(n, window), bytes_per)
    counts["projections"] = sum(n * d * d for _ in ("Q", "K", "V"))
    return counts


@wrong("slip-formula", fails=("check_memory_of_the_table",), replaces="cost_row")
def half_precision_only(n, d, window=None, bytes_per=2):
    """Takes two bytes for every number."""
    counts = bill(n, d, open_cells(n, window), bytes_per)
    counts["bytes"] = counts["cells"] + counts["cells"]
    return counts


@wrong("slip-formula", fails=("check_memory_of_the_table",), replaces="cost_row")
def eight_times_the_bytes(n, d, window=None, bytes_per=2):
    """Multiplies by the 8 bits of a byte."""
    counts = bill(n, d, open_cells(n, window), bytes_per)
    counts["bytes"] *= 8
    return counts


@wrong("slip-formula", fails=("check_crossover",), replaces="crossover")
def half_of_the_crossover(d):
    """Compares n·d with d·d."""
    n = 1
    while n * d < d * d:
        n += 1
    return n


@wrong("slip-formula", fails=("check_crossover",), replaces="crossover")
def twice_the_crossover(d):
    """Compares n²·d with 4·n·d²."""
    n = 1
    while n * n * d < 4 * n * d * d:
        n += 1
    return n


@wrong("slip-formula", fails=("check_kv_cache",), replaces="kv_cache_bytes")
def layers_not_used(layers, kv_heads, d_head, n, bytes_per=2):
    """Works the cache out for a single layer."""
    keys = values = n * kv_heads * d_head
    return (keys + values) * bytes_per
