"""Which kind is this layer?

Somebody hands you a layer that takes a target sentence and a source sentence. It is one of three: self-attention over the target,
masked self-attention over the target, or cross-attention from the target to the source. You cannot look inside. Find out by
experiment: change something, call the layer again, and see which outputs move.

    "self"          every output depends on all target tokens, and the source does not matter
    "masked self"   output i depends on the target tokens 0 to i only, and the source does not matter
    "cross"         output i depends on target token i and on the whole source

    classify_layer(lambda tgt, src: tgt + src.mean(axis=0), 2, np.random.default_rng(0))  ->  "cross"
    classify_layer(lambda tgt, src: np.cumsum(tgt, axis=0), 2, np.random.default_rng(0))  ->  "masked self"

Good to know
- layer(tgt, src) takes arrays (n_t, d) and (n_s, d) and gives an array (n_t, d_out). You choose n_t (at least 2), n_s and all tokens.
- Take standard normal tokens, `rng.standard_normal((n_t, d))`: with large ones the softmax saturates and hides what you look for.
- Changes below 1e-9 are rounding.
- At most 10 calls of the layer; they are counted.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def classify_layer(layer, d, rng):
    """The kind of the layer: "self", "masked self" or "cross"."""
    # TODO: one experiment tells cross from the others, another one tells the other two apart.
    raise NotImplementedError
