from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass
class Bill:
    cells: int
    bytes: int
    attention: int
    projections: int


def cost_row(n: int, d: int, window: int | None = None, bytes_per: int = 2) -> dict[str, int]:
    w = min(n, window or n)
    cells = n * n if window is None else w * (w + 1) // 2 + (n - w) * w
    return asdict(Bill(cells, cells * bytes_per, 2 * cells * d, 4 * n * d**2))


def crossover(d: int) -> int:
    return 2 * d


def kv_cache_bytes(layers: int, kv_heads: int, d_head: int, n: int, bytes_per: int = 2) -> int:
    return 2 * layers * kv_heads * d_head * n * bytes_per
