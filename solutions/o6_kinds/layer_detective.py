"""Telling three kinds of attention apart by experiment."""

import numpy as np


def classify_layer(layer, d, rng):
    """The kind of the layer: "self", "masked self" or "cross"."""
    tgt, src, other = (rng.standard_normal((4, d)) for _ in range(3))
    before = layer(tgt, src)
    if np.abs(layer(tgt, other) - before).max() > 1e-9:
        return "cross"  # only cross-attention reads the source
    changed = np.concatenate([tgt[:-1], other[:1]])  # another last token
    earlier_moved = np.abs(layer(changed, src) - before)[:-1].max() > 1e-9
    return "self" if earlier_moved else "masked self"
