"""Known wrong ways of softmax-by-hand."""

import math

from grader.checks.variants import wrong

ANSWERS = []


def right(xs):
    """A right softmax, for mistakes that lie elsewhere."""
    top = max(xs, default=-math.inf)
    if top == -math.inf:
        return [0.0 for _ in xs]
    powers = [math.exp(x - top) for x in xs]
    total = math.fsum(powers)
    return [power / total for power in powers]


# --- the formula ---------------------------------------------------------------------------------------------------


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_everything_blocked",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def shares_of_the_total(xs):
    """Divides each score by the total of the scores, without e^x."""
    total = sum(xs)
    return [x / total for x in xs]


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_everything_blocked",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def shares_in_a_loop(xs):
    """The same shares, collected one by one."""
    total = 0
    for x in xs:
        total += x
    weights = []
    for x in xs:
        weights.append(x / total)
    return weights


@wrong(
    "slip-formula",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def divided_by_the_largest(xs):
    """Divides by the largest power: the first weight is 1, and the rest is too much."""
    top = max(xs, default=-math.inf)
    return [math.exp(x - top) if top > -math.inf else 0.0 for x in xs]


@wrong(
    "slip-formula",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def divided_by_the_largest_power(xs):
    """max() where sum() belongs."""
    if not xs or max(xs) == -math.inf:
        return [0.0] * len(xs)
    top = max(xs)
    powers = [math.exp(x - top) for x in xs]
    biggest = max(powers)
    return [p / biggest for p in powers]


@wrong("slip-formula", fails=("check_weights_of_the_lesson_and_of_random_scores",), replaces="softmax")
def equal_scores_counted_once(xs):
    """A dict from score to power: equal scores are counted once in the total."""
    top = max(xs, default=-math.inf)
    powers = {x: math.exp(x - top) if top > -math.inf else 0.0 for x in xs}
    total = sum(powers.values()) or 1.0
    return [powers[x] / total for x in xs]


@wrong("slip-formula", fails=("check_weights_of_the_lesson_and_of_random_scores",), replaces="softmax")
def total_over_a_set(xs):
    """The total is taken over a set, which drops equal powers."""
    if not [x for x in xs if x != -math.inf]:
        return [0.0 for x in xs]
    top = max(xs)
    powers = [math.exp(x - top) for x in xs]
    total = sum(set(powers))
    return [p / total for p in powers]


@wrong(
    "slip-formula",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def powers_of_two(xs):
    """Takes 2 as the base of the powers instead of e."""
    return right([x * math.log(2) for x in xs])


@wrong(
    "slip-formula",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def powers_of_two_by_star_star(xs):
    """2 ** x in place of e^x."""
    if all(x == -math.inf for x in xs):
        return [0.0 for _ in xs]
    top = max(xs)
    powers = [2 ** (x - top) for x in xs]
    total = sum(powers)
    return [p / total for p in powers]


@wrong(
    "attention-picks-one",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def winner_takes_all(xs):
    """Gives the largest score all the weight."""
    if not xs or max(xs) == -math.inf:
        return [0.0] * len(xs)
    best = xs.index(max(xs))
    return [1.0 if i == best else 0.0 for i in range(len(xs))]


@wrong(
    "attention-picks-one",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def winner_by_comparison(xs):
    """Walks through the list, remembers the best place and puts the 1 there."""
    weights = [0.0 for _ in xs]
    best = None
    for place, x in enumerate(xs):
        if x != -math.inf and (best is None or x > xs[best]):
            best = place
    if best is not None:
        weights[best] = 1.0
    return weights


@wrong(
    "slip-rounding",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def rounded_weights(xs):
    """Rounds the weights to three decimals, so that they no longer add up to 1."""
    return [round(w, 3) for w in right(xs)]


@wrong(
    "slip-rounding",
    fails=(
        "check_weights_of_the_lesson_and_of_random_scores",
        "check_zero_and_negative_scores",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_empty_single_and_whole_numbers",
        "check_long_list",
    ),
    replaces="softmax",
)
def rounded_by_format(xs):
    """Prints each weight with three decimals and reads it back."""
    return [float(f"{w:.3f}") for w in right(xs)]


# --- zero is not nothing -------------------------------------------------------------------------------------------


@wrong("zero-score-zero-weight", fails=("check_zero_and_negative_scores",), replaces="softmax")
def zero_gets_nothing(xs):
    """A score of 0 gets weight 0."""
    return right([-math.inf if x == 0 else x for x in xs])


@wrong("zero-score-zero-weight", fails=("check_zero_and_negative_scores",), replaces="softmax")
def zero_is_left_out(xs):
    """`if x` keeps only scores that are not 0."""
    kept = [x for x in xs if x]
    weights = iter(right(kept))
    return [next(weights) if x else 0.0 for x in xs]


@wrong("zero-score-zero-weight", fails=("check_zero_and_negative_scores", "check_huge_scores"), replaces="softmax")
def negative_clipped_to_zero(xs):
    """Lifts negative scores to 0 first."""
    return right([x if x == -math.inf else max(x, 0.0) for x in xs])


@wrong("zero-score-zero-weight", fails=("check_zero_and_negative_scores", "check_huge_scores"), replaces="softmax")
def negative_clipped_by_if(xs):
    """Writes 0 over every score below 0, except the blocked ones."""
    scores = list(xs)
    for i, x in enumerate(scores):
        if -math.inf < x < 0:
            scores[i] = 0
    return right(scores)


@wrong("zero-score-zero-weight", fails=("check_zero_and_negative_scores", "check_huge_scores"), replaces="softmax")
def negative_gets_nothing(xs):
    """A score below 0 gets weight 0, as if it were blocked."""
    return right([x if x >= 0 else -math.inf for x in xs])


@wrong("zero-score-zero-weight", fails=("check_zero_and_negative_scores", "check_huge_scores"), replaces="softmax")
def negative_is_left_out(xs):
    """Only scores of 0 and above take part."""
    weights = [0.0] * len(xs)
    places = [i for i in range(len(xs)) if xs[i] >= 0]
    for i, w in zip(places, right([xs[i] for i in places])):
        weights[i] = w
    return weights


# --- stability and blocked scores ----------------------------------------------------------------------------------


@wrong("scale-is-overflow-guard", fails=("check_huge_scores",), replaces="softmax")
def no_maximum(xs):
    """e^x as it is, without subtracting the largest score."""
    powers = [math.exp(x) for x in xs]
    total = sum(powers) or 1.0
    return [p / total for p in powers]


@wrong("scale-is-overflow-guard", fails=("check_huge_scores",), replaces="softmax")
def no_maximum_by_math_e(xs):
    """math.e ** x, which overflows just as well."""
    total = 0.0
    for x in xs:
        total += math.e**x
    return [math.e**x / total if total else 0.0 for x in xs]


@wrong("scale-is-overflow-guard", fails=("check_huge_scores",), replaces="softmax")
def subtracts_the_smallest(xs):
    """Subtracts the smallest score instead of the largest."""
    usable = [x for x in xs if x > -math.inf]
    low = min(usable, default=0.0)
    powers = [math.exp(x - low) for x in xs]
    total = sum(powers) or 1.0
    return [p / total for p in powers]


@wrong("scale-is-overflow-guard", fails=("check_huge_scores",), replaces="softmax")
def subtracts_the_mean(xs):
    """Subtracts the mean of the scores: enough for small lists of like scores, not for far ones."""
    usable = [x for x in xs if x != -math.inf]
    if not usable:
        return [0.0] * len(xs)
    mean = sum(usable) / len(usable)
    powers = [math.exp(x - mean) for x in xs]
    total = sum(powers)
    return [p / total for p in powers]


@wrong("mask-with-zero", fails=("check_huge_scores", "check_blocked_scores_get_zero", "check_everything_blocked"), replaces="softmax")
def blocked_becomes_zero(xs):
    """Puts score 0 where the score is minus infinity; e^0 = 1 keeps it in."""
    return right([0.0 if x == -math.inf else x for x in xs])


@wrong("mask-with-zero", fails=("check_huge_scores", "check_blocked_scores_get_zero", "check_everything_blocked"), replaces="softmax")
def blocked_becomes_zero_by_isinf(xs):
    """math.isinf finds the blocked scores, and 0 replaces them."""
    scores = []
    for x in xs:
        if math.isinf(x):
            x = 0
        scores.append(x)
    return right(scores)


@wrong(
    "mask-with-zero",
    fails=(
        "check_huge_scores",
        "check_blocked_scores_get_zero",
    ),
    replaces="softmax",
)
def blocked_becomes_minus_ten(xs):
    """Takes -10 for minus infinity: small, but not nothing. A list of nothing but blocked scores is set to 0."""
    if all(x == -math.inf for x in xs):
        return [0.0] * len(xs)
    return right([-10.0 if x == -math.inf else x for x in xs])


@wrong("mask-with-zero", fails=("check_blocked_scores_get_zero",), replaces="softmax")
def blocked_becomes_forty_below(xs):
    """Takes 40 less than the largest score for minus infinity: a weight of next to nothing, but not 0."""
    if all(x == -math.inf for x in xs):
        return [0.0] * len(xs)
    return right([max(xs) - 40.0 if x == -math.inf else x for x in xs])


@wrong("mask-with-zero", fails=("check_blocked_scores_get_zero",), replaces="softmax")
def no_power_is_quite_zero(xs):
    """A blocked score gets the power e^-40, so that nothing is ever divided by 0."""
    top = max(xs, default=0.0)
    powers = [math.exp(-40.0) if x == -math.inf else math.exp(x - top) for x in xs]
    total = math.fsum(powers)
    return [p / total if top > -math.inf else 0.0 for p in powers]


@wrong("mask-with-zero", fails=("check_huge_scores",), replaces="softmax")
def blocked_becomes_minus_ten_thousand(xs):
    """Takes -10 000 for minus infinity: among scores as low as that, it is a score like any other."""
    if all(x == -math.inf for x in xs):
        return [0.0] * len(xs)
    return right([-10_000.0 if x == -math.inf else x for x in xs])


@wrong("mask-with-zero", fails=("check_huge_scores",), replaces="softmax")
def no_score_below_minus_ten_thousand(xs):
    """The same, written as a table of what stands for each score."""
    stands_for, powers = {-math.inf: -1e4}, []
    top = max((x for x in xs if x > -math.inf), default=math.inf)
    for x in xs:
        powers.append(math.exp(stands_for.get(x, x) - top))
    total = sum(powers)
    return [p / total if total else 0.0 for p in powers]


@wrong(
    "mask-with-zero",
    fails=(
        "check_huge_scores",
        "check_blocked_scores_get_zero",
    ),
    replaces="softmax",
)
def blocked_by_a_low_number(xs):
    """The same, written as a loop with a low number of its own."""
    low, top = -10, max(xs, default=0)
    if -math.inf in xs and -math.inf < top < low:
        top = low
    powers, total = [], 0
    for x in xs:
        p = math.exp((low if x == -math.inf else x) - top) if top > -math.inf else 0.0
        powers.append(p)
        total += p
    return [p / (total or 1) for p in powers]


@wrong("slip-stability", fails=("check_everything_blocked",), replaces="softmax")
def nan_when_all_are_blocked(xs):
    """-inf - -inf: a list of nothing but blocked scores becomes nan."""
    top = max(xs, default=0)
    powers = [math.exp(x - top) for x in xs]
    total = sum(powers)
    return [p / total for p in powers]


@wrong("slip-stability", fails=("check_everything_blocked",), replaces="softmax")
def nan_by_logarithms(xs):
    """The log-sum-exp way, without a thought for a list that is blocked everywhere."""
    if not xs:
        return []
    top = max(xs)
    offset = top + math.log(sum(math.exp(x - top) for x in xs))
    return [math.exp(x - offset) for x in xs]


@wrong("slip-formula", fails=("check_everything_blocked",), replaces="softmax")
def shared_evenly_when_all_are_blocked(xs):
    """A list of nothing but blocked scores gets equal weights instead of zeros."""
    if xs and max(xs) == -math.inf:
        return [1 / len(xs)] * len(xs)
    return right(xs)


@wrong("slip-formula", fails=("check_everything_blocked",), replaces="softmax")
def all_blocked_counts_as_all_zero(xs):
    """If everything is blocked, all scores are taken as 0."""
    nothing = all(x == -math.inf for x in xs)
    return right([0.0 if nothing else x for x in xs])


# --- shapes, work, the caller's data -------------------------------------------------------------------------------


@wrong("slip-shapes", fails=("check_empty_single_and_whole_numbers",), replaces="softmax")
def no_empty_list(xs):
    """max() of an empty list is an error."""
    top = max(xs)
    return right(xs) if top > -math.inf else [0.0] * len(xs)


@wrong("slip-shapes", fails=("check_empty_single_and_whole_numbers",), replaces="softmax")
def first_score_of_nothing(xs):
    """Starts from xs[0], which an empty list does not have."""
    top = xs[0]
    for x in xs[1:]:
        top = x if x > top else top
    return right([x - top if top > -math.inf else x for x in xs])


@wrong("slip-quadratic", fails=("check_long_list",), replaces="softmax")
def total_for_every_weight(xs):
    """Adds up all exponentials again for every weight."""
    if not xs or max(xs) == -math.inf:
        return [0.0] * len(xs)
    top = max(xs)
    exps = [math.exp(x - top) for x in xs]
    return [e / sum(exps) for e in exps]


@wrong("slip-quadratic", fails=("check_long_list",), replaces="softmax")
def maximum_for_every_score(xs):
    """Looks for the largest score again for every score."""
    if all(x == -math.inf for x in xs):
        return [0.0 for x in xs]
    exps = [math.exp(x - max(xs)) for x in xs]
    total = sum(exps)
    return [e / total for e in exps]


@wrong("slip-mutates-input", fails=("check_input_stays_as_it_is",), replaces="softmax")
def subtracts_in_place(xs):
    """Writes the shifted scores into the caller's list."""
    top = max(xs, default=0)
    for i in range(len(xs)):
        xs[i] -= top if top > -math.inf else 0
    return right(xs)


@wrong("slip-mutates-input", fails=("check_input_stays_as_it_is",), replaces="softmax")
def shifts_the_callers_list(xs):
    """A slice assignment, into the list it was given."""
    if xs and max(xs) != -math.inf:
        top = max(xs)
        xs[:] = [x - top for x in xs]
    return right(xs)


@wrong("slip-mutates-input", fails=("check_input_stays_as_it_is",), replaces="softmax")
def returns_the_callers_list(xs):
    """Writes the weights over the scores and returns the very same list."""
    for i, w in enumerate(right(xs)):
        xs[i] = w
    return xs


@wrong("slip-mutates-input", fails=("check_input_stays_as_it_is",), replaces="softmax")
def weights_by_slice_assignment(xs):
    """xs[:] = weights, and the caller's scores are gone."""
    xs[:] = right(xs)
    return xs


@wrong("slip-memory", fails=("check_input_stays_as_it_is",), replaces="softmax")
def kept_by_scores(xs, seen={}):
    """Keeps every list of weights in a dict, and hands the very same list out again."""
    name = tuple(xs)
    if name not in seen:
        seen[name] = right(xs)
    return seen[name]


@wrong("slip-memory", fails=("check_input_stays_as_it_is",), replaces="softmax")
def old_answer_handed_out_again(xs):
    """Looks through what it was asked before, and returns the answer of then."""
    for scores, weights in ANSWERS:
        if scores == xs:
            return weights
    ANSWERS.append((list(xs), right(xs)))
    return ANSWERS[-1][1]


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax")
def maximum_only_beyond_a_thousand(xs):
    """Subtracts the largest score only where it is beyond a thousand: e^-800 is 0 all the same."""
    top = max(xs, default=-math.inf)
    if top == -math.inf:
        return [0.0] * len(xs)
    shift = top if abs(top) > 1000 else 0.0
    powers = [math.exp(min(x - shift, 709)) for x in xs]
    total = sum(powers)
    return [p / total if total else 0.0 for p in powers]


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax")
def guards_only_the_enormous(xs):
    """Takes scores of hundreds for harmless."""
    if xs and 1e3 < abs(max(xs)):
        return right(xs)
    powers, total = [], 0.0
    for x in xs:
        powers.append(math.e ** (x if x < 709 else 709))
        total += powers[-1]
    return [0.0 if total == 0 else p / total for p in powers]


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax")
def largest_starts_at_minus_99999(xs):
    """Looks for the largest score from -99999 on: below that, all powers are 0."""
    top = -99999.0
    for x in xs:
        if x > top:
            top = x
    powers = [math.exp(x - top) for x in xs]
    total = sum(powers)
    return [p / total if total else 0.0 for p in powers]


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax")
def no_score_is_below_minus_99999(xs):
    """Takes -99999 for less than any score."""
    top = max([-99999, *xs])
    total = math.fsum(math.exp(x - top) for x in xs)
    return [math.exp(x - top) / (total or 1) for x in xs]
