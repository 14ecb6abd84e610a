"""Checks of variance-of-dot-products. In which order numbers are drawn is free, so results are judged by how far chance can take them."""

import math

import numpy as np

from grader.checks.api import Tolerance, call, cases, expect, holds, require
from grader.checks.compare import difference

CASE_EXEMPT = {
    "sizes": "The inputs are sizes themselves, not arrays.",
    "blocked": "There is no mask here: the scores come from chance.",
}

SAMPLES, TRIALS = 4000, 800
SIGMAS = 7.0  # an honest program is refused about once in ten million calls
TOP_WEIGHT_TOLERANCE = 0.09  # 7 standard errors: one largest weight varies by less than .25, and two means of TRIALS are compared


def _generator(draw):
    """A generator of its own for every call: draw.generator() would be the same one each time."""
    return np.random.default_rng(draw.whole(0, 2**60))


def _numbers(value):
    """The value as floats, or None."""
    try:
        return [float(x) for x in (value if isinstance(value, (list, tuple)) else [value])]
    except (TypeError, ValueError, OverflowError):
        return None


def _is_within_chance(case, value):
    """Mean 0, and variance d_k or 1, up to SIGMAS standard errors. Var(q·k) = d and Var((q·k)²) = 2d² + 6d."""
    numbers = _numbers(value)
    if numbers is None or len(numbers) != 2:
        return "two numbers are wanted: mean and variance"
    d, n = case.args[0], case.args[1]
    unit = d if case.kwargs.get("scale") is False else 1.0
    if not abs(numbers[0]) <= SIGMAS * math.sqrt(unit / n):
        return f"the mean is too far from 0 for {n} samples"
    if not abs(numbers[1] - unit) <= SIGMAS * unit * math.sqrt((2 + 6 / d) / n):
        return f"the variance is too far from {unit} for {n} samples"
    return None


@cases(compare=holds(_is_within_chance, "mean about 0 and variance about d_k"), repeat=1)
def check_unscaled_variance_is_d_k(draw):
    """Without scaling, the scores have mean 0 and variance d_k, up to chance, with fresh numbers for every sample."""
    sizes = [1, 1, 1, 2, 2, 3, draw.size("d", 5, 9), 24]
    return [call("dot_stats", d, SAMPLES, _generator(draw), scale=False) for d in sizes]


@cases(compare=holds(_is_within_chance, "mean about 0 and variance about 1"), repeat=1)
def check_scaled_variance_is_one(draw):
    """Divided by √d_k, the scores have mean 0 and variance 1, up to chance; this is what you get when scale is not mentioned."""
    sizes = [1, 1, 1, 2, 2, draw.size("d", 5, 9), 24]
    return [
        *(call("dot_stats", d, SAMPLES, _generator(draw)) for d in sizes),
        call("dot_stats", 3, SAMPLES, _generator(draw), scale=True),
    ]


def _top_weight_is_close(case, value):
    numbers = _numbers(value)
    if numbers is None or len(numbers) != 1 or not math.isfinite(numbers[0]):
        return "one number is wanted"
    got, n_keys = numbers[0], case.args[1]
    if n_keys == 1 and abs(got - 1) > 1e-9:
        return "a single key has the weight 1"
    if not 1 / n_keys - 1e-9 <= got <= 1 + 1e-9:
        return "the largest of n weights lies between 1/n and 1"
    return None


class top_weight:
    """Agrees with the reference up to chance."""

    needs_expected = True
    needs_args = False

    def __call__(self, case, expected, reply):
        found = holds(_top_weight_is_close, "the mean of the largest weights")(case, expected, reply)
        return found or difference(float(expected.value), reply.value, Tolerance(rtol=0, atol=TOP_WEIGHT_TOLERANCE))


@cases(compare=top_weight(), repeat=1)
def check_top_weight_with_scaling(draw):
    """With scaling the largest weight hardly changes with d_k, with new queries and new keys in every trial; a single key gets 1."""
    n_keys = draw.size("n_keys", 4, 6)
    return [
        call("mean_top_weight", 64, 1, 10, _generator(draw), public_=True),
        call("mean_top_weight", 2, 3, TRIALS, _generator(draw), scale=True),
        *(call("mean_top_weight", d, n, TRIALS, _generator(draw)) for d, n in [(1, n_keys)] + 12 * [(1, 2)]),
        call("mean_top_weight", 24, n_keys, TRIALS, _generator(draw)),
    ]


@cases(compare=top_weight(), repeat=1)
def check_top_weight_without_scaling(draw):
    """Without scaling the largest weight climbs towards 1 as d_k grows."""
    n_keys = draw.size("n_keys", 4, 6)
    return [call("mean_top_weight", d, n_keys, TRIALS, _generator(draw), scale=False) for d in (32, 64)]


def check_chance_comes_from_rng_alone(submission, reference, draw):
    """The same rng gives the same answer, and another rng gives another answer."""
    seeds = [draw.whole(0, 2**60), draw.whole(0, 2**60)]
    for function, args in (("dot_stats", (5, 60)), ("mean_top_weight", (5, 6, 20))):
        wanted = getattr(reference, function)(*args, np.random.default_rng(seeds[0]))
        first, again, other = (getattr(submission, function)(*args, np.random.default_rng(seeds[i])) for i in (0, 0, 1))
        for value in (first, again, other):
            expect(value, wanted, within=Tolerance(atol=math.inf))
        first, again, other = _numbers(first), _numbers(again), _numbers(other)
        is_same = all(abs(a - b) < 1e-9 for a, b in zip(first, again, strict=True))
        require(is_same, "the same rng should give the same answer", expected=first, got=again)
        is_other = all(abs(a - b) > 1e-9 for a, b in zip(first, other, strict=True))
        require(is_other, "another rng should give another answer", expected="other numbers", got=other)


CALLS, FEW = 120, 100
LEAST_SPREAD = 0.44  # an honest program comes to 1 ± .16 and below this once in ten million; normal scores to .25, uniform entries to .28
TOP_OF_TWO = 0.668648  # mean of 1 / (1 + e^-|q (k - k')|) for normal q, k, k'
TOP_CALLS, TOP_SPREAD = 10, 0.145  # of one largest weight


def check_entries_are_normal_and_multiplied(submission, draw):
    """The scores are products of normal numbers, not numbers that only have their mean and variance: those would vary less."""
    spread = 0.0
    for _ in range(CALLS):
        value = submission.dot_stats(1, FEW, _generator(draw))
        expect(value, (0.0, 1.0), within=Tolerance(atol=math.inf))
        spread += (_numbers(value)[1] - 1) ** 2
    spread *= FEW / 8 / CALLS  # Var of the variance of n such products is 8 / n
    require(spread > LEAST_SPREAD, "the variance should differ more from one call to the next", expected="about 1", got=spread)


def check_top_weight_in_the_long_run(submission, draw):
    """Over thousands of trials the mean of the largest weight is that of normal queries and keys, shared by all scores of a trial."""
    allowed = SIGMAS * TOP_SPREAD / math.sqrt(TRIALS)
    total = 0.0
    for _ in range(TOP_CALLS):
        value = submission.mean_top_weight(1, 2, TRIALS, _generator(draw))
        expect(value, TOP_OF_TWO, within=Tolerance(rtol=0, atol=allowed))
        total += value
    expect(total / TOP_CALLS, TOP_OF_TWO, within=Tolerance(rtol=0, atol=allowed / math.sqrt(TOP_CALLS)))
