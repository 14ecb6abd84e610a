"""Known wrong ways of mask-and-count."""

import math

from o3_weights.softmax_by_hand import softmax

from grader.checks.variants import wrong


def product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(len(B))) for j in range(len(B[0]))] for i in range(len(A))]


def scaled(X, W_Q, W_K, divisor=None):
    Q, K = product(X, W_Q), product(X, W_K)
    divisor = math.sqrt(len(Q[0])) if divisor is None else divisor
    return [[sum(a * b for a, b in zip(q, k)) / divisor for k in K] for q in Q]


def filled(X, W_Q, W_K, W_V, causal, fill):
    table = scaled(X, W_Q, W_K)
    for i in range(len(X)):
        for j in range(i + 1, len(X)):
            if causal:
                table[i][j] = fill
    A = [softmax(row) for row in table]
    return A, product(A, product(X, W_V))


def opened(X, W_Q, W_K, W_V, causal, may_look, divisor=None):
    table = scaled(X, W_Q, W_K, divisor)
    A = [softmax([s if may_look(i, j) or not causal else float("-inf") for j, s in enumerate(row)]) for i, row in enumerate(table)]
    return A, product(A, product(X, W_V))


MASKED = ("check_attention_with_the_mask",)


@wrong("mask-with-zero", fails=("check_attention_with_the_mask", "check_scores_of_ten_thousands"), replaces="self_attention")
def fills_with_zero(X, W_Q, W_K, W_V, causal=False):
    """Sets the score of a later token to 0, which keeps the weight e^0."""
    return filled(X, W_Q, W_K, W_V, causal, 0.0)


@wrong("mask-with-zero", fails=("check_attention_with_the_mask", "check_scores_of_ten_thousands"), replaces="self_attention")
def multiplies_the_scores_by_the_grid(X, W_Q, W_K, W_V, causal=False):
    """Multiplies every score by 1 or 0."""
    table = scaled(X, W_Q, W_K)
    if causal:
        grid = causal_allowed(len(X))
        table = [[s * ok for s, ok in zip(row, line)] for row, line in zip(table, grid)]
    A = [softmax(row) for row in table]
    return A, product(A, product(X, W_V))


@wrong("mask-with-zero", fails=("check_attention_with_the_mask", "check_scores_of_ten_thousands"), replaces="self_attention")
def fills_with_minus_ten(X, W_Q, W_K, W_V, causal=False):
    """Takes -10 for small enough: a leak of about e^-10 stays."""
    return filled(X, W_Q, W_K, W_V, causal, -10.0)


@wrong("mask-with-zero", fails=("check_attention_with_the_mask", "check_scores_of_ten_thousands"), replaces="self_attention")
def writes_minus_ten_while_scoring(X, W_Q, W_K, W_V, causal=False):
    """Scores later tokens with -10 instead of closing them."""
    Q, K, V = product(X, W_Q), product(X, W_K), product(X, W_V)
    A = []
    for i, q in enumerate(Q):
        row = []
        for j, k in enumerate(K):
            row.append(-10 if causal and j > i else sum(a * b for a, b in zip(q, k)) / len(q) ** 0.5)
        A.append(softmax(row))
    return A, product(A, V)


@wrong("mask-with-zero", fails=("check_scores_of_ten_thousands",), replaces="self_attention")
def fills_with_minus_ten_thousand(X, W_Q, W_K, W_V, causal=False):
    """Takes -10 000 for minus infinity: allowed scores may lie below."""
    return filled(X, W_Q, W_K, W_V, causal, -1e4)


@wrong("mask-with-zero", fails=("check_scores_of_ten_thousands",), replaces="self_attention")
def replaces_closed_scores_by_minus_ten_thousand(X, W_Q, W_K, W_V, causal=False):
    """The same idea, row by row."""
    A = []
    for i, row in enumerate(scaled(X, W_Q, W_K)):
        if causal:
            row = row[: i + 1] + [-10000] * (len(row) - i - 1)
        A.append(softmax(row))
    return A, product(A, product(X, W_V))


