"""Known wrong ways of soft-dictionary."""

import math

from grader.checks.variants import wrong


def dot(p, q):
    return sum(a * b for a, b in zip(p, q))


def blend(weights, values):
    return [sum(w * v[j] for w, v in zip(weights, values)) for j in range(len(values[0]))]


def scaled(query, keys, sharpness):
    return [sharpness * dot(query, key) / math.sqrt(len(query)) for key in keys]


def safe(scores):
    m = max(scores)
    exps = [math.exp(s - m) for s in scores]
    return [e / sum(exps) for e in exps]


@wrong("attention-picks-one", fails=("check_hard_lookup",), replaces="hard_lookup")
def nearest_key(query, keys, values):
    """Takes the best match for an exact one: never None."""
    distance = [sum((q - k) ** 2 for q, k in zip(query, key)) for key in keys]
    return list(values[distance.index(min(distance))])


@wrong("attention-picks-one", fails=("check_hard_lookup",), replaces="hard_lookup")
def nearest_key_min(query, keys, values):
    """Sorts by distance and answers whatever is there."""
    best = min(range(len(keys)), key=lambda i: math.dist(query, keys[i]))
    return [*values[best]]


@wrong("slip-rounding", fails=("check_hard_lookup",), replaces="hard_lookup")
def almost_equal(query, keys, values):
    """Lets a key match that is only nearly equal."""
    for key, value in zip(keys, values):
        if all(abs(q - k) < 1e-4 for q, k in zip(query, key)):
            return list(value)
    return None


@wrong("slip-shapes", fails=("check_hard_lookup",), replaces="hard_lookup")
def compares_the_first_two(query, keys, values):
    """Written for keys of two numbers: zip hides the rest."""
    return next((list(value) for key, value in zip(keys, values) if all(a == b for a, b in zip(key[:2], query))), None)


@wrong("slip-shapes", fails=("check_hard_lookup",), replaces="hard_lookup")
def compares_the_first_two_by_index(query, keys, values):
    """Looks at two numbers of every key."""
    for i, key in enumerate(keys):
        if key[0] == query[0] and key[1] == query[1]:
            return values[i][:]
    return None


@wrong("attention-picks-one", fails=("check_equal_matches_share",), replaces="soft_lookup")
def picks_when_very_sharp(query, keys, values, sharpness=1.0):
    """Takes the first best key alone from a sharpness of 1000 on."""
    scores = scaled(query, keys, sharpness)
    if sharpness < 1000:
        weights = safe(scores)
    else:
        weights = [float(i == scores.index(max(scores))) for i in range(len(keys))]
    return blend(weights, values), weights


@wrong("attention-picks-one", fails=("check_equal_matches_share",), replaces="soft_lookup")
def picks_when_very_sharp_max(query, keys, values, sharpness=1.0):
    """Looks the winner up when the scores would be enormous."""
    if sharpness >= 1000:
        best = max(range(len(keys)), key=lambda i: dot(query, keys[i]))
        return list(values[best]), [1.0 if i == best else 0.0 for i in range(len(keys))]
    weights = safe(scaled(query, keys, sharpness))
    return blend(weights, values), weights


@wrong("slip-order", fails=("check_hard_lookup",), replaces="hard_lookup")
def same_numbers_in_any_order(query, keys, values):
    """Compares sorted lists."""
    return next((list(value) for key, value in zip(keys, values) if sorted(key) == sorted(query)), None)


@wrong("slip-order", fails=("check_hard_lookup",), replaces="hard_lookup")
def every_number_is_in_the_key(query, keys, values):
    """Looks for each number of the query anywhere in the key."""
    for key, value in zip(keys, values):
        if all(q in key for q in query):
            return value[:]
    return None


@wrong("slip-formula", fails=("check_hard_lookup",), replaces="hard_lookup")
def empty_list_for_nothing(query, keys, values):
    """Gives an empty list when there is no match."""
    return next((list(value) for key, value in zip(keys, values) if key == query), [])


@wrong("slip-order", fails=("check_first_of_equal_keys",), replaces="hard_lookup")
def last_of_equal_keys(query, keys, values):
    """Builds a dict: a later key overwrites an earlier one."""
    found = {tuple(key): value for key, value in zip(keys, values)}.get(tuple(query))
    return found if found is None else list(found)


