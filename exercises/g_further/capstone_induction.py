"""Capstone: a circuit that completes patterns.

Show a trained model "<start> A B C D A B C", and it continues with D, for any words, in any order. It has not learned the phrase: it
finds the place where the present word stood before, and copies what followed there. Heads that do this are called induction heads, and
one layer cannot do it: a key must already know what stood to its left. Assemble everything you have built: two real multi-head layers
under the causal mask, with all weights set by hand.

The stream. Row i of X has d numbers, in four parts:

    columns    0 …             vocab …         vocab + n_max …         out …
    hold       the word        the position    the previous word       the prediction        then zeros, if any
               (one-hot)       (one-hot)       (empty at first)        (empty at first)

    part size  vocab           n_max           vocab                   vocab

A layer adds what its heads find:  X + multi_head(X, X, W_Q, W_K, W_V, W_O, h, causal mask).

    layer 1, head 0:  looks one position back, and writes the word it finds there into the third part
    layer 2, head 0:  looks for positions whose previous word is the present word, and writes the word of those positions into the fourth

The other heads, if there are any, do nothing: their numbers in all four matrices are 0.

    [P["W_Q"].shape for P in induction_weights(3, 4)["layers"]]  ->  [(14, 14), (14, 14)]
    predict([0, 1, 2, 1], 3, 4, induction_weights(3, 4)).round(3)[3].tolist()  ->  [0.0, 0.0, 1.0]

(Words 0 = <start>, 1 and 2. After the second 1 the circuit predicts 2, because 2 followed the first 1.)

Good to know
- P is a dict of four (d, d) arrays: "W_Q", "W_K", "W_V", "W_O". Head i owns columns i·d/h to (i+1)·d/h - 1 of the first three, and those
  rows of W_O. A head of d/h numbers must have room for the words and for the positions: h divides d, and d/h is at least max(vocab,
  n_max). Make d as large as the four parts need, and add columns of zeros until both hold (3 words, 4 positions, 2 heads: 13 becomes 14).
  More columns of zeros, or other heads for the same work, are accepted too.
- induction_weights returns {"layers": [P1, P2], "d": width of the stream, "out": column where the prediction starts}. sharpness is meant
  as in head-surgery: the score of a wanted position lies that far above the others, after the division by √(d/h).
- predict builds X for tokens (an array of n whole numbers, n <= n_max), runs all layers that W holds, one or two or more, and returns
  the vocab prediction columns (n, vocab) as they are, without a softmax.
- A text begins with a word, here <start>, that does not come again. Judged are rows whose word has occurred exactly once before: there the
  word that followed it must get more than .99, and every other word less than .01. All other rows are free.
- No row may depend on a later token. X, tokens and W stay as they are.
- multi_head is yours to use, and so is numpy; torch, scipy and jax are not.
"""

import math

import numpy as np
from o7_heads.multi_head import multi_head


def causal_multi_head(X, P, h):
    """The stream (n, d) after one layer: X plus what the heads find under the causal mask."""
    # TODO: which mask hides later tokens, and what happens to X?
    raise NotImplementedError


def induction_weights(vocab, n_max, h=2, sharpness=30.0):
    """The weights of both layers, the width of the stream, and the column where the prediction starts."""
    # TODO: W[r, c] = 1 reads column r of the stream into number c of a head; W_O[c, r] = 1 writes it back. Build layer 1 and look at X.
    raise NotImplementedError


def predict(tokens, vocab, n_max, W, h=2):
    """The prediction columns (n, vocab) of the stream after all layers of W."""
    # TODO: one-hot words and positions first, then layer after layer.
    raise NotImplementedError
