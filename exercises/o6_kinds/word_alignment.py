"""Read the alignment.

While a translator writes "la voiture rouge dort", each French word spreads its attention over "the red car sleeps". The largest weight
of a row says which source word it looked at most. Read this alignment off a finished table of weights, and count the places where the
word order turns round: in French the adjective follows the noun, so two lines of the alignment cross.

    align:      for each target word (row) the source word (column) with the largest weight
    crossings:  the pairs of rows i < k in which row i chose a column further right than row k did

    align([[0.2, 0.8], [0.6, 0.4]], ["chat", "noir"], ["black", "cat"], 0.7)  ->  [("chat", "cat"), ("noir", None)]
    crossings([[0.1, 0.9], [0.7, 0.3], [0.2, 0.8]])  ->  1

Good to know
- A is an array (n_t, n_s) of finished weights: one row per target word, one column per source word. The two lengths may differ.
- align returns a list with one tuple (target word, source word) per target word, in order. Among equal weights the first counts.
  Several target words may choose the same source word.
- If the largest weight of a row is below `floor`, claim nothing: the source word is None. A weight equal to the floor counts.
- crossings gives a whole number. It knows no floor, again takes the first of equal weights, and the same column is no crossing.
- Leave your inputs as they are. numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def align(A, tgt_words, src_words, floor=0.0):
    """For each target word a tuple of it and the source word it looks at most, or None if that weight is below `floor`."""
    # TODO: one row per target word: where is its largest weight, and is it large enough?
    raise NotImplementedError


def crossings(A):
    """How many pairs of target words chose their source words in opposite order."""
    # TODO: the chosen column of each row; then all pairs of rows, not only neighbours.
    raise NotImplementedError
