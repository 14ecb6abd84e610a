def cost_row(n, d, window=None, bytes_per=2):
    if window is None:
        cells = n * n
    else:
        cells = 0
        for i in range(1, n + 1):
            cells += min(i, window)
    return {
        "cells": cells,
        "bytes": cells * bytes_per,
        "attention": 2 * cells * d,
        "projections": 4 * n * d * d,
    }


def crossover(d):
    return 2 * d


def kv_cache_bytes(layers, kv_heads, d_head, n, bytes_per=2):
    return 2 * layers * kv_heads * d_head * n * bytes_per