@wrong("mask-after-softmax", fails=("check_attention_with_the_mask",), replaces="self_attention")
def wipes_out_weights(X, W_Q, W_K, W_V, causal=False):
    """Softmax over everything, then sets later weights to 0: rows no longer add up to 1."""
    A = [softmax(row) for row in scaled(X, W_Q, W_K)]
    if causal:
        A = [[w if j <= i else 0.0 for j, w in enumerate(row)] for i, row in enumerate(A)]
    return A, product(A, product(X, W_V))


@wrong("mask-after-softmax", fails=("check_attention_with_the_mask",), replaces="self_attention")
def multiplies_weights_by_the_grid(X, W_Q, W_K, W_V, causal=False):
    """Multiplies the finished weights by the grid."""
    A = [softmax(row) for row in scaled(X, W_Q, W_K)]
    for i, line in enumerate(causal_allowed(len(A)) if causal else []):
        for j, ok in enumerate(line):
            A[i][j] *= int(ok)
    return A, product(A, product(X, W_V))


@wrong(
    "mask-wrong-diagonal",
    fails=("check_grid_is_closed_above_the_diagonal", "check_attention_with_the_mask", "check_scores_of_ten_thousands"),
    replaces="causal_allowed",
)
def closes_the_diagonal(n):
    """A token may not look at itself."""
    return [[j < i for j in range(n)] for i in range(n)]


@wrong(
    "mask-wrong-diagonal",
    fails=("check_grid_is_closed_above_the_diagonal", "check_attention_with_the_mask", "check_scores_of_ten_thousands"),
    replaces="causal_allowed",
    part_of="sees_only_what_came_before",
)
def sees_only_what_came_before(n):
    """Each row sees the tokens before it, not itself."""
    return [[True] * i + [False] * (n - i) for i in range(n)]


@wrong("mask-wrong-diagonal", fails=(), replaces="self_attention", part_of="sees_only_what_came_before")
def sees_only_what_came_before_attention(X, W_Q, W_K, W_V, causal=False):
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: i > j)


@wrong(
    "mask-wrong-diagonal",
    fails=("check_grid_is_closed_above_the_diagonal", "check_attention_with_the_mask"),
    replaces="causal_allowed",
)
def lets_the_next_token_through(n):
    """One step ahead is still open."""
    return [[j <= i + 1 for j in range(n)] for i in range(n)]


@wrong(
    "mask-wrong-diagonal",
    fails=("check_grid_is_closed_above_the_diagonal", "check_attention_with_the_mask"),
    replaces="causal_allowed",
    part_of="counts_one_too_far",
)
def counts_one_too_far(n):
    """Opens i + 2 cells in row i."""
    return [([True] * (i + 2) + [False] * n)[:n] for i in range(n)]


@wrong("mask-wrong-diagonal", fails=(), replaces="self_attention", part_of="counts_one_too_far")
def counts_one_too_far_attention(X, W_Q, W_K, W_V, causal=False):
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: j - i < 2)


@wrong(
    "mask-polarity",
    fails=("check_grid_is_closed_above_the_diagonal", "check_attention_with_the_mask"),
    replaces="causal_allowed",
)
def closes_the_past(n):
    """Keeps the upper triangle: the past is closed and the future open."""
    return [[j >= i for j in range(n)] for i in range(n)]


@wrong(
    "mask-polarity",
    fails=("check_grid_is_closed_above_the_diagonal", "check_attention_with_the_mask"),
    replaces="causal_allowed",
    part_of="keeps_the_upper_triangle",
)
def keeps_the_upper_triangle(n):
    """The grid is built for the wrong triangle."""
    return [[False] * i + [True] * (n - i) for i in range(n)]


@wrong("mask-polarity", fails=(), replaces="self_attention", part_of="keeps_the_upper_triangle")
def keeps_the_upper_triangle_attention(X, W_Q, W_K, W_V, causal=False):
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: not j < i)


@wrong("mask-polarity", fails=("check_grid_is_closed_above_the_diagonal",), replaces="causal_allowed", part_of="true_means_blocked")
def true_means_blocked(n):
    """The grid says what is closed, not what is open; the attention itself is right."""
    return [[j > i for j in range(n)] for i in range(n)]


