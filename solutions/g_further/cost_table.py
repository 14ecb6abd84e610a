"""The bill for long texts: the table grows like n², everything else like n."""


def cost_row(n, d, window=None, bytes_per=2):
    """The bill for n tokens of d numbers: a dict with cells, bytes, attention and projections."""
    cells = n * n if window is None else sum(min(i + 1, window) for i in range(n))
    return {
        "cells": cells,
        "bytes": cells * bytes_per,
        "attention": 2 * cells * d,  # scores and blend
        "projections": 4 * n * d * d,  # W_Q, W_K, W_V and W_O
    }


def crossover(d):
    """The text length at which attention costs as many multiplications as the projections."""
    return 2 * d  # 2 n² d = 4 n d²


def kv_cache_bytes(layers, kv_heads, d_head, n, bytes_per=2):
    """The memory that the keys and values of n tokens need."""
    numbers_per_token = 2 * layers * kv_heads * d_head  # a key and a value in every layer and head
    return numbers_per_token * n * bytes_per
