"""Checks of heads-add-up."""

import numpy as np

from grader.checks.api import call, cases, unchanged

CASE_EXEMPT = {
    "overflow": "the softmax is that of multi_head, whose checks have huge scores",
}


def _layer(draw, n, d):
    """X, W_Q, W_K, W_V, W_O whose scores stay below about 3."""
    return [draw.normal(n, d), *(draw.normal(d, d, scale=d**-0.5) for _ in range(4))]


@cases()
def check_each_head_writes_its_part(draw):
    """The contribution of a head is what it found alone, times its own rows of W_O."""
    n, h, d_head = draw.sizes("n h d_head", 2, 6)
    layer = _layer(draw, n, h * d_head)
    return [
        call("head_contributions", [[2.0, 3.0]], np.eye(2), np.eye(2), np.eye(2), [[1, 1], [10, 0]], 2, public_=True),
        call("head_contributions", *layer, h),
        call("head_contributions", *layer, d_head),
        call("head_contributions", *layer, 1),
        call("head_contributions", *layer, h * d_head),
    ]


@cases()
def check_masked_contributions(draw):
    """A mask holds for every head, and a row without any key contributes 0."""
    n, h, d_head = draw.sizes("n h d_head", 2, 6)
    layer = _layer(draw, n, h * d_head)
    return [
        call("head_contributions", *layer, h, np.tri(n, dtype=bool)),
        call("head_contributions", *layer, h, allowed=draw.mask(n, n, blocked_rows=1)),
    ]


@cases()
def check_switched_off_heads_are_left_out(draw):
    """Without some heads the output is the sum of the others, unchanged; with all heads off it is zeros."""
    n, d_head = draw.sizes("n d_head", 2, 5)
    h = 4
    layer = _layer(draw, n, h * d_head)
    one, two, three = draw.shuffled(range(h))[:3]
    return [
        call("ablate", [[2.0, 3.0]], np.eye(2), np.eye(2), np.eye(2), [[1, 1], [10, 0]], 2, [0], public_=True),
        call("ablate", *layer, h, [one]),
        call("ablate", *layer, h, [one, two, three]),
        call("ablate", *layer, h, []),
        call("ablate", *layer, h, list(range(h))),
    ]


@cases()
def check_masked_ablation(draw):
    """Switching heads off works under a mask as well."""
    n, h, d_head = draw.sizes("n h d_head", 2, 6)
    layer = _layer(draw, n, h * d_head)
    return call("ablate", *layer, h, [draw.whole(0, h - 1)], np.tri(n, dtype=bool))


@cases(compare=unchanged())
def check_inputs_stay_as_they_are(draw):
    """Tokens, matrices, mask and the list of heads are left as they are."""
    n, h, d_head = draw.sizes("n h d_head", 2, 5)
    layer = _layer(draw, n, h * d_head)
    return [
        call("head_contributions", *layer, h, np.tri(n, dtype=bool)),
        call("ablate", *layer, h, [h - 1, 0], np.tri(n, dtype=bool)),
    ]
