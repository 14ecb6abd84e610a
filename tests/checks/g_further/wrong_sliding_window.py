"""Known wrong ways of sliding-window."""

import math

import numpy as np

from grader.checks.variants import wrong


def floats(*arrays):
    return [np.asarray(a, dtype=float) for a in arrays]


def attend(q, K, V):
    s = K @ q / math.sqrt(len(q))
    e = np.exp(s - s.max())
    return e @ V / e.sum()


@wrong("mask-polarity", fails=("check_mask",), replaces="window_mask")
def mask_on_both_sides(n, w):
    """Opens the window to both sides."""
    i, j = np.indices((n, n))
    return np.abs(i - j) < w


@wrong("mask-polarity", fails=("check_mask",), replaces="window_mask")
def mask_without_the_future_closed(n, w):
    """Closes only what is too old."""
    return np.array([[i - w < j < i + w for j in range(n)] for i in range(n)])


@wrong("slip-off-by-one", fails=("check_mask",), replaces="window_mask")
def mask_one_too_many(n, w):
    """Opens w tokens before, and the token itself on top."""
    i, j = np.indices((n, n))
    return (j <= i) & (i - j <= w)


@wrong("slip-off-by-one", fails=("check_mask",), replaces="window_mask")
def mask_w_before_and_itself(n, w):
    """Cuts the triangle one diagonal too low."""
    return np.tril(np.ones((n, n), bool)) & ~np.tril(np.ones((n, n), bool), -w - 1)


@wrong("mask-polarity", fails=("check_mask",), replaces="window_mask")
def mask_true_means_hidden(n, w):
    """Marks the closed cells."""
    i, j = np.indices((n, n))
    return (j > i) | (i - j >= w)


@wrong("mask-polarity", fails=("check_mask",), replaces="window_mask")
def mask_of_closed_cells(n, w):
    """Writes True where a token may not look."""
    hidden = np.ones((n, n), bool)
    for i in range(n):
        hidden[i, max(0, i - w + 1) : i + 1] = False
    return hidden


@wrong("slip-dtype", fails=("check_mask",), replaces="window_mask")
def mask_of_numbers(n, w):
    """Returns ones and zeros."""
    i, j = np.indices((n, n))
    return ((j <= i) & (i - j < w)).astype(int)


