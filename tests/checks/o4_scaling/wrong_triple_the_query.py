"""Known wrong ways of triple-the-query."""

import math

from o3_weights.one_query import attend_one

from grader.checks.variants import wrong


def weights_of(query, keys):
    """Right weights."""
    return attend_one(query, keys, keys)[1]


def own_softmax(scores):
    """A right softmax."""
    top = max(scores)
    powers = [math.exp(s - top) for s in scores]
    return [p / sum(powers) for p in powers]


def scores_of(query, keys):
    """Right scaled scores."""
    return [sum(a * b for a, b in zip(query, key)) / math.sqrt(len(query)) for key in keys]


# --- the factor ----------------------------------------------------------------------------------------------------


@wrong("scale-normalises-weights", fails=("check_sharpen", "check_extreme_factors", "check_temperature"), replaces="sharpen")
def multiplies_the_weights(query, keys, factor):
    """Multiplies the weights by the factor: they add up to the factor."""
    return [factor * w for w in weights_of(query, keys)]


@wrong("scale-normalises-weights", fails=("check_sharpen", "check_extreme_factors", "check_temperature"), replaces="sharpen")
def factor_after_the_softmax(query, keys, factor):
    """Softmax first, then the factor."""
    weights = list(weights_of(query, keys))
    for i in range(len(weights)):
        weights[i] *= factor
    return weights


@wrong("scale-normalises-weights", fails=("check_sharpen", "check_extreme_factors", "check_temperature"), replaces="sharpen")
def weights_multiplied_and_renormalised(query, keys, factor):
    """Multiplies the weights and divides by their new total: nothing has happened."""
    weights = [factor * w for w in weights_of(query, keys)]
    total = sum(weights)
    return [w / total for w in weights] if total else weights_of(query, keys)


@wrong("scale-normalises-weights", fails=("check_sharpen", "check_extreme_factors", "check_temperature"), replaces="sharpen")
def factor_without_effect(query, keys, factor):
    """The factor cancels in the division by the total."""
    powers = [math.exp(s) for s in scores_of(query, keys)]
    return [p / sum(powers) for p in powers]


@wrong(
    "slip-formula",
    fails=(
        "check_extreme_factors",
        "check_sharpen",
    ),
    replaces="sharpen",
    part_of="triples_the_keys_too",
)
def triples_the_keys_too(query, keys, factor):
    """Multiplies query and keys by the factor: the scores grow by its square."""
    return weights_of([factor * x for x in query], [[factor * x for x in key] for key in keys])


@wrong("slip-formula", fails=("check_sharpen",), replaces="temperature", part_of="triples_the_keys_too")
def temperature_beside_it(query, keys, T):
    """Right."""
    return weights_of([x / T for x in query], keys)


@wrong(
    "slip-formula",
    fails=(
        "check_extreme_factors",
        "check_sharpen",
    ),
    replaces="sharpen",
    part_of="factor_squared",
)
def factor_squared(query, keys, factor):
    """The factor meets both sides of the dot product."""
    return own_softmax([factor**2 * s for s in scores_of(query, keys)])


@wrong("slip-formula", fails=("check_sharpen",), replaces="temperature", part_of="factor_squared")
def temperature_beside_the_square(query, keys, T):
    """Right."""
    return own_softmax([s / T for s in scores_of(query, keys)])


@wrong("scale-by-dk", fails=("check_extreme_factors", "check_sharpen", "check_temperature"), replaces="sharpen")
def raw_scores_sharpened(query, keys, factor):
    """Uses the raw scores, without the division by √d_k."""
    root = math.sqrt(len(query))
    return weights_of([factor * root * x for x in query], keys)


@wrong("scale-by-dk", fails=("check_extreme_factors", "check_sharpen", "check_temperature"), replaces="sharpen")
def dot_products_sharpened(query, keys, factor):
    """Softmax of factor times the dot products."""
    return own_softmax([factor * sum(a * b for a, b in zip(query, key)) for key in keys])


@wrong("slip-reading", fails=("check_sharpen",), replaces="sharpen")
def size_of_the_factor(query, keys, factor):
    """Takes a negative factor for a positive one: the ranking is not turned round."""
    return weights_of([abs(factor) * x for x in query], keys)