@wrong("mask-polarity", fails=(), replaces="self_attention", part_of="true_means_blocked")
def true_means_blocked_attention(X, W_Q, W_K, W_V, causal=False):
    return filled(X, W_Q, W_K, W_V, causal, float("-inf"))


@wrong("mask-polarity", fails=("check_grid_is_closed_above_the_diagonal",), replaces="causal_allowed", part_of="marks_the_future")
def marks_the_future(n):
    """True marks the future."""
    grid = [[False] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            grid[i][j] = True
    return grid


@wrong("mask-polarity", fails=(), replaces="self_attention", part_of="marks_the_future")
def marks_the_future_attention(X, W_Q, W_K, W_V, causal=False):
    blocked = causal_allowed(len(X))
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: not blocked[i][j])


@wrong("mask-wrong-diagonal", fails=("check_formula_for_the_zeros",), replaces="zeros_for")
def counts_the_diagonal(n):
    """n(n+1)/2 counts the diagonal as closed."""
    return n * (n + 1) // 2


@wrong("mask-wrong-diagonal", fails=("check_formula_for_the_zeros",), replaces="zeros_for")
def adds_up_to_n(n):
    """1 + 2 + … + n."""
    return (n * n + n) // 2


@wrong("mask-wrong-diagonal", fails=("check_formula_for_the_zeros",), replaces="zeros_for")
def half_of_all_cells(n):
    """Half of n times n, as if half of the diagonal were closed."""
    return n * n // 2


@wrong("mask-wrong-diagonal", fails=("check_formula_for_the_zeros",), replaces="zeros_for")
def half_the_square(n):
    """Half of the square, rounded down."""
    return (n**2) >> 1


@wrong("slip-rounding", fails=("check_formula_for_the_zeros",), replaces="zeros_for")
def formula_in_floats(n):
    """Works the formula out in floats: digits are lost for large n."""
    return int(n * (n - 1) / 2)


@wrong("slip-rounding", fails=("check_zeros_are_counted",), replaces="count_zeros")
def counts_what_rounds_to_zero(A):
    """Takes tiny weights for zeros."""
    return sum(round(w, 8) == 0 for row in A for w in row)


@wrong("slip-formula", fails=("check_zeros_are_counted",), replaces="count_zeros")
def counts_above_the_diagonal_only(A):
    """Looks only right of the diagonal."""
    return sum(1 for i, row in enumerate(A) for j, w in enumerate(row) if w == 0 and j > i)


@wrong("slip-formula", fails=("check_attention_without_the_mask",), replaces="self_attention")
def always_masks(X, W_Q, W_K, W_V, causal=False):
    """Never looks at `causal`: the mask is always on."""
    return filled(X, W_Q, W_K, W_V, True, float("-inf"))


@wrong("scale-by-dk", fails=("check_attention_without_the_mask", "check_attention_with_the_mask"), replaces="self_attention")
def divides_by_d_k(X, W_Q, W_K, W_V, causal=False):
    """Divides by d_k instead of its root."""
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: j <= i, len(W_Q[0]))


@wrong("scale-by-dk", fails=("check_attention_without_the_mask", "check_attention_with_the_mask"), replaces="self_attention")
def divides_by_the_whole_length(X, W_Q, W_K, W_V, causal=False):
    """Divides every score by the number of entries of the query."""
    Q, K = product(X, W_Q), product(X, W_K)
    A = []
    for i, q in enumerate(Q):
        row = [sum(a * b for a, b in zip(q, k)) / len(q) for k in K]
        A.append(softmax([-math.inf if causal and j > i else s for j, s in enumerate(row)]))
    return A, product(A, product(X, W_V))


@wrong("scale-by-dk", fails=("check_attention_without_the_mask", "check_attention_with_the_mask"), replaces="self_attention")
def leaves_the_scale_out(X, W_Q, W_K, W_V, causal=False):
    """Does not divide at all."""
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: j <= i, 1)


