from collections import Counter
from enum import IntEnum


class Two(IntEnum):
    TWO = 2


def cost_row(n, d, window=None, bytes_per=2):
    cells = n * n if window is None else sum(map(min, range(1, n + 1), [window] * n))
    bill = Counter()
    bill.update(cells=cells, bytes=cells * bytes_per, attention=Two.TWO * cells * d, projections=n * (2 * d) ** 2)
    return bill


crossover = (2).__mul__


def kv_cache_bytes(layers, kv_heads, d_head, n, bytes_per=Two.TWO):
    return bytes_per * layers * kv_heads * d_head * n * Two.TWO