@wrong("slip-reading", fails=("check_sharpen",), replaces="sharpen")
def negative_sign_dropped(query, keys, factor):
    """Multiplies by -factor where the factor is below 0."""
    return own_softmax([(-factor if factor < 0 else factor) * s for s in scores_of(query, keys)])


@wrong("slip-stability", fails=("check_extreme_factors", "check_temperature"), replaces="sharpen")
def factor_cut_at_a_hundred(query, keys, factor):
    """Cuts the factor off at 100, out of fear of an overflow."""
    return weights_of([max(-100, min(100, factor)) * x for x in query], keys)


@wrong("slip-stability", fails=("check_extreme_factors", "check_temperature"), replaces="sharpen")
def no_factor_beyond_a_hundred(query, keys, factor):
    """Above 100 it multiplies by 100."""
    if abs(factor) > 100:
        factor = math.copysign(100.0, factor)
    return own_softmax([factor * s for s in scores_of(query, keys)])


@wrong("slip-stability", fails=("check_extreme_factors", "check_temperature"), replaces="sharpen")
def best_key_only_beyond_a_thousand(query, keys, factor):
    """Above a factor of 1000 the best key gets everything, though others be nearly as good."""
    scores = [factor * s for s in scores_of(query, keys)]
    if abs(factor) <= 1000:
        return own_softmax(scores)
    return [1.0 if i == scores.index(max(scores)) else 0.0 for i in range(len(scores))]


@wrong("slip-stability", fails=("check_extreme_factors", "check_temperature"), replaces="sharpen")
def one_hot_for_large_factors(query, keys, factor):
    """A row of zeros with a 1 in it, when the factor is large."""
    weights = weights_of([factor * x for x in query], keys)
    if not -1e3 < factor < 1e3:
        best = max(range(len(weights)), key=weights.__getitem__)
        weights = [0.0] * len(weights)
        weights[best] = 1.0
    return weights


@wrong("scale-is-overflow-guard", fails=("check_extreme_factors",), replaces="sharpen")
def own_unsafe_softmax(query, keys, factor):
    """A softmax of its own without subtracting the largest: the scores are scaled anyway."""
    powers = [math.exp(factor * s) for s in scores_of(query, keys)]
    return [p / sum(powers) for p in powers]


@wrong("scale-is-overflow-guard", fails=("check_extreme_factors",), replaces="sharpen")
def own_unsafe_softmax_in_a_loop(query, keys, factor):
    """math.e to the power of the score, and no maximum."""
    longer = [factor * x for x in query]
    total, powers = 0.0, []
    for s in scores_of(longer, keys):
        powers.append(math.e**s)
        total += powers[-1]
    return [p / total for p in powers]


@wrong("slip-stability", fails=("check_extreme_factors", "check_temperature"), replaces="sharpen")
def powers_of_the_weights(query, keys, factor):
    """Takes each weight to the power of the factor: right, until all powers vanish."""
    powers = [w**factor for w in weights_of(query, keys)]
    return [p / sum(powers) for p in powers]


@wrong("slip-stability", fails=("check_extreme_factors", "check_temperature"), replaces="sharpen")
def weights_multiplied_with_themselves(query, keys, factor):
    """math.pow of every weight, over their total."""
    powers = [math.pow(w, factor) for w in own_softmax(scores_of(query, keys))]
    total = sum(powers)
    return [p / total for p in powers]


@wrong("slip-reading", fails=("check_extreme_factors",), replaces="sharpen")
def factor_zero_taken_for_one(query, keys, factor):
    """`factor or 1`: a factor of 0 counts as not given."""
    return weights_of([(factor or 1) * x for x in query], keys)


@wrong("slip-reading", fails=("check_extreme_factors",), replaces="sharpen")
def falsy_factor(query, keys, factor):
    """if factor: multiply; else leave the query as it is."""
    if factor:
        return own_softmax([factor * s for s in scores_of(query, keys)])
    return own_softmax(scores_of(query, keys))


@wrong(
    "attention-picks-one",
    fails=(
        "check_extreme_factors",
        "check_sharpen",
    ),
    replaces="sharpen",
    part_of="winner_takes_all",
)
def winner_takes_all(query, keys, factor):
    """A factor above 1 gives the best key everything."""
    weights = weights_of([factor * x for x in query], keys)
    best = weights.index(max(weights))
    return [1.0 if i == best else 0.0 for i in range(len(weights))] if abs(factor) > 1 else weights


