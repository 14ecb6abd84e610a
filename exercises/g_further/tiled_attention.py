"""Attention in tiles.

The table of n tokens has n × n cells: at n = 4096 that is 134 MB of float64 numbers, for one head. It never has to exist. Walk over
blocks of queries and, for each, over blocks of keys; one such pair of blocks is a tile. Feed the tiles of a query block through the
one-pass rule of online-softmax and forget each tile before the next. The result is the same as that of the full table, up to rounding.
This is the idea behind FlashAttention; the multiplications are still quadratic, only the memory is not.

    Q (n_q, d_k),  K (n_k, d_k),  V (n_k, d_v)  ->  (n_q, d_v)         block: how many queries, and how many keys, a tile has at most

    tiled_attention([[1.0]], [[0.0], [1.0986123]], [[4.0], [8.0]], block=1)  ->  [[7.0]]

(Here the scores are 0 and ln 3, so the weights are 1/4 and 3/4. They are found in two tiles of one key each.)

Good to know
- Scores are q·k divided by √d_k, as always. block is at least 1, need not divide n_q or n_k, and may be larger than both.
- causal=True: the queries belong to the last n_q of n_k positions. Query i may look at key j when j <= i + n_k - n_q. Rows and columns
  are counted over the whole text, not inside a tile.
- With more queries than keys the first rows may look at nothing: their output is 0. Mind -inf - -inf, which is nan.
- A key that a query may not see must not influence its row in any way, however large its score is (scores are
  finite).
- Memory: a call with n_q = n_k = 4096, d_k = d_v = 8 and block=128 must get by with 48 MB besides its inputs. A full table does not fit.
- Time: that call has a few seconds. Work out a whole tile with one matrix product, not cell by cell.
- If all arrays are float32, so is the result; whole numbers are worked out as float64. Arrays may arrive as nested lists:
  start with np.asarray.
- Return a new array; Q, K and V stay as they are. numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def tiled_attention(Q, K, V, block=64, causal=False):
    """softmax(Q Kᵀ / √d_k) V, worked out tile by tile: (n_q, d_v)."""
    # TODO: for every block of queries keep three things, one row per query: the largest score so far, the total, and the blend.
    raise NotImplementedError
