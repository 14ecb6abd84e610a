"""Known wrong ways of ratio-lock."""

import math

import numpy as np

from grader.checks.variants import wrong


def plain_softmax(scores):
    """Without the maximum: overflows."""
    exps = np.exp(scores)
    return exps / exps.sum()


def safe_softmax(scores):
    exps = np.exp(scores - scores.max())
    return exps / exps.sum()


@wrong(
    "scale-is-overflow-guard",
    fails=("check_huge_scores", "check_ratio_is_locked"),
    replaces="log_weight_ratio",
)
def through_the_weights(query, keys, a, b):
    """Works the weights out without a guard, and trusts the division by √d to keep them finite."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    weights = plain_softmax(keys @ query / np.sqrt(len(query)))
    return np.log(weights[a] / weights[b])


@wrong(
    "scale-is-overflow-guard",
    fails=("check_huge_scores", "check_ratio_is_locked"),
    replaces="log_weight_ratio",
)
def through_the_weights_loop(query, keys, a, b):
    """Adds up the powers in a loop and divides twice."""
    scores = [sum(float(q) * float(k) for q, k in zip(query, key)) / math.sqrt(len(query)) for key in keys]
    powers = [np.exp(np.float64(s)) for s in scores]
    total = np.float64(0.0)
    for power in powers:
        total += power
    return np.log((powers[a] / total) / (powers[b] / total))


@wrong("slip-stability", fails=("check_huge_scores", "check_ratio_is_locked"), replaces="log_weight_ratio")
def ratio_of_powers(query, keys, a, b):
    """Divides the two powers without their total: right until one of them overflows."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    scores = keys @ query / np.sqrt(len(query))
    return np.log(np.exp(scores[a]) / np.exp(scores[b]))


@wrong(
    "scale-by-dk",
    fails=("check_log_of_the_ratio", "check_huge_scores", "check_whole_numbers_lists_and_float32", "check_last_word_is_another_one"),
    replaces="log_weight_ratio",
)
def forgets_the_scale(query, keys, a, b):
    """Leaves the division by √d out."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    return float((keys[a] - keys[b]) @ query)


@wrong(
    "scale-by-dk",
    fails=("check_log_of_the_ratio", "check_huge_scores", "check_whole_numbers_lists_and_float32", "check_last_word_is_another_one"),
    replaces="log_weight_ratio",
)
def forgets_the_scale_loop(query, keys, a, b):
    """Takes the difference of two raw scores."""
    raw = [sum(float(q) * float(k) for q, k in zip(query, key)) for key in keys]
    return raw[a] - raw[b]


@wrong(
    "scale-by-dk",
    fails=("check_log_of_the_ratio", "check_huge_scores", "check_whole_numbers_lists_and_float32", "check_last_word_is_another_one"),
    replaces="log_weight_ratio",
)
def divides_by_d(query, keys, a, b):
    """Divides by d instead of its root."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    return float((keys[a] - keys[b]) @ query) / len(query)


@wrong(
    "scale-by-dk",
    fails=("check_log_of_the_ratio", "check_huge_scores", "check_whole_numbers_lists_and_float32", "check_last_word_is_another_one"),
    replaces="log_weight_ratio",
)
def divides_by_d_loop(query, keys, a, b):
    """Averages the products instead of dividing their sum by √d."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    return float(np.mean(keys[a] * query) - np.mean(keys[b] * query))


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_log_of_the_ratio",
        "check_huge_scores",
        "check_ratio_is_locked",
        "check_whole_numbers_lists_and_float32",
        "check_last_word_is_another_one",
    ),
    replaces="log_weight_ratio",
)
def divides_by_root_n(query, keys, a, b):
    """Divides by the root of the number of keys."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    return float((keys[a] - keys[b]) @ query / math.sqrt(len(keys)))


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_log_of_the_ratio",
        "check_huge_scores",
        "check_ratio_is_locked",
        "check_whole_numbers_lists_and_float32",
        "check_last_word_is_another_one",
    ),
    replaces="log_weight_ratio",
)
def divides_by_root_n_loop(query, keys, a, b):
    """Counts keys where it should count the numbers in a key."""
    n = len(keys)
    scores = [sum(float(q) * float(k) for q, k in zip(query, key)) / n**0.5 for key in keys]
    return scores[a] - scores[b]


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_log_of_the_ratio",
        "check_huge_scores",
        "check_whole_numbers_lists_and_float32",
        "check_last_word_is_another_one",
    ),
    replaces="log_weight_ratio",
)
def ratio_of_scores(query, keys, a, b):
    """Divides the scores themselves."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    scores = keys @ query / math.sqrt(len(query))
    return float(scores[a] / scores[b])


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_log_of_the_ratio",
        "check_huge_scores",
        "check_whole_numbers_lists_and_float32",
        "check_last_word_is_another_one",
    ),
    replaces="log_weight_ratio",
)
def ratio_of_score_shares(query, keys, a, b):
    """Takes a weight for the score's share of the total."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    scores = np.array([query @ key for key in keys]) / np.sqrt(query.size)
    shares = scores / scores.sum()
    return shares[a] / shares[b]