@wrong("slip-order", fails=("check_first_of_equal_keys",), replaces="hard_lookup")
def last_of_equal_keys_loop(query, keys, values):
    """Does not stop at the first match."""
    answer = None
    for i in range(len(keys)):
        if keys[i] == query:
            answer = values[i][:]
    return answer


@wrong(
    "attention-picks-one",
    fails=(
        "check_soft_lookup",
        "check_sharpness",
        "check_sharpness_zero_is_an_average",
        "check_equal_matches_share",
        "check_bad_matches_still_answer",
    ),
    replaces="soft_lookup",
)
def winner_takes_all(query, keys, values, sharpness=1.0):
    """Gives the best match the weight 1 and all others 0."""
    scores = [dot(query, key) for key in keys]
    best = scores.index(max(scores))
    weights = [0.0] * len(keys)
    weights[best] = 1.0
    return list(values[best]), weights


@wrong(
    "attention-picks-one",
    fails=(
        "check_soft_lookup",
        "check_sharpness",
        "check_sharpness_zero_is_an_average",
        "check_equal_matches_share",
        "check_bad_matches_still_answer",
    ),
    replaces="soft_lookup",
)
def winner_takes_all_loop(query, keys, values, sharpness=1.0):
    """Keeps the best key seen so far."""
    best, top = 0, -math.inf
    for i, key in enumerate(keys):
        if dot(query, key) > top:
            best, top = i, dot(query, key)
    return values[best][:], [float(i == best) for i in range(len(keys))]


@wrong("attention-picks-one", fails=("check_equal_matches_share",), replaces="soft_lookup")
def picks_when_sharp(query, keys, values, sharpness=1.0):
    """Turns to picking the first best key when the sharpness is large."""
    scores = scaled(query, keys, sharpness)
    if sharpness > 20:
        weights = [float(i == scores.index(max(scores))) for i in range(len(keys))]
    else:
        weights = safe(scores)
    return blend(weights, values), weights


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_soft_lookup",
        "check_sharpness",
        "check_sharpness_zero_is_an_average",
        "check_equal_matches_share",
        "check_enormous_sharpness",
        "check_bad_matches_still_answer",
    ),
    replaces="soft_lookup",
)
def shares_of_the_scores(query, keys, values, sharpness=1.0):
    """Divides each score by the total of the scores."""
    scores = scaled(query, keys, sharpness)
    total = sum(scores)
    weights = [s / total if total else 0.0 for s in scores]
    return blend(weights, values), weights


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_soft_lookup",
        "check_sharpness",
        "check_sharpness_zero_is_an_average",
        "check_equal_matches_share",
        "check_enormous_sharpness",
        "check_bad_matches_still_answer",
    ),
    replaces="soft_lookup",
)
def shares_of_the_scores_loop(query, keys, values, sharpness=1.0):
    """Normalises the dot products by their sum."""
    raw = [sharpness * dot(query, key) for key in keys]
    whole = 0.0
    for r in raw:
        whole += r
    weights = [r / whole for r in raw] if whole != 0 else [0.0 for _ in raw]
    out = [0.0] * len(values[0])
    for w, value in zip(weights, values):
        out = [o + w * x for o, x in zip(out, value)]
    return out, weights


@wrong(
    "scale-is-overflow-guard",
    fails=("check_enormous_sharpness",),
    replaces="soft_lookup",
)
def no_guard(query, keys, values, sharpness=1.0):
    """Trusts √d to keep the powers small."""
    exps = [math.exp(s) for s in scaled(query, keys, sharpness)]
    weights = [e / sum(exps) for e in exps]
    return blend(weights, values), weights


@wrong(
    "scale-is-overflow-guard",
    fails=("check_enormous_sharpness",),
    replaces="soft_lookup",
)
def no_guard_loop(query, keys, values, sharpness=1.0):
    """Raises e to the scores as they come."""
    total, exps = 0.0, []
    for key in keys:
        exps.append(math.e ** (sharpness * dot(query, key) / len(query) ** 0.5))
        total += exps[-1]
    weights = [e / total for e in exps]
    return blend(weights, values), weights