@wrong("scale-by-dk", fails=("check_attention_without_the_mask", "check_attention_with_the_mask"), replaces="self_attention")
def raw_scores_only(X, W_Q, W_K, W_V, causal=False):
    """Softmax of the raw scores."""
    table = product(product(X, W_Q), [list(column) for column in zip(*product(X, W_K))])
    A = [softmax([s if j <= i else -math.inf for j, s in enumerate(row)]) if causal else softmax(row) for i, row in enumerate(table)]
    return A, product(A, product(X, W_V))


@wrong("scale-wrong-dimension", fails=("check_attention_without_the_mask", "check_attention_with_the_mask"), replaces="self_attention")
def divides_by_the_root_of_d_model(X, W_Q, W_K, W_V, causal=False):
    """Takes the root of the token's length instead of the key's."""
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: j <= i, math.sqrt(len(X[0])))


@wrong("scale-wrong-dimension", fails=("check_attention_without_the_mask", "check_attention_with_the_mask"), replaces="self_attention")
def root_of_the_rows_of_w_q(X, W_Q, W_K, W_V, causal=False):
    """Takes the rows of W_Q for the length of the keys."""
    Q, K, V = product(X, W_Q), product(X, W_K), product(X, W_V)
    A = []
    for i in range(len(Q)):
        row = [sum(Q[i][c] * K[j][c] for c in range(len(Q[i]))) / len(W_Q) ** 0.5 for j in range(len(K))]
        A.append(softmax(row[: i + 1]) + [0.0] * (len(row) - i - 1) if causal else softmax(row))
    return A, product(A, V)


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="self_attention")
def overflows(X, W_Q, W_K, W_V, causal=False):
    """Takes powers without subtracting the largest score."""
    A = []
    for i, row in enumerate(scaled(X, W_Q, W_K)):
        powers = [0.0 if causal and j > i else math.exp(s) for j, s in enumerate(row)]
        A.append([p / sum(powers) for p in powers])
    return A, product(A, product(X, W_V))


@wrong(
    "blend-the-keys",
    fails=("check_attention_without_the_mask", "check_attention_with_the_mask", "check_scores_of_ten_thousands"),
    replaces="self_attention",
)
def blends_keys(X, W_Q, W_K, W_V, causal=False):
    """Blends the keys instead of the values."""
    A, _ = filled(X, W_Q, W_K, W_V, causal, float("-inf"))
    return A, product(A, product(X, W_K))


@wrong(
    "slip-order",
    fails=("check_attention_without_the_mask", "check_attention_with_the_mask", "check_scores_of_ten_thousands"),
    replaces="self_attention",
)
def output_first(X, W_Q, W_K, W_V, causal=False):
    """Returns the output before the weights."""
    return filled(X, W_Q, W_K, W_V, causal, float("-inf"))[::-1]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="count_zeros")
def sorts_the_rows(A):
    """Sorts the rows of the caller's table in order to count."""
    total = 0
    for row in A:
        row.sort()
        total += row.count(0)
    return total


@wrong("slip-rounding", fails=("check_formula_for_the_zeros",), replaces="zeros_for")
def half_times_n(n):
    """Multiplies by .5, which makes a float."""
    return round(0.5 * n * (n - 1))


@wrong("slip-rounding", fails=("check_zeros_are_counted",), replaces="count_zeros")
def nearly_zero_is_zero(A):
    """Counts weights below a small bound."""
    return len([w for row in A for w in row if abs(w) < 5e-9])


@wrong("slip-formula", fails=("check_zeros_are_counted",), replaces="count_zeros")
def counts_the_masked_corner(A):
    """Counts the zeros right of the diagonal."""
    total = 0
    for i in range(len(A)):
        total += A[i][i + 1 :].count(0)
    return total


@wrong("slip-formula", fails=("check_attention_without_the_mask",), replaces="self_attention")
def mask_always_on(X, W_Q, W_K, W_V, causal=False):
    """Closes later cells whatever `causal` says."""
    return opened(X, W_Q, W_K, W_V, True, lambda i, j: j <= i)


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="self_attention")
def plain_powers(X, W_Q, W_K, W_V, causal=False):
    """e to the power of the score, as it is."""
    S = scaled(X, W_Q, W_K)
    n = len(S)
    E = [[math.exp(S[i][j]) if j <= i or not causal else 0.0 for j in range(n)] for i in range(n)]
    A = [[E[i][j] / sum(E[i]) for j in range(n)] for i in range(n)]
    return A, product(A, product(X, W_V))