@wrong(
    "slip-formula",
    fails=("check_log_of_the_ratio", "check_huge_scores", "check_whole_numbers_lists_and_float32", "check_last_word_is_another_one"),
    replaces="log_weight_ratio",
)
def upside_down(query, keys, a, b):
    """Weight b over weight a."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    return float((keys[b] - keys[a]) @ query / math.sqrt(len(query)))


@wrong(
    "slip-formula",
    fails=(
        "check_log_of_the_ratio",
        "check_huge_scores",
        "check_ratio_is_locked",
        "check_whole_numbers_lists_and_float32",
        "check_last_word_is_another_one",
    ),
    replaces="log_weight_ratio",
)
def ratio_without_logarithm(query, keys, a, b):
    """Gives the ratio instead of its logarithm."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    with np.errstate(over="ignore"):
        return float(np.exp((keys[a] - keys[b]) @ query / math.sqrt(len(query))))


@wrong(
    "one-layer-is-enough",
    fails=("check_ratio_is_locked", "check_last_word_is_another_one"),
    replaces="ratio_is_locked",
)
def a_new_word_moves_it(query, keys, a, b, extra_key):
    """Believes that the third word shifts weight from one old word to the other."""
    return False


@wrong(
    "one-layer-is-enough",
    fails=("check_ratio_is_locked", "check_last_word_is_another_one"),
    replaces="ratio_is_locked",
)
def asks_whether_the_new_word_is_absent(query, keys, a, b, extra_key):
    """Says 'locked' only if there is no new word at all."""
    longer = np.vstack([keys, extra_key])
    return len(longer) == len(keys)


@wrong(
    "one-layer-is-enough",
    fails=("check_ratio_is_locked", "check_last_word_is_another_one"),
    replaces="ratio_is_locked",
)
def looks_at_the_weights_themselves(query, keys, a, b, extra_key):
    """Takes the change of the weight of a for a change of the ratio."""
    query = np.asarray(query, dtype=float)

    def weight(table):
        return safe_softmax(np.asarray(table, dtype=float) @ query / np.sqrt(len(query)))[a]

    return bool(abs(weight(keys) - weight(np.vstack([keys, extra_key]))) < 1e-9)


@wrong("slip-weak-test", fails=("check_last_word_is_another_one",), replaces="ratio_is_locked")
def always_locked(query, keys, a, b, extra_key):
    """Says True without looking."""
    return True


@wrong("slip-weak-test", fails=("check_last_word_is_another_one",), replaces="ratio_is_locked")
def compares_before_with_before(query, keys, a, b, extra_key):
    """Measures twice without the new word."""
    return abs(log_weight_ratio(query, keys, a, b) - log_weight_ratio(query, keys, a, b)) < 1e-9  # noqa: F821


@wrong(
    "slip-order",
    fails=("check_ratio_is_locked", "check_last_word_is_another_one"),
    replaces="ratio_is_locked",
)
def puts_the_new_word_first(query, keys, a, b, extra_key):
    """Inserts the new key in front, so that all row numbers shift by one."""
    before = log_weight_ratio(query, keys, a, b)  # noqa: F821
    after = log_weight_ratio(query, np.vstack([extra_key, keys]), a, b)  # noqa: F821
    return abs(after - before) < 1e-9


@wrong("slip-reading", fails=("check_last_word_is_another_one",), replaces="ratio_is_locked")
def tells_by_the_row_numbers(query, keys, a, b, extra_key):
    """Answers from a and b alone: locked unless one of them is counted from the end."""
    return a >= 0 and b >= 0


@wrong("slip-reading", fails=("check_last_word_is_another_one",), replaces="ratio_is_locked")
def tells_by_the_row_numbers_min(query, keys, a, b, extra_key):
    """Never looks at the keys."""
    return min(a, b) > -1


@wrong("slip-formula", fails=("check_last_word_is_another_one",), replaces="ratio_is_locked")
def lets_a_little_pass(query, keys, a, b, extra_key):
    """Allows a difference of a millionth."""
    before = log_weight_ratio(query, keys, a, b)  # noqa: F821
    after = log_weight_ratio(query, np.vstack([keys, extra_key]), a, b)  # noqa: F821
    return abs(after - before) < 1e-6