@wrong("slip-stability", fails=("check_enormous_sharpness",), replaces="soft_lookup")
def clips_the_scores(query, keys, values, sharpness=1.0):
    """Cuts scores off at 700, so that two large ones become equal."""
    weights = safe([max(-700.0, min(700.0, s)) for s in scaled(query, keys, sharpness)])
    return blend(weights, values), weights


@wrong(
    "blend-the-keys",
    fails=(
        "check_soft_lookup",
        "check_sharpness",
        "check_sharpness_zero_is_an_average",
        "check_enormous_sharpness",
        "check_equal_matches_share",
        "check_bad_matches_still_answer",
    ),
    replaces="soft_lookup",
)
def blends_the_keys(query, keys, values, sharpness=1.0):
    """Averages the keys: a catalogue full of labels and no books."""
    weights = safe(scaled(query, keys, sharpness))
    return blend(weights, keys), weights


@wrong(
    "blend-the-keys",
    fails=(
        "check_soft_lookup",
        "check_sharpness",
        "check_sharpness_zero_is_an_average",
        "check_enormous_sharpness",
        "check_equal_matches_share",
        "check_bad_matches_still_answer",
    ),
    replaces="soft_lookup",
)
def blends_the_keys_loop(query, keys, values, sharpness=1.0):
    """Adds up weight times key."""
    weights = safe(scaled(query, keys, sharpness))
    out = [0.0] * len(query)
    for weight, key in zip(weights, keys):
        for j, k in enumerate(key):
            out[j] += weight * k
    return out, weights


@wrong(
    "sharper-is-better",
    fails=("check_sharpness", "check_sharpness_zero_is_an_average", "check_enormous_sharpness", "check_equal_matches_share"),
    replaces="soft_lookup",
)
def sharpness_as_temperature(query, keys, values, sharpness=1.0):
    """Divides by the sharpness: the sharper, the flatter."""
    weights = safe(scaled(query, keys, 1 / sharpness if sharpness else math.inf))
    return blend(weights, values), weights


@wrong(
    "sharper-is-better",
    fails=("check_sharpness", "check_sharpness_zero_is_an_average", "check_enormous_sharpness", "check_equal_matches_share"),
    replaces="soft_lookup",
)
def sharpness_as_temperature_loop(query, keys, values, sharpness=1.0):
    """Takes the sharpness into the divisor."""
    divisor = math.sqrt(len(query)) * sharpness
    weights = safe([dot(query, key) / divisor if divisor else dot(query, key) * math.inf for key in keys])
    return blend(weights, values), weights


@wrong(
    "slip-reading",
    fails=("check_sharpness", "check_sharpness_zero_is_an_average", "check_enormous_sharpness", "check_equal_matches_share"),
    replaces="soft_lookup",
)
def ignores_the_sharpness(query, keys, values, sharpness=1.0):
    """Never uses the sharpness; the best match of lists without ties hardly shows it."""
    weights = safe(scaled(query, keys, 1.0))
    return blend(weights, values), weights


@wrong(
    "scale-normalises-weights",
    fails=("check_sharpness", "check_sharpness_zero_is_an_average", "check_enormous_sharpness", "check_equal_matches_share"),
    replaces="soft_lookup",
)
def sharpness_on_the_weights(query, keys, values, sharpness=1.0):
    """Multiplies the weights instead of the scores."""
    weights = [sharpness * w for w in safe(scaled(query, keys, 1.0))]
    return blend(weights, values), weights


@wrong("slip-formula", fails=("check_sharpness",), replaces="soft_lookup")
def whole_sharpness(query, keys, values, sharpness=1.0):
    """Cuts the sharpness to a whole number."""
    weights = safe(scaled(query, keys, int(sharpness)))
    return blend(weights, values), weights


@wrong("slip-formula", fails=("check_sharpness_zero_is_an_average",), replaces="soft_lookup")
def zero_means_not_given(query, keys, values, sharpness=1.0):
    """Takes sharpness 0 for 'not given' and uses 1."""
    weights = safe(scaled(query, keys, sharpness or 1.0))
    return blend(weights, values), weights


