"""Telling three kinds of attention apart by experiment."""

import numpy as np


def classify_layer(layer, d, rng):
    """The kind of the layer: "self", "masked self" or "cross"."""
    tgt, src, other = (rng.standard_normal((4, d)) for _ in range(3))
    before = layer(tgt, src)
    if not np.allclose(layer(tgt, other), before):
        return "cross"  # only cross-attention reads the source
    changed = np.concatenate([tgt[:-1], other[:1]])  # another last token
    earlier_stay = np.allclose(layer(changed, src)[:-1], before[:-1])
    return "masked self" if earlier_stay else "self"
