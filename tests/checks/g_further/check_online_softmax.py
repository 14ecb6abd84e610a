"""Checks of online-softmax."""

import math

import numpy as np

from grader.checks.api import all_of, call, cases, close, expect, require, unchanged

CASE_EXEMPT = {
    "blocked": "scores come one by one: check_masked_scores has texts in which all are masked",
}

# In every check but the first the largest score comes first, so that forgetting to rescale shows in the first alone.


def _falling(draw, n):
    return sorted((float(x) for x in draw.normal(n)), reverse=True)


@cases()
def check_equals_two_passes(draw):
    """The result is that of the ordinary softmax, also when larger and larger scores come."""
    n, d = draw.sizes("n d", 4, 9)
    scores, values = [float(x) for x in draw.normal(n, scale=1.5)], draw.normal(n, d)
    far = draw.number(360.0, 390.0)  # e^far is a number, e^(2 far) is none: the first score cannot be the measure for all
    return [
        call("online_attention", iter([0.0, 1.0986123]), iter([np.array([4.0]), np.array([8.0])]), public_=True),
        call("online_attention", iter(scores), iter(list(values))),
        call("online_attention", iter(sorted(scores)), iter(list(values))),
        call("online_attention", iter(scores[:1]), iter(list(values[:1]))),
        call("online_attention", iter([-far, far, far + draw.number(0.5, 1.5)]), iter(list(values[:3]))),
    ]


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, either sign, give finite and correct results."""
    n, d = draw.sizes("n d", 3, 7)
    return [
        call("online_attention", iter([s + lift for s in _falling(draw, n)]), iter(list(draw.normal(n, d)))) for lift in (1e4, -1e4)
    ] + [call("online_attention", iter([1e4, 0.0, -1e4]), iter(list(draw.normal(3, d))))]


@cases()
def check_masked_scores(draw):
    """A score of minus infinity adds nothing, even if it comes first; if all are masked, the output is zeros."""
    n, d = draw.sizes("n d", 3, 7)
    scores = _falling(draw, n)
    first, middle = [-math.inf, -math.inf, *scores], [scores[0], -math.inf, *scores[1:], -math.inf]
    return [
        call("online_attention", iter(first), iter(list(draw.normal(n + 2, d)))),
        call("online_attention", iter(middle), iter(list(draw.normal(n + 2, d)))),
        call("online_attention", iter([-math.inf] * n), iter(list(draw.normal(n, d)))),
        call("online_attention", iter([-math.inf]), iter([draw.normal(d)])),
    ]


def check_reads_in_step(submission, reference, draw):
    """Scores and values are read in step: neither runs ahead of the other."""
    n, d = draw.sizes("n d", 9, 15)
    scores, values = _falling(draw, n), list(draw.normal(n, d))
    count = {"scores": 0, "values": 0, "lead": 0}

    def watched(items, name):
        for item in items:
            count[name] += 1
            count["lead"] = max(count["lead"], abs(count["scores"] - count["values"]))
            yield item

    got = submission.online_attention(watched(scores, "scores"), watched(values, "values"))
    expect(got, reference.online_attention(iter(scores), iter(values)))
    require(count["lead"] <= 2, "one of the two iterators was read far ahead of the other", expected="in step", got=count["lead"])


def _part(draw, d, largest):
    return (largest, draw.number(1.0, 5.0), draw.normal(d))


@cases(compare=all_of(unchanged(), close()))
def check_merge(draw):
    """Two parts are brought to the same largest score before they are added, whichever of them holds it."""
    d = draw.size("d", 2, 6)
    low, high = draw.number(-3.0, 0.0), draw.number(0.5, 3.0)
    small, large = _part(draw, d, low), _part(draw, d, high)
    return [
        call("merge", (0.0, 1.0, np.array([4.0])), (1.0986123, 1.0, np.array([8.0])), public_=True),
        call("merge", small, large),
        call("merge", large, small),
        call("merge", large, _part(draw, d, high)),
        call("merge", (large[0] - 1e4, *large[1:]), (small[0] - 1e4, *small[1:])),
    ]


@cases(compare=all_of(unchanged(), close()))
def check_merge_with_an_empty_part(draw):
    """A part in which everything is masked changes nothing, and two of them give an empty part, not nan."""
    d = draw.size("d", 2, 6)
    part, empty = _part(draw, d, draw.number(-2.0, 2.0)), (-math.inf, 0.0, np.zeros(d))
    return [call("merge", part, empty), call("merge", empty, part), call("merge", empty, (-math.inf, 0.0, np.zeros(d)))]


def check_memory_stays_small(submission, reference, draw):
    """Nothing is collected: 300 values of 10 000 numbers get by with 16 MB."""
    n, d = 300, draw.length(10_000)
    scores, base = sorted((draw.number(-1.0, 1.0) for _ in range(n)), reverse=True), draw.normal(d)
    steps = [draw.number(1.0, 2.0) for _ in range(n)]
    got = submission.online_attention(iter(scores), (base * step for step in steps))
    expect(got, reference.online_attention(iter(scores), (base * step for step in steps)))
