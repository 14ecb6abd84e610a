"""Known wrong ways of softmax-rows."""

import numpy as np

from grader.checks.variants import wrong


@wrong(
    "softmax-wrong-axis",
    fails=("check_rows_add_up_to_one",),
    replaces="softmax_np",
)
def always_axis_0(x, axis=-1):
    """Sums down the columns, whatever axis is asked for."""
    e = np.exp(x - np.max(x, axis=0))
    return e / e.sum(axis=0)