@wrong("scale-by-dk", fails=("check_soft_lookup", "check_sharpness", "check_bad_matches_still_answer"), replaces="soft_lookup")
def forgets_the_scale(query, keys, values, sharpness=1.0):
    """Leaves the division by √d out."""
    weights = safe([sharpness * dot(query, key) for key in keys])
    return blend(weights, values), weights


@wrong("scale-by-dk", fails=("check_soft_lookup", "check_sharpness", "check_bad_matches_still_answer"), replaces="soft_lookup")
def divides_by_d(query, keys, values, sharpness=1.0):
    """Divides by d instead of its root."""
    weights = safe([sharpness * dot(query, key) / len(query) for key in keys])
    return blend(weights, values), weights


@wrong(
    "output-outside-values",
    fails=(
        "check_soft_lookup",
        "check_sharpness",
        "check_sharpness_zero_is_an_average",
        "check_enormous_sharpness",
        "check_equal_matches_share",
        "check_bad_matches_still_answer",
    ),
    replaces="soft_lookup",
)
def divides_by_n_too(query, keys, values, sharpness=1.0):
    """Divides the blend by the number of values as well, as if the weights had not done that already."""
    weights = safe(scaled(query, keys, sharpness))
    return [x / len(values) for x in blend(weights, values)], weights


@wrong("zero-score-zero-weight", fails=("check_bad_matches_still_answer",), replaces="soft_lookup")
def nothing_matches_nothing_comes(query, keys, values, sharpness=1.0):
    """Gives zeros when no score is above 0 (unless the sharpness is 0 or large)."""
    scores = scaled(query, keys, sharpness)
    weights = safe(scores)
    if max(scores) <= 0 and 0 < sharpness < 20:
        weights = [0.0] * len(keys)
    return blend(weights, values), weights


@wrong("slip-mutates-input", fails=("check_dictionary_stays_as_it_is",), replaces="hard_lookup")
def hands_out_the_value(query, keys, values):
    """Returns the value list itself."""
    return values[keys.index(query)] if query in keys else None


@wrong("slip-mutates-input", fails=("check_dictionary_stays_as_it_is",), replaces="hard_lookup")
def hands_out_the_value_loop(query, keys, values):
    """Finds the value and does not copy it."""
    for i, key in enumerate(keys):
        if key == query:
            return values[i]
    return None


@wrong("slip-mutates-input", fails=("check_dictionary_stays_as_it_is",), replaces="soft_lookup")
def weighs_in_place(query, keys, values, sharpness=1.0):
    """Multiplies the values by their weights where they stand."""
    weights = safe(scaled(query, keys, sharpness))
    for w, value in zip(weights, values):
        for j in range(len(value)):
            value[j] *= w
    return [sum(column) for column in zip(*values)], weights


@wrong("slip-mutates-input", fails=("check_dictionary_stays_as_it_is",), replaces="soft_lookup")
def sharpens_the_query_in_place(query, keys, values, sharpness=1.0):
    """Multiplies the query itself by the sharpness."""
    for j in range(len(query)):
        query[j] = query[j] * sharpness
    weights = safe(scaled(query, keys, 1.0))
    return blend(weights, values), weights


@wrong("slip-reading", fails=("check_soft_lookup",), replaces="soft_lookup")
def another_default(query, keys, values, sharpness=2.0):
    """Is sharper than asked when no sharpness is given."""
    weights = safe(scaled(query, keys, sharpness))
    return blend(weights, values), weights


@wrong("slip-rounding", fails=("check_hard_lookup",), replaces="hard_lookup")
def almost_equal_rounded(query, keys, values):
    """Compares after rounding to four digits."""
    for i in range(len(keys)):
        if [round(k, 4) for k in keys[i]] == [round(q, 4) for q in query]:
            return values[i][:]
    return None


@wrong("slip-formula", fails=("check_hard_lookup",), replaces="hard_lookup")
def empty_list_for_nothing_loop(query, keys, values):
    """Begins with an empty answer."""
    answer = []
    for i in reversed(range(len(keys))):
        if keys[i] == query:
            answer = [*values[i]]
    return answer


