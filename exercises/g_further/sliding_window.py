"""A window on the past.

The full table grows with the square of the text. A sliding window lets every token see only itself and the w - 1 tokens before it, so
each row has at most w cells, however long the text is. That is another computation than full attention, with another result; but when
layers are stacked, what a token has collected in one layer is passed on in the next, and news travels further than the window.

    token i sees token j  when  i - w < j <= i                    (count from 0; 1 <= w, and w may be larger than n)

    window_mask(3, 2)  ->  [[True, False, False], [True, True, False], [False, True, True]]
    window_attention([[1.0], [1.0], [1.0]], [[0.0], [0.0], [0.0]], [[2.0], [4.0], [8.0]], 2)  ->  [[2.0], [3.0], [6.0]]
    reach(3, 1)  ->  2

(In the second line all scores are 0, so each token averages what it sees: 2; 2 and 4; 4 and 8.)

Good to know
- Shapes: Q and K (n, d), V (n, d_v), result (n, d_v). Scores are q·k / √d, as always; they may be ten thousands, of either sign.
- window_attention must not build a table of n × n numbers, not even of bools: a call with n = 8192, w = 16, d = d_v = 4 must get by with
  60 MB besides its inputs. One such table of bools takes 67 MB, one of float64 537 MB. Gathering w keys for every token is fine.
- reach counts steps back: how many positions back can what a token knows in the last of these layers come from? A token that is alone
  in its window has reach 0. The text is taken to be long enough.
- Whole numbers are worked out as float64. Arrays may arrive as nested lists: start with np.asarray.
- Return new arrays (window_mask: of bools); Q, K and V stay as they are. numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def window_mask(n, w):
    """The bool array (n, n) that is True where token i may look at token j."""
    # TODO: compare row numbers with column numbers; mind both ends of the window.
    raise NotImplementedError


def window_attention(Q, K, V, w):
    """Attention in which every token sees itself and the w - 1 tokens before it: (n, d_v)."""
    # TODO: which keys does token i really use? Work with those alone.
    raise NotImplementedError


def reach(w, layers):
    """How many steps back information can come from, through this many layers with windows of w."""
    # TODO: how far for one layer? What does a second layer add?
    raise NotImplementedError