@wrong(
    "mask-polarity",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def attention_on_both_sides(Q, K, V, w):
    """Sees w - 1 tokens on either side."""
    Q, K, V = floats(Q, K, V)
    return np.array([attend(q, K[max(0, i - w + 1) : i + w], V[max(0, i - w + 1) : i + w]) for i, q in enumerate(Q)])


@wrong(
    "mask-polarity",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def the_future_left_open(Q, K, V, w):
    """Uses every token nearer than w, before or after."""
    Q, K, V = floats(Q, K, V)
    out = np.zeros(V.shape)
    for i in range(len(Q)):
        near = [j for j in range(max(0, i - w), min(len(K), i + w)) if abs(i - j) < w]
        out[i] = attend(Q[i], K[near], V[near])
    return out


@wrong(
    "slip-off-by-one",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def one_key_too_many(Q, K, V, w):
    """Looks at w tokens before and at itself."""
    Q, K, V = floats(Q, K, V)
    return np.array([attend(q, K[max(0, i - w) : i + 1], V[max(0, i - w) : i + 1]) for i, q in enumerate(Q)])


@wrong(
    "slip-off-by-one",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def w_previous_tokens(Q, K, V, w):
    """Collects the token and w earlier ones."""
    Q, K, V = floats(Q, K, V)
    out = []
    for i in range(len(Q)):
        js = [j for j in range(i + 1) if j >= i - w]
        out.append(attend(Q[i], K[js], V[js]))
    return np.stack(out)


@wrong(
    "slip-off-by-one",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def negative_start(Q, K, V, w):
    """Lets the slice start below 0, so the first rows read from the end."""
    Q, K, V = floats(Q, K, V)
    rows = []
    for i, q in enumerate(Q):
        js = [j for j in range(i - w + 1, i + 1) if -len(K) <= j]
        rows.append(attend(q, K[js], V[js]))
    return np.array(rows)


@wrong(
    "window-same-result",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def full_causal_attention(Q, K, V, w):
    """Ignores the window."""
    Q, K, V = floats(Q, K, V)
    return np.array([attend(q, K[: i + 1], V[: i + 1]) for i, q in enumerate(Q)])


@wrong(
    "window-same-result",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def everything_before(Q, K, V, w):
    """Takes all tokens up to the present one, whatever w is."""
    Q, K, V = floats(Q, K, V)
    out = np.empty(V.shape)
    for i in range(len(Q)):
        s = np.einsum("jd,d->j", K[: i + 1], Q[i]) / math.sqrt(Q.shape[1])
        e = np.exp(s - max(s))
        out[i] = (e[:, None] * V[: i + 1]).sum(axis=0) / e.sum()
    return out


@wrong("slip-quadratic", fails=("check_memory_stays_small",), replaces="window_attention")
def whole_table_masked(Q, K, V, w):
    """Builds all n × n scores and masks most of them."""
    Q, K, V = floats(Q, K, V)
    S = np.where(window_mask(len(Q), w), Q @ K.T / math.sqrt(Q.shape[1]), -np.inf)
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E @ V / E.sum(axis=1, keepdims=True)


@wrong("slip-quadratic", fails=("check_memory_stays_small",), replaces="window_attention")
def table_filled_in_the_window(Q, K, V, w):
    """Makes a table of minus infinities and fills in the window."""
    Q, K, V = floats(Q, K, V)
    n = len(Q)
    S = np.full((n, n), -np.inf)
    for i in range(n):
        lo = max(0, i - w + 1)
        S[i, lo : i + 1] = K[lo : i + 1] @ Q[i] / math.sqrt(Q.shape[1])
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return (E / E.sum(axis=1, keepdims=True)) @ V


@wrong(
    "mask-with-zero",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def tokens_outside_score_zero(Q, K, V, w):
    """Lets every earlier token outside the window take part with a score of 0."""
    Q, K, V = floats(Q, K, V)
    out = []
    for i, q in enumerate(Q):
        s = np.zeros(len(K))
        lo = max(0, i - w + 1)
        s[lo : i + 1] = K[lo : i + 1] @ q / math.sqrt(len(q))
        e = np.exp(s - s.max())
        out.append(e @ V / e.sum())
    return np.array(out)


@wrong(
    "mask-with-zero",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def outside_counts_as_zero(Q, K, V, w):
    """Multiplies the scores outside the window by 0."""
    Q, K, V = floats(Q, K, V)
    rows = []
    for i in range(len(Q)):
        inside = np.array([i - w < j <= i for j in range(len(K))])
        s = np.where(inside, K @ Q[i] / math.sqrt(Q.shape[1]), 0.0)
        e = np.exp(s - s.max())
        rows.append((e / e.sum()) @ V)
    return np.array(rows)


@wrong("mask-after-softmax", fails=("check_tokens_outside_the_window_do_not_matter",), replaces="window_attention")
def largest_of_all_scores(Q, K, V, w):
    """Subtracts the largest score of the whole row, also of tokens outside the window."""
    Q, K, V = floats(Q, K, V)
    out = np.zeros(V.shape)
    for i, q in enumerate(Q):
        s = K @ q / math.sqrt(len(q))
        e = np.exp(s - s.max())[max(0, i - w + 1) : i + 1]
        out[i] = e @ V[max(0, i - w + 1) : i + 1] / (e.sum() or 1)
    return out


@wrong("mask-after-softmax", fails=("check_tokens_outside_the_window_do_not_matter",), replaces="window_attention")
def window_cut_out_of_full_weights(Q, K, V, w):
    """Makes the weights of the full row, cuts out the window, and divides again."""
    Q, K, V = floats(Q, K, V)
    rows = []
    for i in range(len(Q)):
        s = Q[i] @ K.T / math.sqrt(K.shape[1])
        p = np.exp(s - s.max()) / np.exp(s - s.max()).sum()
        p[: max(0, i - w + 1)] = 0
        p[i + 1 :] = 0
        rows.append(p @ V / (p.sum() if p.sum() > 0 else 1))
    return np.array(rows)


@wrong("slip-stability", fails=("check_tokens_outside_the_window_do_not_matter", "check_huge_scores"), replaces="window_attention")
def powers_of_raw_scores(Q, K, V, w):
    """Takes e to the scores as they are."""
    Q, K, V = floats(Q, K, V)
    out = np.zeros(V.shape)
    for i, q in enumerate(Q):
        near = slice(max(0, i - w + 1), i + 1)
        e = np.exp(K[near] @ q / math.sqrt(len(q)))
        out[i] = e @ V[near] / e.sum()
    return out


@wrong("slip-stability", fails=("check_huge_scores",), replaces="window_attention")
def largest_at_least_zero(Q, K, V, w):
    """Subtracts the largest score only if it is above 0: rows far below 0 vanish."""
    Q, K, V = floats(Q, K, V)
    out = np.zeros(V.shape)
    for i, q in enumerate(Q):
        near = slice(max(0, i - w + 1), i + 1)
        s = K[near] @ q / math.sqrt(len(q))
        e = np.exp(s - max(0.0, s.max()))
        out[i] = e @ V[near] / e.sum()
    return out


@wrong("slip-shapes", fails=("check_equals_masked_attention",), replaces="window_attention")
def output_like_q(Q, K, V, w):
    """Makes the output as wide as the queries."""
    Q, K, V = floats(Q, K, V)
    out = np.zeros(Q.shape)
    for i, q in enumerate(Q):
        near = slice(max(0, i - w + 1), i + 1)
        out[i] = attend(q, K[near], V[near])
    return out


@wrong("scale-wrong-dimension", fails=("check_equals_masked_attention",), replaces="window_attention")
def root_of_the_value_length(Q, K, V, w):
    """Divides by √d_v."""
    Q, K, V = floats(Q, K, V)
    rows = []
    for i, q in enumerate(Q):
        near = slice(max(0, i - w + 1), i + 1)
        s = K[near] @ q / math.sqrt(V.shape[1])
        e = np.exp(s - s.max())
        rows.append(e @ V[near] / e.sum())
    return np.array(rows)


@wrong("scale-wrong-dimension", fails=("check_equals_masked_attention",), replaces="window_attention")
def columns_of_v_under_the_root(Q, K, V, w):
    """Scales the queries with the columns of V under the root."""
    Q, K, V = floats(Q, K, V)
    Q = Q * np.sqrt(Q.shape[-1] / V.shape[-1])
    out = np.empty_like(V)
    for i in range(len(V)):
        lo = 0 if i < w else i - w + 1
        out[i] = attend(Q[i], K[lo : i + 1], V[lo : i + 1])
    return out


@wrong("slip-dtype", fails=("check_whole_numbers",), replaces="window_attention")
def output_like_v(Q, K, V, w):
    """Collects the output in an array like V: whole numbers are cut off."""
    out = np.zeros_like(np.asarray(V) if isinstance(V, np.ndarray) else np.asarray(V, float))
    Q, K, V = floats(Q, K, V)
    for i, q in enumerate(Q):
        near = slice(max(0, i - w + 1), i + 1)
        out[i] = attend(q, K[near], V[near])
    return out


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="window_attention")
def scales_q_in_place(Q, K, V, w):
    """Divides the caller's queries by √d."""
    Q = Q if isinstance(Q, np.ndarray) and Q.dtype == float else np.array(Q, float)
    K, V = floats(K, V)
    Q /= math.sqrt(Q.shape[1])
    rows = []
    for i in range(len(Q)):
        near = slice(max(0, i - w + 1), i + 1)
        rows.append(attend(Q[i] * math.sqrt(Q.shape[1]), K[near], V[near]))
    return np.array(rows)


@wrong("window-same-result", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def nothing_travels_beyond_the_window(w, layers):
    """Takes w - 1 for any number of layers."""
    return w - 1


@wrong("window-same-result", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def the_window_is_the_limit(w, layers):
    """Every layer has the same window, so nothing older is ever seen."""
    return max(w - 1 for _ in range(layers))


@wrong("slip-off-by-one", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def w_steps_per_layer(w, layers):
    """Counts w steps per layer."""
    return w * layers


@wrong("slip-off-by-one", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def tokens_for_steps(w, layers):
    """Counts the tokens in reach, itself included."""
    return layers * (w - 1) + 1


@wrong("slip-formula", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def windows_multiplied(w, layers):
    """Multiplies the windows: w to the power of layers."""
    return w**layers


@wrong("slip-formula", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def steps_multiplied(w, layers):
    """Multiplies the steps."""
    return (w - 1) ** layers


@wrong("slip-dtype", fails=("check_mask",), replaces="window_mask")
def ones_and_zeros(n, w):
    """Writes 1 where a token may look."""
    M = np.zeros((n, n), dtype=int)
    for i in range(n):
        M[i, max(0, i - w + 1) : i + 1] = 1
    return M


@wrong(
    "slip-off-by-one",
    fails=(
        "check_equals_masked_attention",
        "check_tokens_outside_the_window_do_not_matter",
        "check_huge_scores",
        "check_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="window_attention",
)
def reads_from_the_end(Q, K, V, w):
    """Does not stop at 0, and negative places count from the end."""
    Q, K, V = floats(Q, K, V)
    out = np.zeros(V.shape)
    for i in range(len(Q)):
        places = [j for j in range(i, i - w, -1) if j >= -len(K)]
        out[i] = attend(Q[i], K[places], V[places])
    return out


@wrong("slip-stability", fails=("check_tokens_outside_the_window_do_not_matter", "check_huge_scores"), replaces="window_attention")
def plain_powers(Q, K, V, w):
    """e^x over the sum of e^x."""
    Q, K, V = floats(Q, K, V)
    rows = []
    for i in range(len(Q)):
        lo = max(0, i - w + 1)
        e = np.exp(np.einsum("jd,d->j", K[lo : i + 1], Q[i]) / np.sqrt(Q.shape[1]))
        rows.append((e[:, None] * V[lo : i + 1]).sum(axis=0) / e.sum())
    return np.array(rows)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="window_attention")
def only_positive_maxima(Q, K, V, w):
    """Uses the maximum only against overflow."""
    Q, K, V = floats(Q, K, V)
    rows = []
    for i in range(len(Q)):
        lo = max(0, i - w + 1)
        s = K[lo : i + 1] @ Q[i] / np.sqrt(Q.shape[1])
        if s.max() > 0:
            s = s - s.max()
        e = np.exp(s)
        rows.append(e @ V[lo : i + 1] / e.sum())
    return np.stack(rows)


@wrong("slip-shapes", fails=("check_equals_masked_attention",), replaces="window_attention")
def width_of_the_queries(Q, K, V, w):
    """Allocates n × d in place of n × d_v."""
    Q, K, V = floats(Q, K, V)
    n, d = Q.shape
    out = np.empty((n, d))
    for i in range(n):
        lo = max(0, i - w + 1)
        out[i, :] = attend(Q[i], K[lo : i + 1], V[lo : i + 1])
    return out


@wrong("slip-dtype", fails=("check_whole_numbers",), replaces="window_attention")
def result_cast_to_the_values(Q, K, V, w):
    """Turns the result into the type of V."""
    kind = V.dtype if isinstance(V, np.ndarray) else float
    Q, K, V = floats(Q, K, V)
    rows = [attend(Q[i], K[max(0, i - w + 1) : i + 1], V[max(0, i - w + 1) : i + 1]) for i in range(len(Q))]
    return np.array(rows).astype(kind)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="window_attention")
def root_divided_into_q(Q, K, V, w):
    """Scales the caller's queries in place."""
    if not isinstance(Q, np.ndarray) or Q.dtype != float:
        Q = np.array(Q, dtype=float)
    K, V = floats(K, V)
    root = math.sqrt(Q.shape[1])
    np.divide(Q, root, out=Q)
    out = np.empty(V.shape)
    for i in range(len(Q)):
        lo = max(0, i - w + 1)
        out[i] = attend(root * Q[i], K[lo : i + 1], V[lo : i + 1])
    return out


@wrong("slip-off-by-one", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def a_window_per_layer(w, layers):
    """Adds a whole window for each layer."""
    return sum(w for _ in range(layers))


@wrong("slip-off-by-one", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def itself_counted(w, layers):
    """Counts the tokens from the oldest to itself."""
    return sum([w - 1] * layers, 1)


@wrong("slip-formula", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def product_of_the_windows(w, layers):
    """Multiplies window by window."""
    total = 1
    for _ in range(layers):
        total *= w
    return total


@wrong("slip-formula", fails=("check_reach_grows_with_every_layer",), replaces="reach")
def product_of_the_steps(w, layers):
    """Multiplies steps by steps."""
    total = 1
    for _ in range(layers):
        total *= w - 1
    return total


@wrong("slip-quadratic", fails=("check_memory_stays_small",), replaces="window_attention")
def whole_mask_row_by_row(Q, K, V, w):
    """Builds the whole n × n mask of bools, and takes the keys of each token from its row."""
    Q, K, V = floats(Q, K, V)
    n = len(Q)
    allowed = np.zeros((n, n), dtype=bool)
    for i in range(n):
        allowed[i, max(0, i - w + 1) : i + 1] = True
    return np.array([attend(Q[i], K[allowed[i]], V[allowed[i]]) for i in range(n)])


@wrong("slip-quadratic", fails=("check_memory_stays_small",), replaces="window_attention")
def triangles_of_bools(Q, K, V, w):
    """Cuts the window out of a triangle of n × n bytes."""
    Q, K, V = floats(Q, K, V)
    M = np.tri(len(Q), dtype=np.uint8)
    M -= np.tri(len(Q), k=-w, dtype=np.uint8)
    out = np.empty(V.shape)
    for i, row in enumerate(M):
        near = np.flatnonzero(row)
        out[i] = attend(Q[i], K[near], V[near])
    return out


@wrong("slip-quadratic", fails=("check_memory_stays_small",), replaces="window_attention")
def full_table_for_short_texts(Q, K, V, w):
    """Takes the full table as long as the text has no more than 2048 tokens, and the windows only beyond that."""
    Q, K, V = floats(Q, K, V)
    n = len(Q)
    if n > 2048:
        return np.array([attend(Q[i], K[: i + 1][-w:], V[: i + 1][-w:]) for i in range(n)])
    i, j = np.indices((n, n), sparse=True)
    scores = np.where((j <= i) & (i - j < w), Q @ K.T / math.sqrt(Q.shape[1]), -np.inf)
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e @ V / e.sum(axis=1, keepdims=True)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="window_attention")
def values_handed_back(Q, K, V, w):
    """Returns V itself when every token sees itself alone."""
    Q, K, V = floats(Q, K, V)
    if w == 1:
        return V
    return np.array([attend(Q[i], K[: i + 1][-w:], V[: i + 1][-w:]) for i in range(len(Q))])
