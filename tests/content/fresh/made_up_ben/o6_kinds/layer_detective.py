import numpy as np


def classify_layer(layer, d: int, rng: np.random.Generator) -> str:
    tgt, src, src2 = rng.standard_normal((3, 4, d))
    tgt2 = np.vstack([tgt[:-1], rng.standard_normal((1, d))])
    base, other_src, other_last = (np.array(layer(t.copy(), s.copy())) for t, s in ((tgt, src), (tgt, src2), (tgt2, src)))
    moved = lambda Y: bool((np.abs(Y - base) > 1e-9).any(axis=1)[0])
    return "cross" if moved(other_src) else "self" if moved(other_last) else "masked self"