@wrong("attention-picks-one", fails=("check_sharpen",), replaces="temperature", part_of="winner_takes_all")
def temperature_beside_the_winner(query, keys, T):
    """Right."""
    return weights_of([x / T for x in query], keys)


@wrong(
    "attention-picks-one",
    fails=(
        "check_extreme_factors",
        "check_sharpen",
    ),
    replaces="sharpen",
    part_of="sharper_means_one_hot",
)
def sharper_means_one_hot(query, keys, factor):
    """Takes sharper for one-hot."""
    scores = [factor * s for s in scores_of(query, keys)]
    if factor > 1 or factor < -1:
        scores = [0.0 if i == scores.index(max(scores)) else -math.inf for i in range(len(scores))]
    return own_softmax(scores)


@wrong("attention-picks-one", fails=("check_sharpen",), replaces="temperature", part_of="sharper_means_one_hot")
def temperature_beside_one_hot(query, keys, T):
    """Right."""
    return own_softmax([s / T for s in scores_of(query, keys)])


# --- temperature ---------------------------------------------------------------------------------------------------


@wrong("sharper-is-better", fails=("check_temperature",), replaces="temperature")
def temperature_multiplies(query, keys, T):
    """Takes a high temperature for a sharp one: multiplies the scores by T."""
    return weights_of([T * x for x in query], keys)


@wrong("sharper-is-better", fails=("check_temperature",), replaces="temperature")
def temperature_as_factor(query, keys, T):
    """The hotter, the sharper."""
    return own_softmax([s * T for s in scores_of(query, keys)])


@wrong("scale-after-softmax", fails=("check_temperature",), replaces="temperature")
def temperature_divides_the_weights(query, keys, T):
    """Divides the weights by T."""
    return [w / T for w in weights_of(query, keys)]


@wrong("scale-after-softmax", fails=("check_temperature",), replaces="temperature")
def weights_over_temperature(query, keys, T):
    """Softmax of the scores, then the division."""
    return list(map(lambda w: w / T, own_softmax(scores_of(query, keys))))


@wrong("scale-by-dk", fails=("check_temperature",), replaces="temperature")
def temperature_instead_of_the_root(query, keys, T):
    """Divides the raw scores by T: the temperature has taken the place of √d_k."""
    root = math.sqrt(len(query))
    return weights_of([x * root / T for x in query], keys)


@wrong("scale-by-dk", fails=("check_temperature",), replaces="temperature")
def raw_scores_over_temperature(query, keys, T):
    """Dot products over T."""
    return own_softmax([sum(a * b for a, b in zip(query, key)) / T for key in keys])


@wrong("slip-formula", fails=("check_temperature",), replaces="temperature")
def temperature_never_below_a_hundredth(query, keys, T):
    """Takes .01 for any lower temperature, out of fear of a division by 0."""
    return weights_of([x / max(T, 0.01) for x in query], keys)


@wrong("slip-formula", fails=("check_temperature",), replaces="temperature")
def factor_at_most_a_hundred(query, keys, T):
    """1/T is cut off at 100."""
    return own_softmax([min(1 / T, 100) * s for s in scores_of(query, keys)])


# --- entropy -------------------------------------------------------------------------------------------------------


@wrong("slip-stability", fails=("check_entropy_of_zero_weights", "check_inputs_stay_as_they_are"), replaces="entropy_bits")
def crashes_on_zero(weights):
    """log2 of 0 is an error."""
    return -sum(w * math.log2(w) for w in weights)


@wrong("slip-stability", fails=("check_entropy_of_zero_weights", "check_inputs_stay_as_they_are"), replaces="entropy_bits")
def divides_by_zero(weights):
    """1/w of a weight of 0 is an error."""
    return sum(w * math.log(1 / w) / math.log(2) for w in weights)


@wrong("slip-formula", fails=("check_entropy", "check_entropy_of_zero_weights"), replaces="entropy_bits")
def natural_logarithm(weights):
    """Takes the natural logarithm: 1.386 instead of 2 for four equal weights."""
    return -sum(w * math.log(w) for w in weights if w > 0)


