"""Other correct styles of cost-table."""

import math

from grader.checks.variants import alternative


@alternative("counted cell by cell", replaces="cost_row")
def counted(n, d, window=None, bytes_per=2):
    """Two loops over the table; a long text takes the closed formula."""
    if window is None:
        cells = len(range(n)) * len(range(n))
    else:
        cells = 0
        for i in range(n):
            for j in range(max(0, i - window + 1), i + 1):
                cells += 1
    result = dict()
    result["cells"] = cells
    result["bytes"] = cells * bytes_per
    result["attention"] = cells * d + cells * d
    result["projections"] = n * d * d * 4
    return result


@alternative("counted cell by cell", replaces="crossover")
def searched(d):
    """Goes up until attention is no cheaper."""
    n = 1
    while 2 * n * n * d < 4 * n * d * d:
        n += 1
    return n


@alternative("closed formula", replaces="cost_row")
def closed(n, d, window=None, bytes_per=2):
    """A triangle, then whole windows."""
    if window is None:
        cells = n**2
    else:
        w = min(window, n)
        cells = w * (w + 1) // 2 + (n - w) * w
    return {"cells": cells, "bytes": cells * bytes_per, "attention": 2 * cells * d, "projections": 4 * n * d**2}


@alternative("closed formula", replaces="kv_cache_bytes")
def product(layers, kv_heads, d_head, n, bytes_per=2):
    """math.prod."""
    return math.prod((2, layers, kv_heads, d_head, n, bytes_per))


@alternative("rectangle less a corner", replaces="cost_row")
def corner(n, d, window=None, bytes_per=2):
    """n whole windows, less the missing corner."""
    if window:
        window = window if window < n else n
        cells = n * window - window * (window - 1) // 2
    else:
        cells = n * n
    return dict(cells=cells, bytes=cells * bytes_per, attention=2 * cells * d, projections=4 * n * d * d)


@alternative("rectangle less a corner", replaces="crossover")
def divided(d):
    """A division that comes out even, as a float."""
    return (4 * d * d) / (2 * d)


@alternative("sums of products", replaces="cost_row")
def summed(n, d, window=None, bytes_per=2):
    """Matrix product by matrix product."""

    def product(a, b, c):
        return a * b * c

    rows = [n] * n if window is None else [min(i + 1, window) for i in range(n)]
    return {
        "attention": sum(product(1, d, r) for r in rows) + sum(product(1, r, d) for r in rows),
        "projections": sum(product(n, d, d) for _ in ("Q", "K", "V", "O")),
        "bytes": sum(r * bytes_per for r in rows),
        "cells": sum(rows),
    }


@alternative("sums of products", replaces="kv_cache_bytes")
def layered(layers, kv_heads, d_head, n, bytes_per=2):
    """Layer by layer."""
    total = 0
    for _ in range(layers):
        keys = n * kv_heads * d_head
        values = n * kv_heads * d_head
        total += (keys + values) * bytes_per
    return total


@alternative("fresh", replaces="cost_row")
def fresh_cost_row(n, d, window=None, bytes_per=2):
    """Written from the stub alone."""
    cells = 0
    if window is None:
        cells = n * n
    else:
        for token in range(1, n + 1):
            if token < window:
                cells = cells + token
            else:
                cells = cells + window
    answer = {}
    answer["cells"] = cells
    answer["bytes"] = cells * bytes_per
    answer["attention"] = 2 * cells * d
    answer["projections"] = 4 * n * d**2
    return answer


@alternative("fresh", replaces="crossover")
def fresh_crossover(d):
    """Written from the stub alone."""
    return int(4 * d / 2)


@alternative("fresh", replaces="kv_cache_bytes")
def fresh_kv_cache_bytes(layers, kv_heads, d_head, n, bytes_per=2):
    """Written from the stub alone."""
    keys = layers * kv_heads * d_head * n
    values = layers * kv_heads * d_head * n
    return keys * bytes_per + values * bytes_per
