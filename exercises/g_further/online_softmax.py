"""Softmax in one pass.

The usual softmax reads the scores twice: once for the largest, once for the total. When they come one at a time and there is no room to
store them, one pass must do. Keep three things: the largest score so far, the total of e^(s - largest), and the blend, which is the same
sum with each term multiplied by its value. When a larger score comes, everything collected so far was measured against the old largest:
shrink it by e^(old - new), and go on. At the end, blend / total is the output.

    output = sum of e^(s_i) · v_i / sum of e^(s_i)

    online_attention(iter([0.0, 1.0986123]), iter([np.array([4.0]), np.array([8.0])]))  ->  [7.0]
    merge((0.0, 1.0, np.array([4.0])), (1.0986123, 1.0, np.array([8.0])))  ->  (1.0986123, 1.3333333, [9.3333333])

(The scores are 0 and ln 3, so the weights are 1/4 and 3/4. The second line merges the same two pairs: 9.33 / 1.33 is 7 again.)

Good to know
- scores and values are iterators: loop over them, or call next; each item can be read once, and neither has a length. A score is a
  float, its value a numpy array of d_v numbers. There are as many values as scores, at least one of each.
- Read them in step, one score and its value at a time: nobody may run more than two items ahead. Nothing may be collected:
  300 values of 10 000 numbers must get by with 16 MB, and all of them together are 24 MB.
- A score of -inf means masked: that value adds nothing, even if it comes first. If all are masked, the output is zeros.
- Scores may be ten thousands, of either sign.
- A partial result is (largest, total, blend), with blend an array. A part in which all is masked is (-inf, 0.0, zeros). merge gives the
  partial result of both parts together, and works for such empty parts too. Leave both parts as they are.
- numpy is yours to use for the values; torch, scipy and jax are not.
"""

import math

import numpy as np


def online_attention(scores, values):
    """The softmax-weighted average of the values, read once: an array (d_v,)."""
    # TODO: one loop. If the largest score rises from m to m2, by which factor must total and blend shrink?
    raise NotImplementedError


def merge(a, b):
    """The partial result (largest, total, blend) of two parts together."""
    # TODO: measure both parts against the same largest score; then they can be added.
    raise NotImplementedError
