"""Checks of design-a-query. A query is judged by the scores it gives, because many queries give the same ones."""

import math

import numpy as np

from grader.checks.api import all_of, call, cases, fresh, holds, unchanged

CASE_EXEMPT = {"blocked": "There is no mask here: the text promises that all weights are above 0."}


def _gives_the_wanted_scores(case, query):
    keys, targets = np.asarray(case.args[0]), case.args[1]
    sharpness = case.args[2] if len(case.args) > 2 else case.kwargs.get("sharpness", 10.0)
    wanted = np.zeros(len(keys))
    wanted[targets] = sharpness
    with np.errstate(all="ignore"):
        scores = keys @ np.asarray(query, dtype=float) / math.sqrt(keys.shape[1])
    if np.allclose(scores, wanted, rtol=1e-6, atol=1e-6):
        return None
    return "the scaled scores of this query are not the wanted ones"


WANTED = holds(_gives_the_wanted_scores, "a query whose scaled scores are `sharpness` on the targets and 0 elsewhere")


def _orthonormal(draw, d):
    return np.linalg.qr(draw.normal(d, d))[0]


def _slanted(draw, n, d):
    """n independent keys of d numbers: neither at right angles nor equally long."""
    keys = _orthonormal(draw, d)[:n] + 0.3 * draw.uniform(n, 1, low=0.5) * np.ones(d)
    return keys * np.array(draw.shuffled(np.linspace(0.5, 3.0, n)))[:, None]


@cases(compare=WANTED)
def check_slanted_keys(draw):
    """Keys that are neither at right angles nor equally long are no obstacle, nor are fewer keys than numbers in a key."""
    n, d = sorted(draw.sizes("n d", 3, 8))
    return [
        call("design_query", [[2, 1], [1, -1]], [1], sharpness=3.0, public_=True),
        call("design_query", _slanted(draw, n, d), [draw.whole(0, n - 1)]),
    ]


@cases(compare=WANTED)
def check_several_targets(draw):
    """Every target gets the full score, so that they share the attention equally, and all other keys get score 0."""
    d = draw.size("d", 5, 8)
    places = draw.shuffled(range(d))
    return [call("design_query", _orthonormal(draw, d), places[:m]) for m in (2, 3)]


@cases(compare=WANTED)
def check_sharpness(draw):
    """The score of the target is the sharpness that was asked for, 10 if none was; a sharpness of 0 gives all keys the same score."""
    d = draw.size("d", 3, 7)
    keys = _orthonormal(draw, d)
    target = [draw.whole(0, d - 1)]
    return [
        call("design_query", keys, target),
        call("design_query", keys, target, draw.number(1.0, 5.0)),
        call("design_query", keys, target, sharpness=0.0),
        call("design_query", keys, target, sharpness=5000.0),
    ]


@cases()
def check_gaps_undo_the_softmax(draw):
    """From the weights alone you recover how much larger each score was than the first one."""
    scores = draw.uniform(draw.size("n", 3, 8), low=-1.5, high=1.5)
    far = 30 * scores
    far[0] = far.min() - draw.number(30.0, 200.0)  # a first weight of almost 0 is a weight as any other
    rows = [np.exp(x - x.max()) / np.exp(x - x.max()).sum() for x in (scores, far)]
    return [call("score_gaps", [0.5, 0.25, 0.25], public_=True), *(call("score_gaps", row) for row in rows)]


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """Your functions leave keys, targets and weights alone."""
    d = draw.size("d", 3, 7)
    weights = draw.uniform(d, low=0.2)
    return [
        call("design_query", _orthonormal(draw, d), [draw.whole(0, d - 1)], 2.5),
        call("score_gaps", weights / weights.sum()),
    ]