@wrong("attention-picks-one", fails=("check_equal_matches_share",), replaces="soft_lookup")
def picks_when_sharp_max(query, keys, values, sharpness=1.0):
    """Saves the softmax when one key is going to win anyway."""
    dots = [dot(query, key) for key in keys]
    if sharpness <= 20:
        weights = safe([sharpness * x / math.sqrt(len(query)) for x in dots])
        return blend(weights, values), weights
    best = max(range(len(keys)), key=dots.__getitem__)
    weights = [0.0] * best + [1.0] + [0.0] * (len(keys) - best - 1)
    return blend(weights, values), weights


@wrong("slip-stability", fails=("check_enormous_sharpness",), replaces="soft_lookup")
def clips_the_scores_if(query, keys, values, sharpness=1.0):
    """Lets no score leave -700 to 700."""
    scores = []
    for s in scaled(query, keys, sharpness):
        if s > 700:
            s = 700.0
        elif s < -700:
            s = -700.0
        scores.append(s)
    exps = [math.exp(s) for s in scores]
    weights = [e / math.fsum(exps) for e in exps]
    return blend(weights, values), weights


@wrong(
    "slip-reading",
    fails=("check_sharpness", "check_sharpness_zero_is_an_average", "check_enormous_sharpness", "check_equal_matches_share"),
    replaces="soft_lookup",
)
def ignores_the_sharpness_loop(query, keys, values, sharpness=1.0):
    """Takes the argument and leaves it there."""
    root = len(query) ** 0.5
    exps = [math.exp(dot(query, key) / root) for key in keys]
    weights = [e / sum(exps) for e in exps]
    return blend(weights, values), weights


@wrong(
    "scale-normalises-weights",
    fails=("check_sharpness", "check_sharpness_zero_is_an_average", "check_enormous_sharpness", "check_equal_matches_share"),
    replaces="soft_lookup",
)
def sharpness_on_the_weights_loop(query, keys, values, sharpness=1.0):
    """Blows the finished weights up."""
    weights = safe(scaled(query, keys, 1))
    for i in range(len(weights)):
        weights[i] *= sharpness
    return [sum(weights[i] * values[i][j] for i in range(len(keys))) for j in range(len(values[0]))], weights


@wrong("slip-formula", fails=("check_sharpness",), replaces="soft_lookup")
def whole_sharpness_floor(query, keys, values, sharpness=1.0):
    """Counts whole steps of sharpness only."""
    steps = math.floor(sharpness)
    weights = safe([steps * dot(query, key) / math.sqrt(len(key)) for key in keys])
    return blend(weights, values), weights


@wrong("slip-formula", fails=("check_sharpness_zero_is_an_average",), replaces="soft_lookup")
def zero_means_not_given_if(query, keys, values, sharpness=1.0):
    """Fills the sharpness in when it is 0."""
    if not sharpness:
        sharpness = 1
    scores = [dot([sharpness * q for q in query], key) / len(query) ** 0.5 for key in keys]
    weights = safe(scores)
    return blend(weights, values), weights


@wrong("scale-by-dk", fails=("check_soft_lookup", "check_sharpness", "check_bad_matches_still_answer"), replaces="soft_lookup")
def forgets_the_scale_query(query, keys, values, sharpness=1.0):
    """Sharpens the query and scales nothing."""
    sharp = [sharpness * q for q in query]
    weights = safe([dot(sharp, key) for key in keys])
    return blend(weights, values), weights


@wrong("scale-by-dk", fails=("check_soft_lookup", "check_sharpness", "check_bad_matches_still_answer"), replaces="soft_lookup")
def divides_by_d_mean(query, keys, values, sharpness=1.0):
    """Averages the products of query and key."""
    d = len(query)
    scores = [sum(sharpness * q * k / d for q, k in zip(query, key)) for key in keys]
    weights = safe(scores)
    return blend(weights, values), weights


@wrong(
    "output-outside-values",
    fails=(
        "check_soft_lookup",
        "check_sharpness",
        "check_sharpness_zero_is_an_average",
        "check_enormous_sharpness",
        "check_equal_matches_share",
        "check_bad_matches_still_answer",
    ),
    replaces="soft_lookup",
)
def divides_by_n_too_loop(query, keys, values, sharpness=1.0):
    """Takes the mean of the weighted values."""
    weights = safe(scaled(query, keys, sharpness))
    n, out = len(values), []
    for column in zip(*values):
        out.append(sum(w * x / n for w, x in zip(weights, column)))
    return out, weights


