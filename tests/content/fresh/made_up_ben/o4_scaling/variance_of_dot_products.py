import numpy as np
from o3_weights.softmax_rows import softmax_np


def dot_stats(d_k: int, n_samples: int, rng: np.random.Generator, scale: bool = True) -> tuple[float, float]:
    s = np.einsum("snd,snd->n", *np.split(rng.standard_normal((2, n_samples, d_k)), 2)) / d_k ** (scale / 2)
    return float(s.mean()), float(s.var())


def mean_top_weight(d_k: int, n_keys: int, trials: int, rng: np.random.Generator, scale: bool = True) -> float:
    q, K = rng.standard_normal((trials, d_k)), rng.standard_normal((trials, n_keys, d_k))
    return float(softmax_np(np.einsum("td,tnd->tn", q, K) / d_k ** (scale / 2)).max(axis=1).mean())
