"""Telling three kinds of attention apart by experiment."""

import numpy as np


def classify_layer(layer, d, rng):
    """The kind of the layer: "self", "masked self" or "cross"."""
    tgt, src = rng.standard_normal((4, d)), rng.standard_normal((3, d))
    before = layer(tgt, src)
    if _moved(layer(tgt, rng.standard_normal((3, d))), before):
        return "cross"  # only cross-attention reads the source
    changed = tgt.copy()
    changed[-1] = rng.standard_normal(d)
    earlier_rows_moved = _moved(layer(changed, src)[:-1], before[:-1])
    return "self" if earlier_rows_moved else "masked self"


def _moved(after, before):
    return bool(np.abs(after - before).max() > 1e-9)