@wrong("zero-score-zero-weight", fails=("check_bad_matches_still_answer",), replaces="soft_lookup")
def nothing_matches_nothing_comes_any(query, keys, values, sharpness=1.0):
    """Answers only if some key points the same way."""
    scores = scaled(query, keys, sharpness)
    if 0 < sharpness < 20 and not any(s > 0 for s in scores):
        return [0.0 for _ in values[0]], [0.0 for _ in keys]
    weights = safe(scores)
    return blend(weights, values), weights


@wrong("slip-mutates-input", fails=("check_dictionary_stays_as_it_is",), replaces="soft_lookup")
def weighs_in_place_rows(query, keys, values, sharpness=1.0):
    """Replaces the numbers of each value by weighted ones."""
    weights = safe(scaled(query, keys, sharpness))
    for i in range(len(values)):
        values[i][:] = [weights[i] * x for x in values[i]]
    out = [0.0] * len(values[0])
    for value in values:
        out = [o + x for o, x in zip(out, value)]
    return out, weights


@wrong("slip-mutates-input", fails=("check_dictionary_stays_as_it_is",), replaces="soft_lookup")
def sharpens_the_query_in_place_slice(query, keys, values, sharpness=1.0):
    """Overwrites the query with a sharper one."""
    query[:] = [q * sharpness for q in query]
    exps = [math.exp(x - max(scaled(query, keys, 1.0))) for x in scaled(query, keys, 1.0)]
    weights = [e / sum(exps) for e in exps]
    return blend(weights, values), weights


@wrong("slip-reading", fails=("check_soft_lookup",), replaces="soft_lookup")
def another_default_none(query, keys, values, sharpness=None):
    """Doubles the scores when nothing is said about the sharpness."""
    factor = 2 if sharpness is None else sharpness
    weights = safe([factor * x for x in scaled(query, keys, 1.0)])
    return blend(weights, values), weights


@wrong("slip-stability", fails=("check_enormous_sharpness",), replaces="soft_lookup")
def largest_at_least_zero(query, keys, values, sharpness=1.0):
    """Subtracts the largest score only if it is above 0: where nothing matches, all weights vanish."""
    scores = scaled(query, keys, sharpness)
    top = max(0.0, *scores)
    exps = [math.exp(s - top) for s in scores]
    weights = [e / (sum(exps) or 1.0) for e in exps]
    return blend(weights, values), weights


@wrong("slip-stability", fails=("check_enormous_sharpness",), replaces="soft_lookup")
def largest_counted_from_zero(query, keys, values, sharpness=1.0):
    """Starts the search for the largest score at 0."""
    scores, top = scaled(query, keys, sharpness), 0.0
    for s in scores:
        top = s if s > top else top
    exps = [math.e ** (s - top) for s in scores]
    total = sum(exps)
    weights = [e / total if total > 0 else 0.0 for e in exps]
    return blend(weights, values), weights


@wrong("slip-stability", fails=("check_enormous_sharpness",), replaces="soft_lookup")
def largest_above_zero_only(query, keys, values, sharpness=1.0):
    """Looks for the largest score from 0 upwards, and divides by nothing where all are far below."""
    scores = scaled(query, keys, sharpness)
    top = max([0.0, *scores])
    exps = [math.exp(s - top) for s in scores]
    weights = [e / sum(exps) for e in exps]
    return blend(weights, values), weights


@wrong("slip-stability", fails=("check_enormous_sharpness",), replaces="soft_lookup")
def largest_above_zero_only_loop(query, keys, values, sharpness=1.0):
    """Begins the running maximum at 0."""
    top, scores = 0.0, []
    for key in keys:
        scores.append(sharpness * dot(query, key) / len(query) ** 0.5)
        if scores[-1] > top:
            top = scores[-1]
    exps = [math.exp(s - top) for s in scores]
    total = math.fsum(exps)
    weights = [e / total for e in exps]
    return blend(weights, values), weights
