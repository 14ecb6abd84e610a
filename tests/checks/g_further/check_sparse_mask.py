"""Checks of sparse-mask."""

import numpy as np

from grader.checks.api import call, cases, unchanged

CASE_EXEMPT = {
    "overflow": "nothing is raised to a power: cells are opened and counted",
    "blocked": "a token always sees itself",
}


def _connected(draw, n):
    """A random causal mask with an open diagonal, in which every token sees its left neighbour."""
    return (draw.mask(n, n, share=0.2) | np.eye(n, dtype=bool) | np.eye(n, k=-1, dtype=bool)) & np.tri(n, dtype=bool)


@cases()
def check_window_and_stride(draw):
    """A token sees itself, the tokens in its window, and those whole strides before it."""
    n, window, stride = draw.sizes("n window stride", 2, 4)
    n += 8
    return [
        call("sparse_mask", 3, 2, public_=True),
        call("sparse_mask", n, window),
        call("sparse_mask", n, 1, stride=3),
        call("sparse_mask", n, window, stride=stride + 1),
        call("sparse_mask", n, 2, (), 1),
        call("sparse_mask", n, n + 3),
    ]


@cases()
def check_global_tokens(draw):
    """Every later token sees a global token, and a global token sees every earlier one, but nobody sees the future."""
    n = draw.size("n", 8, 12)
    one, two = draw.whole(1, 3), draw.whole(5, n - 1)
    return [
        call("sparse_mask", n, 1, [one]),
        call("sparse_mask", n, 2, (one, two)),
        call("sparse_mask", n, 1, global_tokens=[two, 0]),
        call("sparse_mask", n, 2, (0,)),
    ]


@cases()
def check_the_rules_add_up(draw):
    """With several rules at once, a cell is open if at least one of them opens it."""
    n = draw.size("n", 9, 14)
    return call("sparse_mask", n, draw.whole(1, 2), [draw.whole(1, n - 2)], stride=draw.whole(3, 5))


@cases()
def check_density(draw):
    """The density is the share of open cells among those of a causal mask."""
    n = draw.size("n", 5, 12)
    return [
        call("density", np.eye(4, dtype=bool), public_=True),
        call("density", np.tri(n, dtype=bool)),
        call("density", _connected(draw, n)),
        call("density", np.ones((1, 1), dtype=bool)),
    ]


@cases()
def check_layers_needed(draw):
    """The layers are counted until every token knows of every earlier one, however many it takes."""
    n, window = draw.sizes("n window", 3, 14)
    long = draw.whole(24, 30) if draw.index == 0 else 9  # as many layers, but one, with a window of 2; once is enough
    far = np.tri(16, dtype=bool) & ~np.tri(16, k=-4, dtype=bool)
    i, j = np.indices((16, 16))
    far_sighted = np.eye(n + 3, dtype=bool) | np.eye(n + 3, k=-1, dtype=bool)
    far_sighted[-1] = True  # the last token sees everything, and the others have to wait
    return [
        call("layers_needed", far_sighted),
        call("layers_needed", np.tri(n, dtype=bool)),
        call("layers_needed", np.eye(long, dtype=bool) | np.eye(long, k=-1, dtype=bool)),
        call("layers_needed", np.tri(n, dtype=bool) & ~np.tri(n, k=-min(window, n - 1), dtype=bool)),
        call("layers_needed", far),
        call("layers_needed", far | ((i >= j) & ((i - j) % 4 == 0))),
        call("layers_needed", _connected(draw, draw.whole(8, 14))),
    ]


@cases()
def check_masks_without_an_answer(draw):
    """A single token needs no layer, and None says that no number of layers is enough."""
    n = draw.size("n", 3, 9)
    i, j = np.indices((n, n))
    cut = draw.whole(1, n - 1)
    return [
        call("layers_needed", np.ones((1, 1), dtype=bool)),
        call("layers_needed", np.eye(n, dtype=bool)),
        call("layers_needed", (j <= i) & ((i < cut) | (j >= cut))),
        call("layers_needed", np.ones((2, 2), dtype=bool) & np.tri(2, dtype=bool)),
    ]


@cases(compare=unchanged())
def check_inputs_stay_as_they_are(draw):
    """Masks and lists given to you are left as they are."""
    n = draw.size("n", 4, 8)
    M = _connected(draw, n)
    return [call("density", M), call("layers_needed", M), call("sparse_mask", n, 1, [2, 1], 3)]
