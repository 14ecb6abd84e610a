"""Known wrong ways of one-query."""

import math

from o3_weights.softmax_by_hand import softmax

from grader.checks.variants import wrong


def dot(a, b):
    """The raw score."""
    return sum(x * y for x, y in zip(a, b))


def blend(weights, values):
    """A right blend, for mistakes that lie elsewhere."""
    return [sum(w * v[j] for w, v in zip(weights, values)) for j in range(len(values[0]))]


def scaled(query, keys):
    """Right scores."""
    return [dot(query, key) / math.sqrt(len(query)) for key in keys]


def rest(scores, values):
    """The steps after the scores, done right."""
    weights = softmax(scores)
    return scores, weights, blend(weights, values)


# --- the scale -----------------------------------------------------------------------------------------------------


@wrong("scale-by-dk", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def no_scale(query, keys, values):
    """Leaves the division out."""
    return rest([dot(query, key) for key in keys], values)


@wrong("scale-by-dk", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def no_scale_in_loops(query, keys, values):
    """Raw scores go straight into the softmax."""
    scores = []
    for key in keys:
        total = 0.0
        for i in range(len(query)):
            total += query[i] * key[i]
        scores.append(total)
    weights = softmax(scores)
    output = [0.0] * len(values[0])
    for w, value in zip(weights, values):
        for j in range(len(value)):
            output[j] += w * value[j]
    return scores, weights, output


@wrong("scale-by-dk", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def divides_by_d_k(query, keys, values):
    """Divides by d_k instead of its root."""
    return rest([dot(query, key) / len(query) for key in keys], values)


@wrong("scale-by-dk", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def takes_the_mean_product(query, keys, values):
    """Takes the mean of the products, which is the division by d_k."""
    scores = []
    for key in keys:
        products = [q * k for q, k in zip(query, key)]
        scores.append(sum(products) / len(products))
    weights = softmax(scores)
    return scores, weights, blend(weights, values)


@wrong("scale-by-dk", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def multiplies_by_the_root(query, keys, values):
    """Multiplies by √d_k."""
    return rest([dot(query, key) * math.sqrt(len(query)) for key in keys], values)


@wrong("scale-by-dk", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def divides_by_the_inverse_root(query, keys, values):
    """d_k ** -.5 is already the factor, and then it is divided by."""
    scale = len(query) ** -0.5
    scores = [dot(query, key) / scale for key in keys]
    weights = softmax(scores)
    return scores, weights, blend(weights, values)


@wrong("scale-wrong-dimension", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def root_of_the_number_of_keys(query, keys, values):
    """Divides by √n, the root of the number of keys."""
    return rest([dot(query, key) / math.sqrt(len(keys)) for key in keys], values)


@wrong("scale-wrong-dimension", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def root_of_len_keys(query, keys, values):
    """Takes "length of the keys" as len(keys)."""
    d = len(keys) ** 0.5
    scores = [sum(query[i] * key[i] for i in range(len(key))) / d for key in keys]
    return (scores, *rest(scores, values)[1:])


@wrong("scale-wrong-dimension", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def root_of_the_value_length(query, keys, values):
    """Divides by √d_v, the root of the length of a value."""
    return rest([dot(query, key) / math.sqrt(len(values[0])) for key in keys], values)


@wrong("scale-wrong-dimension", fails=("check_scores_are_scaled_dot_products",), replaces="attend_one")
def root_of_d_v(query, keys, values):
    """The right root of the wrong list."""
    scores = list(map(lambda key: dot(query, key) * len(values[-1]) ** -0.5, keys))
    weights = softmax(scores)
    return scores, weights, blend(weights, values)


@wrong("scale-wrong-dimension", fails=("check_scores_are_scaled_dot_products", "check_huge_scores"), replaces="attend_one")
def norm_of_the_key(query, keys, values):
    """Divides each score by the length of its key as an arrow."""
    return rest([dot(query, key) / math.sqrt(dot(key, key)) for key in keys], values)


@wrong("scale-wrong-dimension", fails=("check_scores_are_scaled_dot_products", "check_huge_scores"), replaces="attend_one")
def hypot_of_the_key(query, keys, values):
    """math.hypot gives the norm, where the number of entries is meant."""
    scores = []
    for key in keys:
        scores.append(dot(query, key) / math.hypot(*key))
    weights = softmax(scores)
    return scores, weights, blend(weights, values)


@wrong(
    "scale-after-softmax",
    fails=("check_scores_are_scaled_dot_products", "check_weights_are_the_softmax_of_the_scores", "check_huge_scores"),
    replaces="attend_one",
)
def weights_divided(query, keys, values):
    """Softmax of the raw scores; the weights are divided by √d_k afterwards."""
    scores = [dot(query, key) for key in keys]
    weights = [w / math.sqrt(len(query)) for w in softmax(scores)]
    return scores, weights, blend(weights, values)


@wrong(
    "scale-after-softmax",
    fails=("check_scores_are_scaled_dot_products", "check_weights_are_the_softmax_of_the_scores", "check_huge_scores"),
    replaces="attend_one",
)
def weights_divided_in_a_loop(query, keys, values):
    """The division stands one line too late."""
    scores = [sum(q * k for q, k in zip(query, key)) for key in keys]
    weights = list(softmax(scores))
    root = len(query) ** 0.5
    for i in range(len(weights)):
        weights[i] /= root
    output = [sum(weights[i] * values[i][j] for i in range(len(values))) for j in range(len(values[0]))]
    return scores, weights, output


@wrong("slip-reading", fails=("check_scores_are_scaled_dot_products", "check_weights_are_the_softmax_of_the_scores"), replaces="attend_one")
def raw_scores_returned(query, keys, values):
    """Weights and output are right, but the scores come back undivided."""
    scores, weights, output = rest(scaled(query, keys), values)
    return [dot(query, key) for key in keys], weights, output


@wrong("slip-reading", fails=("check_scores_are_scaled_dot_products", "check_weights_are_the_softmax_of_the_scores"), replaces="attend_one")
def scaled_only_for_the_softmax(query, keys, values):
    """Divides in a copy that only the softmax sees."""
    scores = [dot(query, key) for key in keys]
    weights = softmax([s / math.sqrt(len(query)) for s in scores])
    return scores, weights, blend(weights, values)


# --- the softmax ---------------------------------------------------------------------------------------------------


@wrong("slip-formula", fails=("check_weights_are_the_softmax_of_the_scores",), replaces="attend_one")
def scaled_twice(query, keys, values):
    """Divides the scores by √d_k once more before the softmax."""
    scores = scaled(query, keys)
    weights = softmax([s / math.sqrt(len(query)) for s in scores])
    return scores, weights, blend(weights, values)


@wrong("slip-formula", fails=("check_weights_are_the_softmax_of_the_scores",), replaces="attend_one")
def weights_divided_by_d_k_in_all(query, keys, values):
    """The scores are scaled, and what goes into the softmax is scaled again."""
    scores, softer = [], []
    for key in keys:
        scores.append(dot(query, key) / len(query) ** 0.5)
        softer.append(dot(query, key) / len(query))
    weights = softmax(softer)
    return scores, weights, blend(weights, values)


@wrong("weights-are-score-shares", fails=("check_weights_are_the_softmax_of_the_scores", "check_huge_scores"), replaces="attend_one")
def score_shares(query, keys, values):
    """Each score over the total of the scores."""
    scores = scaled(query, keys)
    weights = [s / sum(scores) for s in scores]
    return scores, weights, blend(weights, values)


@wrong("weights-are-score-shares", fails=("check_weights_are_the_softmax_of_the_scores", "check_huge_scores"), replaces="attend_one")
def shares_by_one_factor(query, keys, values):
    """The total of the scores is made 1 by one factor."""
    scores = scaled(query, keys)
    total = 0
    for s in scores:
        total = total + s
    weights = list(map(lambda s: s / total, scores))
    return scores, weights, blend(weights, values)


@wrong("scale-is-overflow-guard", fails=("check_huge_scores",), replaces="attend_one")
def own_unsafe_softmax(query, keys, values):
    """A softmax of its own without subtracting the largest: the scores are scaled, so they must be small."""
    scores = scaled(query, keys)
    exps = [math.exp(s) for s in scores]
    weights = [e / sum(exps) for e in exps]
    return scores, weights, blend(weights, values)


@wrong("scale-is-overflow-guard", fails=("check_huge_scores",), replaces="attend_one")
def own_unsafe_softmax_with_math_e(query, keys, values):
    """math.e to the power of a scaled score, and no maximum."""
    scores = scaled(query, keys)
    total = sum(math.e**s for s in scores)
    weights = [math.e**s / total for s in scores]
    return scores, weights, blend(weights, values)


@wrong("slip-rounding", fails=("check_weights_are_the_softmax_of_the_scores",), replaces="attend_one")
def rounded_weights(query, keys, values):
    """Rounds the weights to three decimals before the blend."""
    scores = scaled(query, keys)
    weights = [round(w, 3) for w in softmax(scores)]
    return scores, weights, blend(weights, values)


@wrong("slip-rounding", fails=("check_weights_are_the_softmax_of_the_scores",), replaces="attend_one")
def weights_as_printed(query, keys, values):
    """Goes on with the weights as they were printed."""
    scores = scaled(query, keys)
    weights = [float(f"{w:.3f}") for w in softmax(scores)]
    return scores, weights, blend(weights, values)


@wrong("slip-rounding", fails=("check_output_blends_the_values",), replaces="attend_one")
def small_weights_left_out(query, keys, values):
    """Blends only the values whose weight is a hundredth or more."""
    scores, weights, _ = rest(scaled(query, keys), values)
    large = [(w, v) for w, v in zip(weights, values) if w >= 0.01]
    return scores, weights, blend([w for w, _ in large], [v for _, v in large])


@wrong("slip-rounding", fails=("check_output_blends_the_values",), replaces="attend_one")
def small_weights_taken_for_none(query, keys, values):
    """Takes a weight below .01 for 0 when it blends."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    output = [0.0] * len(values[0])
    for w, value in zip(weights, values):
        if w < 0.01:
            continue
        output = [o + w * x for o, x in zip(output, value)]
    return scores, weights, output


@wrong("slip-rounding", fails=("check_output_blends_the_values",), replaces="attend_one")
def blended_with_rounded_weights(query, keys, values):
    """Returns all digits of the weights, but blends with three."""
    scores, weights, _ = rest(scaled(query, keys), values)
    return scores, weights, blend([round(w, 3) for w in weights], values)


@wrong("slip-rounding", fails=("check_output_blends_the_values",), replaces="attend_one")
def blended_by_hand(query, keys, values):
    """The blend is made of the weights as a table shows them."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    output = []
    for column in zip(*values):
        output.append(sum(float("%.3f" % w) * x for w, x in zip(weights, column)))
    return scores, weights, output


# --- the blend -----------------------------------------------------------------------------------------------------


@wrong(
    "blend-the-keys",
    fails=(
        "check_scores_are_scaled_dot_products",
        "check_weights_are_the_softmax_of_the_scores",
        "check_output_blends_the_values",
        "check_huge_scores",
    ),
    replaces="attend_one",
)
def blends_the_keys(query, keys, values):
    """Blends the keys instead of the values."""
    return rest(scaled(query, keys), keys)


@wrong(
    "blend-the-keys",
    fails=(
        "check_scores_are_scaled_dot_products",
        "check_weights_are_the_softmax_of_the_scores",
        "check_output_blends_the_values",
        "check_huge_scores",
    ),
    replaces="attend_one",
)
def blends_the_keys_in_loops(query, keys, values):
    """The last step runs over the keys once more."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    output = [0.0 for _ in keys[0]]
    for w, key in zip(weights, keys):
        output = [o + w * k for o, k in zip(output, key)]
    return scores, weights, output


@wrong("output-outside-values", fails=("check_output_blends_the_values", "check_huge_scores"), replaces="attend_one")
def blend_divided_by_n(query, keys, values):
    """Divides the blend by the number of keys once more."""
    scores, weights, output = rest(scaled(query, keys), values)
    return scores, weights, [x / len(keys) for x in output]


@wrong("output-outside-values", fails=("check_output_blends_the_values", "check_huge_scores"), replaces="attend_one")
def mean_of_weighted_values(query, keys, values):
    """Takes the mean of the weighted values where their sum is meant."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    shares = [[w * x for x in value] for w, value in zip(weights, values)]
    return scores, weights, [sum(column) / len(column) for column in zip(*shares)]


@wrong("output-outside-values", fails=("check_output_blends_the_values", "check_huge_scores"), replaces="attend_one")
def values_added_up(query, keys, values):
    """Adds the values up without their weights: the output can leave their range."""
    scores, weights, _ = rest(scaled(query, keys), values)
    return scores, weights, [sum(column) for column in zip(*values)]


@wrong("output-outside-values", fails=("check_output_blends_the_values", "check_huge_scores"), replaces="attend_one")
def values_added_up_in_a_loop(query, keys, values):
    """Every value counts in full."""
    scores = scaled(query, keys)
    output = [0] * len(values[0])
    for value in values:
        for j, x in enumerate(value):
            output[j] += x
    return scores, softmax(scores), output


@wrong("attention-picks-one", fails=("check_output_blends_the_values",), replaces="attend_one")
def best_value_only(query, keys, values):
    """Returns the value of the best match."""
    scores, weights, _ = rest(scaled(query, keys), values)
    return scores, weights, list(values[weights.index(max(weights))])


@wrong("attention-picks-one", fails=("check_output_blends_the_values",), replaces="attend_one")
def best_score_decides(query, keys, values):
    """Copies the value that belongs to the largest score."""
    scores = scaled(query, keys)
    best = 0
    for i in range(1, len(scores)):
        if scores[i] > scores[best]:
            best = i
    return scores, softmax(scores), [x for x in values[best]]


@wrong(
    "slip-shapes",
    fails=(
        "check_scores_are_scaled_dot_products",
        "check_weights_are_the_softmax_of_the_scores",
        "check_output_blends_the_values",
        "check_huge_scores",
    ),
    replaces="attend_one",
)
def as_long_as_the_query(query, keys, values):
    """Gives the output as many numbers as the query has."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    output = [sum(w * v[j] for w, v in zip(weights, values)) if j < len(values[0]) else 0.0 for j in range(len(query))]
    return scores, weights, output


@wrong(
    "slip-shapes",
    fails=(
        "check_scores_are_scaled_dot_products",
        "check_weights_are_the_softmax_of_the_scores",
        "check_output_blends_the_values",
        "check_huge_scores",
    ),
    replaces="attend_one",
)
def cut_to_the_query(query, keys, values):
    """zip with the query cuts the output, or fills it up."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    output = [0.0] * len(query)
    for w, value in zip(weights, values):
        for j, (_, x) in enumerate(zip(query, value)):
            output[j] += w * x
    return scores, weights, output


@wrong(
    "slip-shapes",
    fails=(
        "check_scores_are_scaled_dot_products",
        "check_weights_are_the_softmax_of_the_scores",
        "check_output_blends_the_values",
        "check_huge_scores",
    ),
    replaces="attend_one",
)
def two_numbers_only(query, keys, values):
    """range(2), as in the program of the lesson: right there, too short elsewhere."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    return scores, weights, [sum(w * v[i] for w, v in zip(weights, values)) for i in range(2)]


@wrong(
    "slip-shapes",
    fails=(
        "check_scores_are_scaled_dot_products",
        "check_weights_are_the_softmax_of_the_scores",
        "check_output_blends_the_values",
        "check_huge_scores",
    ),
    replaces="attend_one",
)
def first_and_second_number(query, keys, values):
    """Adds up a first and a second number by name."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    first = second = 0.0
    for w, value in zip(weights, values):
        first += w * value[0]
        second += w * value[1]
    return scores, weights, [first, second]


# --- the caller's data ---------------------------------------------------------------------------------------------


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="attend_one")
def scales_the_callers_query(query, keys, values):
    """Divides the query itself by √d_k, in place."""
    root = math.sqrt(len(query))
    for i in range(len(query)):
        query[i] /= root
    return rest([dot(query, key) for key in keys], values)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="attend_one")
def query_by_slice_assignment(query, keys, values):
    """query[:] = ... writes into the caller's list."""
    query[:] = [q / len(query) ** 0.5 for q in query]
    scores = [dot(query, key) for key in keys]
    weights = softmax(scores)
    return scores, weights, blend(weights, values)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="attend_one")
def weights_the_callers_values(query, keys, values):
    """Multiplies the caller's values by the weights."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    for w, value in zip(weights, values):
        for j in range(len(value)):
            value[j] *= w
    return scores, weights, [sum(column) for column in zip(*values)]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="attend_one")
def replaces_the_callers_values(query, keys, values):
    """values[i] = ... puts weighted lists into the caller's list."""
    scores = scaled(query, keys)
    weights = softmax(scores)
    for i, w in enumerate(weights):
        values[i] = [w * x for x in values[i]]
    return scores, weights, [sum(column) for column in zip(*values)]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="attend_one")
def hands_out_the_only_value(query, keys, values):
    """With a single key it returns the caller's own list."""
    if len(keys) == 1:
        return scaled(query, keys), [1.0], values[0]
    return rest(scaled(query, keys), values)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="attend_one")
def the_only_value_as_it_is(query, keys, values):
    """A short cut for a weight of 1 gives the caller's list away."""
    scores, weights, output = rest(scaled(query, keys), values)
    if weights == [1.0]:
        (output,) = values
    return scores, weights, output


@wrong("slip-stability", fails=("check_huge_scores",), replaces="attend_one")
def largest_at_least_zero(query, keys, values):
    """A softmax of its own that subtracts the largest score only if it is above 0: far below 0 all powers vanish."""
    scores = scaled(query, keys)
    top = max(0.0, *scores)
    exps = [math.exp(s - top) for s in scores]
    total = sum(exps) or 1.0
    weights = [e / total for e in exps]
    return scores, weights, blend(weights, values)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="attend_one")
def largest_counted_from_zero(query, keys, values):
    """Looks for the largest score from 0 upwards."""
    scores, top, total = scaled(query, keys), 0.0, 0.0
    for s in scores:
        if s > top:
            top = s
    for s in scores:
        total += math.exp(s - top)
    weights = [math.exp(s - top) / total if total else 0.0 for s in scores]
    return scores, weights, blend(weights, values)
