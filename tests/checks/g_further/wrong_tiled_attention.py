"""Known wrong ways of tiled-attention."""

import math

import numpy as np

from grader.checks.variants import wrong


def prepared(Q, K, V):
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    dtype = np.result_type(Q, K, V)
    if dtype.kind != "f":
        dtype = np.dtype(float)
    return Q.astype(dtype), K.astype(dtype), V.astype(dtype)


def seen(i, rows, j, columns, shift, causal):
    """Which cells of the tile at (i, j) are open."""
    if not causal:
        return np.ones((rows, columns), bool)
    return np.arange(j, j + columns)[None, :] <= np.arange(i, i + rows)[:, None] + shift


def safe(m):
    return np.where(np.isneginf(m), 0, m)


def divided(acc, z):
    return acc / np.where(z == 0, 1, z)


def full(Q, K, V, allowed):
    S = np.where(allowed, Q @ K.T / math.sqrt(Q.shape[1]), -np.inf)
    E = np.exp(S - safe(S.max(axis=1, keepdims=True)))
    return divided(E @ V, E.sum(axis=1, keepdims=True))


@wrong("speedups-are-approximations", fails=("check_memory_stays_small",), replaces="tiled_attention")
def full_table_in_disguise(Q, K, V, block=64, causal=False):
    """Builds the whole table and walks over its rows afterwards."""
    Q, K, V = prepared(Q, K, V)
    return full(Q, K, V, seen(0, len(Q), 0, len(K), len(K) - len(Q), causal))


@wrong("speedups-are-approximations", fails=("check_memory_stays_small",), replaces="tiled_attention")
def tiles_collected_into_a_table(Q, K, V, block=64, causal=False):
    """Works out the scores tile by tile, but keeps all tiles and joins them to a table."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    bands = []
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        band = []
        for j in range(0, len(K), block):
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            band.append(np.where(seen(i, len(q), j, s.shape[1], shift, causal), s, -np.inf))
        bands.append(np.hstack(band))
    S = np.vstack(bands)
    E = np.exp(S - safe(S.max(axis=1, keepdims=True)))
    return divided(E @ V, E.sum(axis=1, keepdims=True))


@wrong(
    "speedups-are-approximations",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def softmax_per_tile_then_mean(Q, K, V, block=64, causal=False):
    """One softmax per tile, then the average of the tiles' outputs."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        parts = [
            full(q, K[j : j + block], V[j : j + block], seen(i, len(q), j, len(K[j : j + block]), shift, causal))
            for j in range(0, len(K), block)
        ]
        out[i : i + block] = sum(parts) / len(parts)
    return out