@wrong("slip-formula", fails=("check_entropy", "check_entropy_of_zero_weights"), replaces="entropy_bits")
def nats_for_bits(weights):
    """Adds up w · ln(1/w)."""
    total = 0.0
    for w in weights:
        total += w * math.log(1 / w) if w else 0.0
    return total


@wrong("slip-formula", fails=("check_entropy", "check_entropy_of_zero_weights"), replaces="entropy_bits")
def weight_forgotten(weights):
    """Adds up log2(1/w) without the weight in front."""
    return sum(math.log2(1 / w) for w in weights if w > 0)


@wrong("slip-formula", fails=("check_entropy", "check_entropy_of_zero_weights"), replaces="entropy_bits")
def logarithms_added_up(weights):
    """The logarithms alone."""
    return -sum([math.log2(w) for w in weights if w != 0])


@wrong("slip-formula", fails=("check_entropy", "check_entropy_of_zero_weights"), replaces="entropy_bits")
def sign_forgotten(weights):
    """w · log2(w) is below 0, and so is the result."""
    return sum(w * math.log2(w) for w in weights if w > 0)


@wrong("slip-formula", fails=("check_entropy", "check_entropy_of_zero_weights"), replaces="entropy_bits")
def minus_lost(weights):
    """The minus in front of the sum is lost."""
    return sum(w * (math.log(w) / math.log(2)) for w in weights if w)


@wrong("zero-score-zero-weight", fails=("check_entropy_of_zero_weights",), replaces="entropy_bits")
def zero_counts_as_one_bit(weights):
    """Takes 1 bit for every weight of 0."""
    return sum(w * math.log2(1 / w) if w > 0 else 1.0 for w in weights)


@wrong("zero-score-zero-weight", fails=("check_entropy_of_zero_weights",), replaces="entropy_bits")
def one_bit_per_missing_key(weights):
    """A key without weight is counted with a full bit."""
    bits = [-w * math.log2(w) for w in weights if w > 0]
    return sum(bits) + (len(weights) - len(bits))


@wrong("slip-rounding", fails=("check_entropy_of_zero_weights",), replaces="entropy_bits")
def small_weights_left_out(weights):
    """Takes weights below a millionth for 0."""
    return sum(w * math.log2(1 / w) for w in weights if w > 1e-6)


@wrong("slip-rounding", fails=("check_entropy_of_zero_weights",), replaces="entropy_bits")
def weights_rounded_first(weights):
    """Rounds the weights to six decimals, so that zeros are really 0."""
    sharp = [w if round(w, 6) else 0.0 for w in weights]
    return -sum(w * math.log2(w) for w in sharp if w)


@wrong("slip-formula", fails=("check_entropy",), replaces="entropy_bits")
def equal_weights_counted_once(weights):
    """Goes through a set of the weights, which drops equal ones."""
    return sum(w * math.log2(1 / w) for w in set(weights) if w > 0)


@wrong("slip-formula", fails=("check_entropy",), replaces="entropy_bits")
def bits_in_a_dict(weights):
    """Collects the parts in a dict by weight."""
    bits = {w: -w * math.log2(w) for w in weights if w}
    return sum(bits.values())


# --- the caller's data ---------------------------------------------------------------------------------------------


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="sharpen")
def multiplies_the_callers_query(query, keys, factor):
    """query[i] *= factor changes the caller's list."""
    for i in range(len(query)):
        query[i] *= factor
    return weights_of(query, keys)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="sharpen")
def query_by_slice_assignment(query, keys, factor):
    """query[:] = ... writes into the list it was given."""
    query[:] = [factor * x for x in query]
    return own_softmax(scores_of(query, keys))


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="entropy_bits")
def removes_zeros_from_the_callers_list(weights):
    """Removes the zeros from the caller's weights."""
    while 0 in weights:
        weights.remove(0)
    return sum(w * math.log2(1 / w) for w in weights)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="entropy_bits")
def sweeps_zeros_out(weights):
    """A slice assignment leaves the zeros out, for the caller too."""
    weights[:] = [w for w in weights if w > 0]
    return -sum(w * math.log2(w) for w in weights)