@wrong("slip-formula", fails=("check_last_word_is_another_one",), replaces="ratio_is_locked")
def lets_a_little_pass_isclose(query, keys, a, b, extra_key):
    """Leaves np.isclose its relative allowance."""
    longer = np.array([*keys, extra_key])
    return bool(np.isclose(log_weight_ratio(query, keys, a, b), log_weight_ratio(query, longer, a, b), atol=1e-9))  # noqa: F821


@wrong("slip-stability", fails=("check_ratio_is_locked",), replaces="ratio_is_locked")
def locked_by_weights(query, keys, a, b, extra_key):
    """Compares ratios of weights: nan or a giant ratio as soon as the new word takes everything."""
    query = np.asarray(query, dtype=float)

    def ratio(table):
        w = safe_softmax(np.asarray(table, dtype=float) @ query / np.sqrt(len(query)))
        with np.errstate(all="ignore"):
            return np.log(w[a] / w[b])

    return bool(abs(ratio(keys) - ratio(np.vstack([keys, extra_key]))) < 1e-9)


@wrong("slip-dtype", fails=("check_whole_numbers_lists_and_float32",), replaces="log_weight_ratio")
def cuts_to_whole_numbers(query, keys, a, b):
    """Writes the scores into an array of the type of the query, which cuts the fraction off whole numbers."""
    query, keys = np.asarray(query), np.asarray(keys)
    scores = np.zeros(len(keys), dtype=query.dtype)
    scores[:] = keys @ query / np.sqrt(len(query))
    return float(scores[a]) - float(scores[b])


@wrong(
    "slip-shapes",
    fails=("check_ratio_is_locked", "check_whole_numbers_lists_and_float32", "check_arguments_stay_as_they_are"),
    replaces="log_weight_ratio",
)
def takes_lists_for_arrays(query, keys, a, b):
    """Subtracts rows that may be lists."""
    return float((keys[a] - keys[b]) @ query / math.sqrt(len(query)))


@wrong("slip-mutates-input", fails=("check_last_word_is_another_one", "check_arguments_stay_as_they_are"), replaces="log_weight_ratio")
def shifts_the_keys(query, keys, a, b):
    """Subtracts key b from all keys, in the caller's table."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    keys -= keys[b].copy()
    return float(keys[a] @ query / math.sqrt(len(query)))


@wrong("slip-mutates-input", fails=("check_last_word_is_another_one", "check_arguments_stay_as_they_are"), replaces="log_weight_ratio")
def shifts_the_keys_in_a_loop(query, keys, a, b):
    """Writes the differences back into the rows of keys."""
    query, table = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    other = np.array(table[b])
    for i in range(len(table)):
        table[i] = table[i] - other
    return float(np.dot(query, table[a])) / math.sqrt(query.shape[0])


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="ratio_is_locked")
def scales_the_query(query, keys, a, b, extra_key):
    """Divides the caller's query by √d once for both tables."""
    query, table = np.asarray(query, dtype=float), np.vstack([keys, extra_key])
    query /= math.sqrt(len(query))
    return abs((table[:-1][a] - table[:-1][b] - table[a] + table[b]) @ query) < 1e-9


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="ratio_is_locked")
def scales_the_query_in_a_loop(query, keys, a, b, extra_key):
    """Writes the scaled numbers back into the query."""
    root = len(query) ** 0.5
    for j in range(len(query)):
        query[j] = query[j] / root
    old = [sum(float(q) * float(k) for q, k in zip(query, key)) for key in keys]
    new = [*old, sum(float(q) * float(k) for q, k in zip(query, extra_key))]
    return abs((old[a] - old[b]) - (new[a] - new[b])) < 1e-9


@wrong("slip-formula", fails=("check_log_of_the_ratio",), replaces="log_weight_ratio")
def same_word_gives_one(query, keys, a, b):
    """Knows that a word compared with itself has the ratio 1, and forgets the logarithm there."""
    if a == b:
        return 1.0
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    return float((keys[a] - keys[b]) @ query / math.sqrt(len(query)))