@wrong(
    "speedups-are-approximations",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def every_tile_counts_the_same(Q, K, V, block=64, causal=False):
    """Adds up finished tile outputs and divides by the number of tiles, as if each tile had the same total."""
    Q, K, V = prepared(Q, K, V)
    n_q, n_k = len(Q), len(K)
    out, tiles = np.zeros((n_q, V.shape[1]), Q.dtype), 0
    for j in range(0, n_k, block):
        k, v = K[j : j + block], V[j : j + block]
        s = Q @ k.T / math.sqrt(Q.shape[1])
        s[~seen(0, n_q, j, len(k), n_k - n_q, causal)] = -np.inf
        e = np.exp(s - safe(s.max(axis=1, keepdims=True)))
        out += divided(e, e.sum(axis=1, keepdims=True)) @ v
        tiles += 1
    return out / np.asarray(tiles, Q.dtype)


@wrong(
    "online-no-rescale",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def nothing_rescaled(Q, K, V, block=64, causal=False):
    """Uses the new maximum from now on and leaves what it has as it is."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        m = np.full((len(q), 1), -np.inf, Q.dtype)
        z = np.zeros((len(q), 1), Q.dtype)
        acc = np.zeros((len(q), V.shape[1]), Q.dtype)
        for j in range(0, len(K), block):
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            s = np.where(seen(i, len(q), j, s.shape[1], shift, causal), s, -np.inf)
            m = np.maximum(m, s.max(axis=1, keepdims=True))
            p = np.exp(s - safe(m))
            z = z + p.sum(axis=1, keepdims=True)
            acc = acc + p @ V[j : j + block]
        out[i : i + block] = divided(acc, z)
    return out


@wrong(
    "online-no-rescale",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def every_tile_against_the_maximum_so_far(Q, K, V, block=64, causal=False):
    """Each tile is measured against the largest score so far, and the tiles are simply added."""
    Q, K, V = prepared(Q, K, V)
    n_q, n_k = len(Q), len(K)
    best = np.full(n_q, -np.inf, Q.dtype)
    top, bottom = 0, 0
    for j in range(0, n_k, block):
        s = np.einsum("id,jd->ij", Q, K[j : j + block]) / math.sqrt(Q.shape[1])
        s[~seen(0, n_q, j, s.shape[1], n_k - n_q, causal)] = -np.inf
        best = np.fmax(best, s.max(axis=1))
        e = np.exp(s - safe(best)[:, None])
        top = top + np.einsum("ij,jd->id", e, V[j : j + block])
        bottom = bottom + e.sum(axis=1)
    return (top / np.where(bottom == 0, 1, bottom)[:, None]).astype(Q.dtype)


@wrong(
    "online-no-rescale",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def blend_not_rescaled(Q, K, V, block=64, causal=False):
    """Shrinks the running total, but not the running blend."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        m = np.full((len(q), 1), -np.inf, Q.dtype)
        z = np.zeros((len(q), 1), Q.dtype)
        acc = np.zeros((len(q), V.shape[1]), Q.dtype)
        for j in range(0, len(K), block):
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            s = np.where(seen(i, len(q), j, s.shape[1], shift, causal), s, -np.inf)
            new = np.maximum(m, s.max(axis=1, keepdims=True))
            p = np.exp(s - safe(new))
            z = z * np.exp(m - safe(new)) + p.sum(axis=1, keepdims=True)
            acc = acc + p @ V[j : j + block]
            m = new
        out[i : i + block] = divided(acc, z)
    return out


@wrong(
    "online-no-rescale",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def only_the_total_is_shrunk(Q, K, V, block=64, causal=False):
    """The same, for all queries at once: the blend keeps the old measure."""
    Q, K, V = prepared(Q, K, V)
    n_q, n_k = len(Q), len(K)
    state = {"max": np.full(n_q, -np.inf, Q.dtype), "sum": np.zeros(n_q, Q.dtype), "out": np.zeros((n_q, V.shape[1]), Q.dtype)}
    for j in range(0, n_k, block):
        s = Q @ K[j : j + block].T / math.sqrt(Q.shape[1])
        s[~seen(0, n_q, j, s.shape[1], n_k - n_q, causal)] = -np.inf
        new = np.maximum(state["max"], s.max(axis=1))
        e = np.exp(s - safe(new)[:, None])
        state["sum"] = state["sum"] * np.exp(state["max"] - safe(new)) + e.sum(axis=1)
        state["out"] = state["out"] + e @ V[j : j + block]
        state["max"] = new
    return state["out"] / np.where(state["sum"] == 0, 1, state["sum"])[:, None]


@wrong(
    "online-no-rescale",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def total_not_rescaled(Q, K, V, block=64, causal=False):
    """Shrinks the running blend, but not the running total."""
    Q, K, V = prepared(Q, K, V)
    n_q, n_k = len(Q), len(K)
    m = np.full((n_q, 1), -np.inf, Q.dtype)
    z = np.zeros((n_q, 1), Q.dtype)
    acc = np.zeros((n_q, V.shape[1]), Q.dtype)
    for j in range(0, n_k, block):
        s = Q @ K[j : j + block].T / math.sqrt(Q.shape[1])
        s = np.where(seen(0, n_q, j, s.shape[1], n_k - n_q, causal), s, -np.inf)
        new = np.maximum(m, s.max(axis=1, keepdims=True))
        p = np.exp(s - safe(new))
        acc = acc * np.exp(m - safe(new)) + p @ V[j : j + block]
        z = z + p.sum(axis=1, keepdims=True)
        m = new
    return divided(acc, z)


@wrong(
    "online-no-rescale",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def only_the_blend_is_shrunk(Q, K, V, block=64, causal=False):
    """The running total keeps what it had; only the blend follows a new maximum."""
    Q, K, V = prepared(Q, K, V)
    rows = []
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        m, z, acc = np.full(len(q), -np.inf, Q.dtype), 0, 0
        for j in range(0, len(K), block):
            s = np.einsum("id,jd->ij", q, K[j : j + block]) / math.sqrt(Q.shape[1])
            s[~seen(i, len(q), j, s.shape[1], len(K) - len(Q), causal)] = -np.inf
            new = np.maximum(m, s.max(axis=1))
            e = np.exp(s - safe(new)[:, None])
            z = z + e.sum(axis=1)
            acc = acc * np.exp(m - safe(new))[:, None] + e @ V[j : j + block]
            m = new
        rows.append(acc / np.where(z == 0, 1, z)[:, None])
    return np.concatenate(rows)


@wrong("mask-wrong-diagonal", fails=("check_causal_across_tiles",), replaces="tiled_attention")
def rows_counted_inside_the_tile(Q, K, V, block=64, causal=False):
    """Counts rows and columns from the corner of each tile."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        allowed = np.hstack([seen(0, len(q), 0, len(K[j : j + block]), shift, causal) for j in range(0, len(K), block)])
        out[i : i + block] = full(q, K, V, allowed)
    return out


@wrong("mask-wrong-diagonal", fails=("check_causal_across_tiles",), replaces="tiled_attention")
def same_triangle_in_every_tile(Q, K, V, block=64, causal=False):
    """Every tile gets the same triangle, wherever it lies."""
    Q, K, V = prepared(Q, K, V)
    n_q, n_k = len(Q), len(K)
    allowed = np.ones((n_q, n_k), bool)
    if causal:
        for i in range(n_q):
            for j in range(n_k):
                allowed[i, j] = j % block <= i % block + n_k - n_q
    return np.concatenate([full(Q[i : i + block], K, V, allowed[i : i + block]) for i in range(0, n_q, block)])


@wrong("mask-wrong-diagonal", fails=("check_causal_across_tiles",), replaces="tiled_attention")
def stops_where_the_first_query_stops(Q, K, V, block=64, causal=False):
    """Leaves out each tile whose first key the first query of the block may not see, though the later ones may."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    rows = []
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        m, z, acc = np.full((len(q), 1), -np.inf, Q.dtype), 0, 0
        for j in range(0, len(K), block):
            if causal and j > max(i + shift, 0):
                break
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            s = np.where(seen(i, len(q), j, s.shape[1], shift, causal), s, -np.inf)
            new = np.maximum(m, s.max(axis=1, keepdims=True))
            p = np.exp(s - safe(new))
            r = np.exp(m - safe(new))
            z, acc, m = z * r + p.sum(axis=1, keepdims=True), acc * r + p @ V[j : j + block], new
        rows.append(divided(acc, z))
    return np.concatenate(rows)


@wrong("mask-wrong-diagonal", fails=("check_causal_across_tiles",), replaces="tiled_attention")
def as_many_key_blocks_as_the_first_query_needs(Q, K, V, block=64, causal=False):
    """Counts how many key blocks a query block needs by its first query."""
    Q, K, V = prepared(Q, K, V)
    n_q, n_k = len(Q), len(K)
    out = np.zeros((n_q, V.shape[1]), Q.dtype)
    for i in range(0, n_q, block):
        needed = n_k if not causal else block * (max(i + n_k - n_q, 0) // block + 1)
        q, k = Q[i : i + block], K[:needed]
        out[i : i + block] = full(q, k, V[:needed], seen(i, len(q), 0, len(k), n_k - n_q, causal))
    return out


@wrong("mask-wrong-diagonal", fails=("check_causal_across_tiles", "check_rows_without_keys"), replaces="tiled_attention")
def lined_up_at_the_top_left(Q, K, V, block=64, causal=False):
    """Query i sees keys 0 to i, whatever the numbers of queries and keys are."""
    Q, K, V = prepared(Q, K, V)
    bands = []
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        bands.append(full(q, K, V, seen(i, len(q), 0, len(K), 0, causal)))
    return np.concatenate(bands)


@wrong("mask-wrong-diagonal", fails=("check_causal_across_tiles", "check_rows_without_keys"), replaces="tiled_attention")
def top_left_triangle(Q, K, V, block=64, causal=False):
    """Uses np.tril without an offset."""
    Q, K, V = prepared(Q, K, V)
    out = []
    for i in range(len(Q)):
        stop = len(K) if not causal else min(len(K), i + 1)
        out.append(full(Q[i : i + 1], K[:stop], V[:stop], np.tril(np.ones((1, stop), bool), stop))[0])
    return np.array(out)


@wrong(
    "window-same-result",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def nearby_tiles_only(Q, K, V, block=64, causal=False):
    """Looks at the tile of its own place and the one before: a window."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        lo, hi = max(0, i - block), min(i + block, len(K))
        if lo < hi:
            out[i : i + block] = full(q, K[lo:hi], V[lo:hi], seen(i, len(q), lo, hi - lo, shift, causal))
    return out


@wrong(
    "window-same-result",
    fails=(
        "check_equals_full_attention",
        "check_causal_across_tiles",
        "check_any_block_size",
        "check_huge_scores",
        "check_float32_and_whole_numbers",
        "check_memory_stays_small",
    ),
    replaces="tiled_attention",
)
def far_tiles_skipped(Q, K, V, block=64, causal=False):
    """Skips every tile that is not the own one or its left neighbour, to save time."""
    Q, K, V = prepared(Q, K, V)
    n_q, n_k = len(Q), len(K)
    allowed_tiles = [(a, b) for a in range(-(-n_q // block)) for b in range(-(-n_k // block)) if 0 <= a - b <= 1]
    out = np.zeros((n_q, V.shape[1]), Q.dtype)
    for a in range(-(-n_q // block)):
        columns = [j for j in range(n_k) if (a, j // block) in allowed_tiles]
        rows = np.arange(a * block, min(n_q, (a + 1) * block))
        if columns:
            table = seen(0, n_q, 0, n_k, n_k - n_q, causal)[np.ix_(rows, columns)]
            out[rows] = full(Q[rows], K[columns], V[columns], table)
    return out


@wrong("slip-dtype", fails=("check_float32_and_whole_numbers",), replaces="tiled_attention")
def output_has_the_type_of_the_values(Q, K, V, block=64, causal=False):
    """Collects the output in an array like V: whole numbers are cut off."""
    out = np.zeros((len(Q), np.shape(V)[1]), np.asarray(V).dtype if np.ndim(V) and isinstance(V, np.ndarray) else float)
    Q, K, V = prepared(Q, K, V)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        out[i : i + block] = full(q, K, V, seen(i, len(q), 0, len(K), len(K) - len(Q), causal))
    return out


@wrong("slip-dtype", fails=("check_float32_and_whole_numbers",), replaces="tiled_attention")
def always_float64(Q, K, V, block=64, causal=False):
    """Collects float32 results in an array of float64."""
    Q, K, V = prepared(Q, K, V)
    out = np.zeros((len(Q), V.shape[1]))
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        out[i : i + block] = full(q, K, V, seen(i, len(q), 0, len(K), len(K) - len(Q), causal))
    return out


@wrong("slip-shapes", fails=("check_equals_full_attention",), replaces="tiled_attention")
def values_as_long_as_queries(Q, K, V, block=64, causal=False):
    """Makes the output as wide as the queries."""
    Q, K, V = prepared(Q, K, V)
    out = np.zeros_like(Q)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        out[i : i + block] = full(q, K, V, seen(i, len(q), 0, len(K), len(K) - len(Q), causal))
    return out


@wrong("scale-wrong-dimension", fails=("check_equals_full_attention",), replaces="tiled_attention")
def divided_by_the_root_of_the_value_length(Q, K, V, block=64, causal=False):
    """Divides by √d_v in place of √d_k."""
    Q, K, V = prepared(Q, K, V)
    factor = math.sqrt(Q.shape[1] / V.shape[1])
    return np.concatenate(
        [
            full(Q[i : i + block] * Q.dtype.type(factor), K, V, seen(i, len(Q[i : i + block]), 0, len(K), len(K) - len(Q), causal))
            for i in range(0, len(Q), block)
        ]
    )


@wrong("scale-wrong-dimension", fails=("check_equals_full_attention",), replaces="tiled_attention")
def root_of_v_columns(Q, K, V, block=64, causal=False):
    """Takes the number of columns of V under the root."""
    Q, K, V = prepared(Q, K, V)
    rows = []
    for i, q in enumerate(Q):
        s = K @ q / math.sqrt(len(V[0]))
        s[~seen(i, 1, 0, len(K), len(K) - len(Q), causal)[0]] = -np.inf
        e = np.exp(s - safe(s.max()))
        rows.append(e @ V / (e.sum() or 1))
    return np.array(rows, Q.dtype)


@wrong("slip-off-by-one", fails=("check_any_block_size",), replaces="tiled_attention")
def last_keys_dropped(Q, K, V, block=64, causal=False):
    """Walks over whole tiles only: keys left over at the end are never seen."""
    Q, K, V = prepared(Q, K, V)
    whole = max(1, len(K) // block) * block
    allowed = seen(0, len(Q), 0, len(K), len(K) - len(Q), causal)
    allowed[:, whole:] = False
    return np.concatenate([full(Q[i : i + block], K, V, allowed[i : i + block]) for i in range(0, len(Q), block)])


@wrong("slip-stability", fails=("check_huge_scores", "check_unseen_keys_cannot_interfere"), replaces="tiled_attention")
def no_maximum(Q, K, V, block=64, causal=False):
    """Takes the powers of the scores as they are."""
    Q, K, V = prepared(Q, K, V)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        z, acc = 0, 0
        for j in range(0, len(K), block):
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            p = np.exp(np.where(seen(i, len(q), j, s.shape[1], len(K) - len(Q), causal), s, -np.inf))
            z, acc = z + p.sum(axis=1, keepdims=True), acc + p @ V[j : j + block]
        out[i : i + block] = divided(acc, z)
    return out


@wrong("slip-stability", fails=("check_huge_scores",), replaces="tiled_attention")
def maximum_starts_at_zero(Q, K, V, block=64, causal=False):
    """Starts the running maximum at 0: scores far below 0 all become 0."""
    Q, K, V = prepared(Q, K, V)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        m = np.zeros((len(q), 1), Q.dtype)
        z, acc = 0, 0
        for j in range(0, len(K), block):
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            s = np.where(seen(i, len(q), j, s.shape[1], len(K) - len(Q), causal), s, -np.inf)
            new = np.maximum(m, s.max(axis=1, keepdims=True))
            r, p = np.exp(m - new), np.exp(s - new)
            z, acc, m = z * r + p.sum(axis=1, keepdims=True), acc * r + p @ V[j : j + block], new
        out[i : i + block] = divided(acc, z)
    return out


@wrong("mask-after-softmax", fails=("check_unseen_keys_cannot_interfere",), replaces="tiled_attention")
def maximum_taken_before_the_mask(Q, K, V, block=64, causal=False):
    """Finds the maximum of the tile before it is masked: an unseen key can push everything to 0."""
    Q, K, V = prepared(Q, K, V)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        m = np.full((len(q), 1), -np.inf, Q.dtype)
        z, acc = 0, 0
        for j in range(0, len(K), block):
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            new = np.maximum(m, s.max(axis=1, keepdims=True))
            p = np.exp(s - new) * seen(i, len(q), j, s.shape[1], len(K) - len(Q), causal)
            r = np.exp(m - new)
            z, acc, m = z * r + p.sum(axis=1, keepdims=True), acc * r + p @ V[j : j + block], new
        out[i : i + block] = divided(acc, z)
    return out


@wrong("mask-after-softmax", fails=("check_unseen_keys_cannot_interfere",), replaces="tiled_attention")
def weights_zeroed_afterwards(Q, K, V, block=64, causal=False):
    """Takes the powers of all scores against the largest of the whole row, and clears the hidden ones afterwards."""
    Q, K, V = prepared(Q, K, V)
    rows = []
    for i in range(len(Q)):
        s = K @ Q[i] / math.sqrt(Q.shape[1])
        e = np.exp(s - s.max())
        if causal:
            e[max(0, i + 1 + len(K) - len(Q)) :] = 0
        rows.append(e @ V / (e.sum() if e.sum() > 0 else 1))
    return np.array(rows, Q.dtype)


@wrong("slip-formula", fails=("check_rows_without_keys",), replaces="tiled_attention")
def nan_where_nothing_is_allowed(Q, K, V, block=64, causal=False):
    """Forgets that a row may have nothing to look at: -inf - -inf."""
    Q, K, V = prepared(Q, K, V)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        m = np.full((len(q), 1), -np.inf, Q.dtype)
        z, acc = 0, 0
        for j in range(0, len(K), block):
            s = q @ K[j : j + block].T / math.sqrt(Q.shape[1])
            s = np.where(seen(i, len(q), j, s.shape[1], len(K) - len(Q), causal), s, -np.inf)
            new = np.maximum(m, s.max(axis=1, keepdims=True))
            r, p = np.exp(m - new), np.exp(s - new)
            z, acc, m = z * r + p.sum(axis=1, keepdims=True), acc * r + p @ V[j : j + block], new
        out[i : i + block] = acc / z
    return out


@wrong("mask-with-zero", fails=("check_rows_without_keys",), replaces="tiled_attention")
def a_large_negative_number_for_hidden(Q, K, V, block=64, causal=False):
    """Writes -1e9 for hidden scores: a row with nothing to look at averages everything."""
    Q, K, V = prepared(Q, K, V)
    out = np.zeros((len(Q), V.shape[1]), Q.dtype)
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        s = np.where(seen(i, len(q), 0, len(K), len(K) - len(Q), causal), q @ K.T / math.sqrt(Q.shape[1]), -1e9)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        out[i : i + block] = e @ V / e.sum(axis=1, keepdims=True)
    return out


@wrong("mask-with-zero", fails=("check_rows_without_keys",), replaces="tiled_attention")
def hidden_scores_get_a_finite_penalty(Q, K, V, block=64, causal=False):
    """Subtracts a billion from hidden scores."""
    Q, K, V = prepared(Q, K, V)
    rows = []
    for i in range(len(Q)):
        s = K @ Q[i] / math.sqrt(Q.shape[1])
        hidden = ~seen(i, 1, 0, len(K), len(K) - len(Q), causal)[0]
        s = np.where(hidden, -1e9, s)
        e = np.exp(s - np.max(s))
        rows.append((e[:, None] * V).sum(axis=0) / e.sum())
    return np.array(rows, Q.dtype)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="tiled_attention")
def queries_scaled_in_place(Q, K, V, block=64, causal=False):
    """Divides the caller's own queries."""
    if isinstance(Q, np.ndarray) and Q.dtype.kind == "f":
        Q /= math.sqrt(Q.shape[1])
        q = Q * Q.dtype.type(math.sqrt(Q.shape[1]))
    else:
        q = Q
    q, K, V = prepared(q, K, V)
    return np.concatenate(
        [full(q[i : i + block], K, V, seen(i, len(q[i : i + block]), 0, len(K), len(K) - len(q), causal)) for i in range(0, len(q), block)]
    )


@wrong("slip-dtype", fails=("check_float32_and_whole_numbers",), replaces="tiled_attention")
def output_allocated_like_v(Q, K, V, block=64, causal=False):
    """Allocates the output with the type of V."""
    kind = V.dtype if isinstance(V, np.ndarray) else float
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    rows = [full(Q[i : i + block], K, V, seen(i, len(Q[i : i + block]), 0, len(K), shift, causal)) for i in range(0, len(Q), block)]

    return np.vstack(rows).astype(kind)


@wrong("slip-dtype", fails=("check_float32_and_whole_numbers",), replaces="tiled_attention")
def float32_lost(Q, K, V, block=64, causal=False):
    """Gives float64 whatever comes in."""
    Q, K, V = prepared(Q, K, V)
    shift = len(K) - len(Q)
    rows = [full(Q[i : i + block], K, V, seen(i, len(Q[i : i + block]), 0, len(K), shift, causal)) for i in range(0, len(Q), block)]

    return np.vstack(rows).astype(np.float64)


@wrong("slip-shapes", fails=("check_equals_full_attention",), replaces="tiled_attention")
def output_of_the_shape_of_q(Q, K, V, block=64, causal=False):
    """Allocates the output like Q and fills it by blocks."""
    Q, K, V = prepared(Q, K, V)
    out = np.empty((len(Q), Q.shape[1]), Q.dtype)
    shift = len(K) - len(Q)
    rows = [full(Q[i : i + block], K, V, seen(i, len(Q[i : i + block]), 0, len(K), shift, causal)) for i in range(0, len(Q), block)]

    out[...] = np.concatenate(rows)
    return out


@wrong("slip-off-by-one", fails=("check_any_block_size",), replaces="tiled_attention")
def whole_tiles_only(Q, K, V, block=64, causal=False):
    """Counts the tiles with //."""
    Q, K, V = prepared(Q, K, V)
    n_k = len(K)
    tiles = n_k // block or 1
    out = []
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        stop = min(n_k, tiles * block)
        out.append(full(q, K[:stop], V[:stop], seen(i, len(q), 0, stop, n_k - len(Q), causal)))
    return np.concatenate(out)


@wrong("slip-stability", fails=("check_huge_scores", "check_unseen_keys_cannot_interfere"), replaces="tiled_attention")
def powers_of_the_scores(Q, K, V, block=64, causal=False):
    """e^x of the scores, added up over the tiles."""
    Q, K, V = prepared(Q, K, V)
    top, bottom = np.zeros((len(Q), V.shape[1]), Q.dtype), np.zeros((len(Q), 1), Q.dtype)
    for j in range(0, len(K), block):
        s = np.einsum("id,jd->ij", Q, K[j : j + block]) / math.sqrt(Q.shape[1])
        s[~seen(0, len(Q), j, s.shape[1], len(K) - len(Q), causal)] = -np.inf
        e = np.exp(s)
        top += e @ V[j : j + block]
        bottom += e.sum(axis=1, keepdims=True)
    return divided(top, bottom)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="tiled_attention")
def never_below_zero(Q, K, V, block=64, causal=False):
    """Takes 0 for the smallest possible maximum."""
    Q, K, V = prepared(Q, K, V)
    m, z, acc = np.zeros(len(Q), Q.dtype), np.zeros(len(Q), Q.dtype), np.zeros((len(Q), V.shape[1]), Q.dtype)
    for j in range(0, len(K), block):
        s = np.einsum("id,jd->ij", Q, K[j : j + block]) / math.sqrt(Q.shape[1])
        s[~seen(0, len(Q), j, s.shape[1], len(K) - len(Q), causal)] = -np.inf
        new = np.fmax(m, s.max(axis=1))
        r = np.exp(m - new)
        e = np.exp(s - new[:, None])
        z, acc, m = z * r + e.sum(axis=1), acc * r[:, None] + e @ V[j : j + block], new
    return acc / np.where(z == 0, 1, z)[:, None]


@wrong("slip-formula", fails=("check_rows_without_keys",), replaces="tiled_attention")
def empty_rows_become_nan(Q, K, V, block=64, causal=False):
    """Works with -inf - -inf in rows without keys."""
    Q, K, V = prepared(Q, K, V)
    out = []
    for i in range(0, len(Q), block):
        q = Q[i : i + block]
        s = np.where(seen(i, len(q), 0, len(K), len(K) - len(Q), causal), q @ K.T / math.sqrt(Q.shape[1]), -np.inf)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        out.append(e @ V / e.sum(axis=1, keepdims=True))
    return np.vstack(out)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="tiled_attention")
def root_divided_into_q(Q, K, V, block=64, causal=False):
    """Scales the caller's queries in place."""
    if isinstance(Q, np.ndarray) and Q.dtype.kind == "f":
        np.divide(Q, math.sqrt(Q.shape[1]), out=Q)
        q = Q * Q.dtype.type(math.sqrt(Q.shape[1]))
    else:
        q = Q
    q, K, V = prepared(q, K, V)
    out = np.zeros((len(q), V.shape[1]), q.dtype)
    for i in range(0, len(q), block):
        part = q[i : i + block]
        out[i : i + block] = full(part, K, V, seen(i, len(part), 0, len(K), len(K) - len(q), causal))
    return out