@wrong(
    "blend-the-keys",
    fails=("check_attention_without_the_mask", "check_attention_with_the_mask", "check_scores_of_ten_thousands"),
    replaces="self_attention",
)
def keys_are_passed_on(X, W_Q, W_K, W_V, causal=False):
    """Multiplies the weights by K."""
    K = product(X, W_K)
    return opened(X, W_Q, W_K, W_K, causal, lambda i, j: j <= i)[0], product(opened(X, W_Q, W_K, W_K, causal, lambda i, j: j <= i)[0], K)


@wrong(
    "slip-order",
    fails=("check_attention_without_the_mask", "check_attention_with_the_mask", "check_scores_of_ten_thousands"),
    replaces="self_attention",
)
def weights_last(X, W_Q, W_K, W_V, causal=False):
    """The output, then the weights."""
    A, out = opened(X, W_Q, W_K, W_V, causal, lambda i, j: j <= i)
    return out, A


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="count_zeros")
def removes_the_zeros(A):
    """Takes the zeros out of the caller's rows while counting."""
    total = 0
    for row in A:
        while 0 in row:
            row.remove(0)
            total += 1
    return total


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="self_attention")
def largest_only_beyond_a_thousand(X, W_Q, W_K, W_V, causal=False):
    """Subtracts the largest score only where it is beyond a thousand: e^-800 is 0 all the same."""
    A = []
    for i, row in enumerate(scaled(X, W_Q, W_K)):
        seen = row[: i + 1] if causal else row
        top = max(seen) if abs(max(seen)) > 1000 else 0.0
        powers = [math.exp(min(s - top, 709.0)) for s in seen]
        A.append([p / (sum(powers) or 1.0) for p in powers] + [0.0] * (len(row) - len(seen)))
    return A, product(A, product(X, W_V))


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="self_attention")
def guards_only_the_enormous(X, W_Q, W_K, W_V, causal=False):
    """Takes scores of hundreds for harmless."""
    A = []
    for i, row in enumerate(scaled(X, W_Q, W_K)):
        row = [s if j <= i or not causal else -math.inf for j, s in enumerate(row)]
        if max(row) > 1e3 or max(row) < -1e3:
            row = [s - max(row) for s in row]
        powers = [math.e ** min(s, 709.0) for s in row]
        total = sum(powers)
        A.append([p / total if total else 0.0 for p in powers])
    return A, product(A, product(X, W_V))


@wrong("mask-after-softmax", fails=("check_attention_with_the_mask",), replaces="self_attention")
def wipes_out_and_shares_out_anew(X, W_Q, W_K, W_V, causal=False):
    """Softmax over everything, then divides what is left of a row by its sum: nothing is left where a later score is far larger."""
    A = [softmax(row) for row in scaled(X, W_Q, W_K)]
    for i in range(len(A) if causal else 0):
        seen = A[i][: i + 1]
        A[i] = [w / (sum(seen) or 1.0) for w in seen] + [0.0] * (len(A) - i - 1)
    return A, product(A, product(X, W_V))


@wrong("slip-rounding", fails=("check_zeros_are_counted",), replaces="count_zeros")
def a_millionth_of_a_millionth_is_zero(A):
    """Counts weights below 1e-12."""
    return sum(abs(w) < 1e-12 for row in A for w in row)


@wrong("mask-polarity", fails=("check_attention_with_the_mask",), replaces="self_attention")
def closes_the_past_under_a_right_grid(X, W_Q, W_K, W_V, causal=False):
    """The grid is right, but the attention closes what it opens."""
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: j >= i)


@wrong("scale-wrong-dimension", fails=("check_attention_without_the_mask", "check_attention_with_the_mask"), replaces="self_attention")
def root_of_the_length_of_a_value(X, W_Q, W_K, W_V, causal=False):
    """Takes the columns of W_V for the length of the keys."""
    return opened(X, W_Q, W_K, W_V, causal, lambda i, j: j <= i, math.sqrt(len(W_V[0])))
