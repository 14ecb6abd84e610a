"""softmax(QKᵀ/√d_k)V.

All queries of a text are answered at once: two matrix products and one softmax. Row i of the attention matrix holds the weights that
query i gives to every key; it adds up to 1. This function is the engine of every later exercise.

    A      = softmax(Q Kᵀ / √d_k)      one softmax per row
    output = A V

    sdpa([[1.0986123, 0], [0, 0]], [[1.4142136, 1], [0, 1]], [[4, 0], [0, 4]])  ->  ([[3.0, 1.0], [2.0, 2.0]], [[0.75, 0.25], [0.5, 0.5]])

The lesson's query [[2, 1]] with its four keys must give the weights .735, .043, .043, .179 and the output [3.20, 0.44].

Shapes: Q (..., n_q, d_k), K (..., n_k, d_k), V (..., n_k, d_v)  ->  output (..., n_q, d_v), A (..., n_q, n_k). 3 queries and 5 keys make
a table of 3 rows and 5 columns. The dots stand for any number of further axes in front (sentences of a batch, heads), the same for
Q, K and V.

    allowed   None: every query may look at every key. Otherwise bools, True where query i may look at key j: as large as A, or anything
              that numpy stretches to that shape, such as one (n_q, n_k) table for everything in front, or (..., 1, n_k): one row that
              holds for every query

Good to know
- A key that is not allowed gets weight exactly 0, however low the allowed scores are. A query that may look at nothing gets weights 0
  and output 0.
- Scores of ±10 000 must work: softmax_np can do that.
- Q, K, V and allowed may arrive as nested lists: start with np.asarray. They stay as they are.
- If all arrays are float32, so are the results; whole numbers are worked out as float64.
  math.sqrt(d_k) keeps float32, np.sqrt(d_k) makes float64.
- Return (output, A) as one tuple.
- numpy is yours to use; torch, scipy and jax are not.
"""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def sdpa(Q, K, V, allowed=None):
    """(output, attention matrix) of all queries: a row of output and a row of weights per query."""
    # TODO: the formula, with -inf in place of every score that is not allowed.
    raise NotImplementedError
