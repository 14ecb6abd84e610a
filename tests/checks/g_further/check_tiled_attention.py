"""Checks of tiled-attention."""

import math

import numpy as np

from grader.checks.api import all_of, call, cases, close, close32, unchanged

CASE_EXEMPT = {
    "blocked": "the mask is no argument: check_rows_without_keys has more queries than keys",
}

# Every check but the first has d_v = d_k, every one but check_any_block_size has blocks that divide the number of keys (or hold
# everything): so each mistake shows where it belongs.


@cases()
def check_equals_full_attention(draw):
    """The result is that of full attention, for any numbers of queries, keys and values."""
    a, b, d_k, d_v = draw.sizes("a b d_k d_v", 2, 7)
    return [
        call("tiled_attention", [[1.0]], [[0.0], [1.0986123]], [[4.0], [8.0]], block=1, public_=True),
        call("tiled_attention", draw.normal(2 * a, d_k), draw.normal(2 * b, d_k), draw.normal(2 * b, d_v), block=2),
        call("tiled_attention", draw.normal(3 * b, d_k), draw.normal(3 * a, d_k), draw.normal(3 * a, d_v), block=3),
        call("tiled_attention", draw.normal(a, d_k), draw.normal(b, d_k), draw.normal(b, d_v)),
    ]


@cases()
def check_causal_across_tiles(draw):
    """With causal=True a query sees the keys up to its own place in the whole text, counted from the end when there are fewer queries."""
    a, more, d = draw.sizes("a more d", 2, 5)
    n = 2 * a + 2 * more
    return [
        call("tiled_attention", draw.normal(n, d), draw.normal(n, d), draw.normal(n, d), block=2, causal=True),
        call("tiled_attention", draw.normal(2 * a, d), draw.normal(n, d), draw.normal(n, d), block=2, causal=True),
        call("tiled_attention", draw.normal(2, d), draw.normal(n, d), draw.normal(n, d), 2, True),
        call("tiled_attention", draw.normal(2 * a - 1, d), draw.normal(n, d), draw.normal(n, d), 2, True),  # cuts through tiles
        call("tiled_attention", draw.normal(5, d), draw.normal(3 * a, d), draw.normal(3 * a, d), 3, True),
    ]


@cases()
def check_rows_without_keys(draw):
    """With more queries than keys, the first queries may look at nothing and give 0, not nan; the others are as usual."""
    n_k, more, d = draw.sizes("n_k more d", 2, 6)
    n_q = n_k + more
    return call("tiled_attention", draw.normal(n_q, d), draw.normal(n_k, d), draw.normal(n_k, d), block=n_q, causal=True)


@cases()
def check_any_block_size(draw):
    """The block size changes nothing: 1, one that does not divide the sizes, or one larger than everything."""
    n, d = draw.sizes("n d", 4, 9)
    Q, K, V = draw.normal(n + 2, d), draw.normal(n + 3, d), draw.normal(n + 3, d)
    return [call("tiled_attention", Q, K, V, block=block) for block in (1, n - 1, n + 1, n + 2, 100)]


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, either sign, give finite and correct outputs."""
    half, d = draw.sizes("half d", 2, 5)
    n = 2 * half
    K = draw.normal(n, d)
    K[:, 0] = 1.0
    Q = draw.normal(n, d)
    Q[:, 0] = np.resize([-1e4, 1e4, 3e4, -2e4], n) * math.sqrt(d)  # adds this much to every score of the row
    return call("tiled_attention", Q, K, draw.normal(n, d), block=2)


@cases()
def check_unseen_keys_cannot_interfere(draw):
    """Later keys with enormous scores do not change what an earlier query gets."""
    half, d = draw.sizes("half d", 2, 5)
    n = 2 * half
    Q = draw.normal(n, d)
    Q[:, 0] = 1.0 + draw.uniform(n)
    K, V = draw.normal(n, d), draw.normal(n, d)
    K[n // 2 :, 0] += np.linspace(3e3, 9e3, n - n // 2)
    V[n // 2 :] += 50.0
    return call("tiled_attention", Q, K, V, block=n, causal=True)


@cases(compare=close32())
def check_float32_and_whole_numbers(draw):
    """float32 in gives float32 out, and whole numbers give ordinary outputs with digits after the point."""
    a, b, d = draw.sizes("a b d", 2, 6)
    Q, K, V = draw.normal(2 * a, d), draw.normal(2 * b, d), 2 + draw.uniform(2 * b, d)
    whole = draw.integers(2 * b, d)
    return [
        call("tiled_attention", Q.astype(np.float32), K.astype(np.float32), V.astype(np.float32), block=2),
        call("tiled_attention", Q, K, whole, block=2),
        call("tiled_attention", draw.integers(2 * a, d, low=-2, high=3), draw.integers(2 * b, d, low=-2, high=3), whole, block=2),
    ]


@cases(compare=all_of(unchanged(), close()))
def check_inputs_stay_as_they_are(draw):
    """Queries, keys and values are left as they are."""
    n, d = draw.sizes("n d", 2, 6)
    return call("tiled_attention", draw.normal(n, d), draw.normal(n, d), draw.normal(n, d), block=n)


@cases(compare=close32(keep_dtype=False), repeat=1)
def check_memory_stays_small(draw):
    """4096 queries and keys get by with 48 MB of working memory: the full table is never built."""
    n, d = draw.length(4096), 8
    Q, K = draw.normal(n, d, dtype=np.float32), draw.normal(n, d, dtype=np.float32)
    V = (2 + draw.uniform(n, d)).astype(np.float32)  # away from 0, so that float32 keeps its digits in the sum
    return call("tiled_attention", Q, K, V, block=128)