@wrong("slip-stability", fails=("check_huge_scores",), replaces="log_weight_ratio")
def clips_the_scores(query, keys, a, b):
    """Cuts large scores off, so that no power overflows."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    scores = np.clip(keys @ query / math.sqrt(len(query)), -700, 700)
    return float(scores[a] - scores[b])


@wrong("slip-stability", fails=("check_huge_scores", "check_ratio_is_locked"), replaces="log_weight_ratio")
def ratio_of_powers_list(query, keys, a, b):
    """Lets e^score stand alone above and below the line."""
    powers = []
    for key in np.asarray(keys, dtype=float):
        powers.append(np.exp(np.dot(key, np.asarray(query, dtype=float)) / len(query) ** 0.5))
    return np.log(powers[a] / powers[b])


@wrong(
    "slip-formula",
    fails=("check_log_of_the_ratio", "check_huge_scores", "check_whole_numbers_lists_and_float32", "check_last_word_is_another_one"),
    replaces="log_weight_ratio",
)
def upside_down_sign(query, keys, a, b):
    """Subtracts in the wrong order."""
    scores = [np.dot(query, key) / np.sqrt(len(query)) for key in keys]
    return -scores[a] + scores[b]


@wrong(
    "slip-formula",
    fails=(
        "check_log_of_the_ratio",
        "check_huge_scores",
        "check_ratio_is_locked",
        "check_whole_numbers_lists_and_float32",
        "check_last_word_is_another_one",
    ),
    replaces="log_weight_ratio",
)
def ratio_without_logarithm_power(query, keys, a, b):
    """Says how many times more, which is not the logarithm."""
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    scores = np.einsum("nd,d->n", keys, query) / np.sqrt(query.size)
    return np.exp(scores[a] - scores[b])


@wrong("slip-order", fails=("check_ratio_is_locked", "check_last_word_is_another_one"), replaces="ratio_is_locked")
def puts_the_new_word_first_insert(query, keys, a, b, extra_key):
    """Inserts row 0 and keeps the old row numbers."""
    longer = np.insert(np.asarray(keys, dtype=float), 0, extra_key, axis=0)
    gap = log_weight_ratio(query, longer, a, b) - log_weight_ratio(query, keys, a, b)  # noqa: F821
    return bool(np.abs(gap) < 1e-9)


@wrong("slip-stability", fails=("check_ratio_is_locked",), replaces="ratio_is_locked")
def locked_by_weights_loop(query, keys, a, b, extra_key):
    """Works all weights out twice and divides them."""
    seen = []
    for table in (np.asarray(keys, dtype=float), np.vstack([keys, extra_key])):
        scores = table @ np.asarray(query, dtype=float) / len(query) ** 0.5
        w = np.exp(scores - np.max(scores))
        w = w / np.sum(w)
        seen.append(np.log(w[a] / w[b]))
    return bool(abs(seen[0] - seen[1]) < 1e-9)


@wrong("slip-dtype", fails=("check_whole_numbers_lists_and_float32",), replaces="log_weight_ratio")
def cuts_to_whole_numbers_astype(query, keys, a, b):
    """Turns the scores back into the type the query came in."""
    query, keys = np.asarray(query), np.asarray(keys)
    scores = (keys @ query / np.sqrt(query.size)).astype(query.dtype)
    return float(scores[a] - scores[b])


@wrong(
    "slip-shapes",
    fails=("check_ratio_is_locked", "check_whole_numbers_lists_and_float32", "check_arguments_stay_as_they_are"),
    replaces="log_weight_ratio",
)
def takes_lists_for_arrays_attribute(query, keys, a, b):
    """Asks a list for its shape."""
    d = query.shape[0]
    scores = keys @ query / math.sqrt(d)
    return scores[a] - scores[b]


@wrong("slip-formula", fails=("check_log_of_the_ratio",), replaces="log_weight_ratio")
def same_word_gives_one_where(query, keys, a, b):
    """Answers 1 for equal places."""
    scores = np.array([np.dot(query, key) for key in keys]) / np.sqrt(len(query))
    return np.where(np.equal(a, b), 1.0, scores[a] - scores[b])[()]


@wrong("slip-stability", fails=("check_huge_scores",), replaces="log_weight_ratio")
def clips_the_scores_loop(query, keys, a, b):
    """Lets no score leave -700 to 700."""

    def score(key):
        raw = sum(float(q) * float(k) for q, k in zip(query, key)) / math.sqrt(len(query))
        return min(max(raw, -700.0), 700.0)

    return score(keys[a]) - score(keys[b])


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="ratio_is_locked")
def appends_to_the_list(query, keys, a, b, extra_key):
    """Appends the extra key to the caller's list, if it is one."""
    before = log_weight_ratio(query, keys, a, b)  # noqa: F821
    if isinstance(keys, list):
        keys.append(extra_key)
    else:
        keys = np.vstack([keys, extra_key])
    return abs(log_weight_ratio(query, keys, a, b) - before) < 1e-9  # noqa: F821


@wrong("slip-mutates-input", fails=("check_arguments_stay_as_they_are",), replaces="ratio_is_locked")
def extends_the_list(query, keys, a, b, extra_key):
    """Makes a list longer with +=, where it stands."""
    table = keys if isinstance(keys, list) else keys.tolist()
    old = log_weight_ratio(query, table, a, b)  # noqa: F821
    table += [list(extra_key)]
    return -1e-9 < old - log_weight_ratio(query, table, a, b) < 1e-9  # noqa: F821
