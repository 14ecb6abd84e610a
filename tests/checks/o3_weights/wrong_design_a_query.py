"""Known wrong ways of design-a-query."""

import math

import numpy as np

from grader.checks.variants import wrong


def solve(K, wanted):
    """A right way from wanted scaled scores to a query, for mistakes that lie elsewhere."""
    return np.linalg.pinv(K) @ wanted * math.sqrt(K.shape[1])


def wish(K, targets, sharpness):
    """The wanted scores."""
    wanted = np.zeros(len(K))
    wanted[list(targets)] = sharpness
    return wanted


# --- the query -----------------------------------------------------------------------------------------------------


@wrong("sharper-is-better", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def sum_of_the_target_keys(keys, targets, sharpness=10.0):
    """Adds the target keys up: the right direction, whatever the size."""
    return np.asarray(keys)[list(targets)].sum(axis=0)


@wrong("sharper-is-better", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def target_keys_in_a_loop(keys, targets, sharpness=10.0):
    """A query is a direction: one target key after the other is added to it."""
    query = np.zeros(len(keys[0]))
    for i in targets:
        query = query + keys[i]
    return query


@wrong("sharper-is-better", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def mean_of_the_target_keys(keys, targets, sharpness=10.0):
    """Takes the mean of the target keys, which points the right way and is too short."""
    return np.asarray(keys)[list(targets)].mean(axis=0)


@wrong("sharper-is-better", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def between_the_target_keys(keys, targets, sharpness=10.0):
    """The point in the middle of the target keys."""
    chosen = [np.asarray(keys[i]) for i in targets]
    return sum(chosen) / len(chosen)


@wrong("attention-is-similarity", fails=("check_slanted_keys",), replaces="design_query")
def as_much_like_the_targets_as_asked(keys, targets, sharpness=10.0):
    """A query that resembles the target keys, sharpness times: right only for keys of length 1 at right angles."""
    K = np.asarray(keys)
    return sharpness * math.sqrt(K.shape[1]) * K[list(targets)].sum(axis=0)


@wrong("attention-is-similarity", fails=("check_slanted_keys",), replaces="design_query")
def transpose_for_inverse(keys, targets, sharpness=10.0):
    """Multiplies by the transpose of the keys, as if that were their inverse."""
    K = np.asarray(keys)
    return K.T @ wish(K, targets, sharpness) * math.sqrt(K.shape[1])


@wrong("scale-by-dk", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def root_forgotten(keys, targets, sharpness=10.0):
    """Forgets that the scores get divided by √d."""
    K = np.asarray(keys)
    return np.linalg.pinv(K) @ wish(K, targets, sharpness)


@wrong("scale-by-dk", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def solves_for_raw_scores(keys, targets, sharpness=10.0):
    """Solves k · q = wanted, without the scale."""
    K = np.asarray(keys)
    return np.linalg.lstsq(K, wish(K, targets, sharpness), rcond=None)[0]


@wrong("scale-by-dk", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def divides_by_the_root(keys, targets, sharpness=10.0):
    """Divides by √d where the division has to be undone."""
    K = np.asarray(keys)
    return solve(K, wish(K, targets, sharpness)) / K.shape[1]


@wrong("scale-by-dk", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def scale_the_wrong_way_round(keys, targets, sharpness=10.0):
    """Solves k · q · √d = wanted."""
    K = np.asarray(keys)
    return np.linalg.lstsq(K * math.sqrt(K.shape[1]), wish(K, targets, sharpness), rcond=None)[0]


@wrong("scale-by-dk", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def scaled_by_d(keys, targets, sharpness=10.0):
    """Multiplies by d instead of its root."""
    K = np.asarray(keys)
    return np.linalg.pinv(K) @ wish(K, targets, sharpness) * K.shape[1]


@wrong("scale-by-dk", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def scores_divided_by_d(keys, targets, sharpness=10.0):
    """Thinks that scores are divided by d."""
    K = np.asarray(keys)
    d = len(K[0])
    return np.linalg.lstsq(K / d, wish(K, targets, sharpness), rcond=None)[0]


@wrong("scale-wrong-dimension", fails=("check_slanted_keys",), replaces="design_query")
def root_of_the_number_of_keys(keys, targets, sharpness=10.0):
    """Takes √n, the root of the number of keys, for √d."""
    K = np.asarray(keys)
    wanted = np.zeros(len(K))
    wanted[targets] = sharpness
    return np.linalg.lstsq(K, wanted * math.sqrt(len(K)))[0]


@wrong("scale-wrong-dimension", fails=("check_slanted_keys",), replaces="design_query")
def length_of_the_table(keys, targets, sharpness=10.0):
    """len(keys) is the number of rows, not of columns."""
    K = np.array(keys, dtype=float) / len(keys) ** 0.5
    return np.linalg.pinv(K) @ [sharpness * (i in targets) for i in range(len(keys))]


@wrong("slip-shapes", fails=("check_slanted_keys",), replaces="design_query")
def inverse_of_a_table(keys, targets, sharpness=10.0):
    """np.linalg.inv needs as many keys as numbers in a key."""
    K = np.asarray(keys)
    return np.linalg.inv(K) @ wish(K, targets, sharpness) * math.sqrt(K.shape[1])


@wrong("slip-shapes", fails=("check_slanted_keys",), replaces="design_query")
def solve_needs_a_square(keys, targets, sharpness=10.0):
    """np.linalg.solve refuses fewer keys than numbers."""
    K = np.asarray(keys)
    return np.linalg.solve(K, math.sqrt(K.shape[1]) * wish(K, targets, sharpness))


@wrong("attention-picks-one", fails=("check_several_targets",), replaces="design_query")
def first_target_only(keys, targets, sharpness=10.0):
    """Only the first target gets a score."""
    K = np.asarray(keys)
    return solve(K, wish(K, targets[:1], sharpness))


@wrong("attention-picks-one", fails=("check_several_targets",), replaces="design_query")
def one_winner(keys, targets, sharpness=10.0):
    """Attention finds one token, so one target will do."""
    K = np.asarray(keys)
    wanted = [sharpness if i == targets[0] else 0.0 for i in range(len(K))]
    return np.linalg.lstsq(K, math.sqrt(K.shape[1]) * np.array(wanted), rcond=None)[0]


@wrong("slip-formula", fails=("check_several_targets",), replaces="design_query")
def sharpness_shared_out(keys, targets, sharpness=10.0):
    """The targets share the sharpness, instead of each having it in full."""
    K = np.asarray(keys)
    return solve(K, wish(K, targets, sharpness / len(targets)))


@wrong("slip-formula", fails=("check_several_targets",), replaces="design_query")
def sharpness_divided_in_a_loop(keys, targets, sharpness=10.0):
    """sharpness / number of targets at each target."""
    K = np.asarray(keys)
    wanted = np.zeros(K.shape[0])
    for target in targets:
        wanted[target] += sharpness / len(targets)
    return np.linalg.lstsq(K / math.sqrt(K.shape[1]), wanted, rcond=None)[0]


@wrong("slip-formula", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def others_pushed_below_zero(keys, targets, sharpness=10.0):
    """Gives all other keys the score -sharpness instead of 0."""
    K = np.asarray(keys)
    wanted = np.full(len(K), -float(sharpness))
    wanted[list(targets)] = sharpness
    return solve(K, wanted)


@wrong("slip-formula", fails=("check_slanted_keys", "check_several_targets", "check_sharpness"), replaces="design_query")
def plus_or_minus(keys, targets, sharpness=10.0):
    """Plus for a target, minus for the rest."""
    K = np.asarray(keys)
    signs = np.array([1.0 if i in list(targets) else -1.0 for i in range(len(K))])
    return np.linalg.lstsq(K, sharpness * signs * math.sqrt(K.shape[1]), rcond=None)[0]


@wrong("slip-reading", fails=("check_slanted_keys", "check_sharpness"), replaces="design_query")
def sharpness_always_ten(keys, targets, sharpness=10.0):
    """Writes 10 where sharpness is meant."""
    K = np.asarray(keys)
    return solve(K, wish(K, targets, 10.0))


@wrong("slip-reading", fails=("check_slanted_keys", "check_sharpness"), replaces="design_query")
def sharpness_not_read(keys, targets, sharpness=10.0):
    """Puts the default in again."""
    K = np.asarray(keys)
    sharpness = 10.0
    return np.linalg.lstsq(K, math.sqrt(K.shape[1]) * wish(K, targets, sharpness), rcond=None)[0]


@wrong("slip-reading", fails=("check_sharpness",), replaces="design_query")
def zero_taken_for_nothing(keys, targets, sharpness=10.0):
    """`sharpness or 10`: a sharpness of 0 counts as not given."""
    K = np.asarray(keys)
    return solve(K, wish(K, targets, sharpness or 10.0))


@wrong("slip-reading", fails=("check_sharpness",), replaces="design_query")
def falsy_sharpness(keys, targets, sharpness=10.0):
    """if not sharpness: take the default."""
    K = np.asarray(keys)
    if not sharpness:
        sharpness = 10.0
    return np.linalg.lstsq(K, math.sqrt(K.shape[1]) * wish(K, targets, sharpness), rcond=None)[0]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="design_query")
def scales_the_callers_keys(keys, targets, sharpness=10.0):
    """keys /= √d changes the caller's keys."""
    keys = np.asarray(keys) if isinstance(keys, np.ndarray) else np.array(keys, dtype=float)
    keys /= math.sqrt(keys.shape[1])
    return np.linalg.pinv(keys) @ wish(keys, targets, sharpness)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="design_query")
def divides_into_the_callers_keys(keys, targets, sharpness=10.0):
    """np.divide with out=keys."""
    keys = keys if isinstance(keys, np.ndarray) else np.array(keys, dtype=float)
    np.divide(keys, keys.shape[1] ** 0.5, out=keys)
    return np.linalg.lstsq(keys, wish(keys, targets, sharpness), rcond=None)[0]


# --- the gaps ------------------------------------------------------------------------------------------------------


@wrong("weights-are-score-shares", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def differences_of_weights(weights):
    """Takes differences of weights for differences of scores."""
    w = np.asarray(weights)
    return w - w[0]


@wrong("weights-are-score-shares", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def differences_in_a_loop(weights):
    """weight_i - weight_0, one by one."""
    return np.array([w - weights[0] for w in weights])


@wrong("weights-are-score-shares", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def ratios_of_weights(weights):
    """Takes the ratios of the weights: the first entry is 1, not 0."""
    w = np.asarray(weights)
    return w / w[0]


@wrong("weights-are-score-shares", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def ratios_in_a_loop(weights):
    """weight_i over weight_0, one by one."""
    return np.array([w / weights[0] for w in weights])


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def logarithm_of_base_two(weights):
    """Takes the logarithm to the base 2."""
    w = np.asarray(weights)
    return np.log2(w / w[0])


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def gaps_in_bits(weights):
    """math.log2 of every ratio."""
    return np.array([math.log2(w) - math.log2(weights[0]) for w in weights])


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def logarithms_as_scores(weights):
    """Takes the logarithms for the scores, and leaves score 0 in."""
    return np.log(np.asarray(weights))


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def logarithms_one_by_one(weights):
    """math.log of every weight."""
    return np.array([math.log(w) for w in weights])


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def no_division_by_a_small_weight(weights):
    """Leaves the first weight out of the ratio when it is almost 0."""
    w = np.asarray(weights)
    return np.log(w / w[0]) if w[0] > 1e-6 else np.log(w)


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def small_first_weight_taken_for_one(weights):
    """Measures from score 0 only if the first weight can be seen in six decimals."""
    logs = np.log(np.asarray(weights))
    return logs - (logs[0] if logs[0] > -13.8 else 0)


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def gaps_from_the_largest(weights):
    """Measures from the largest weight instead of the first."""
    w = np.asarray(weights)
    return np.log(w / w.max())


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def gaps_below_the_winner(weights):
    """How far each score lies below the best one."""
    logs = np.log(weights)
    return logs - logs[np.argmax(weights)]


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def gaps_the_wrong_way_round(weights):
    """score_0 - score_i instead of score_i - score_0."""
    w = np.asarray(weights)
    return np.log(w[0] / w)


@wrong("slip-formula", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def first_minus_each(weights):
    """Subtracts in the wrong order."""
    logs = np.log(weights)
    return np.array([logs[0] - x for x in logs])


@wrong("slip-off-by-one", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def gap_to_the_neighbour(weights):
    """Measures each score from the one before it."""
    logs = np.log(weights)
    return np.concatenate([[0.0], np.diff(logs)])


@wrong("slip-off-by-one", fails=("check_gaps_undo_the_softmax",), replaces="score_gaps")
def steps_between_neighbours(weights):
    """score_i - score_(i-1) in a loop."""
    gaps = [0.0]
    for i in range(1, len(weights)):
        gaps.append(math.log(weights[i] / weights[i - 1]))
    return np.array(gaps)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="score_gaps")
def divides_the_callers_weights(weights):
    """weights /= weights[0] changes what it was given."""
    weights = np.asarray(weights)
    weights /= weights[0].copy()
    return np.log(weights)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="score_gaps")
def weights_over_the_first_in_place(weights):
    """A slice assignment into the caller's weights."""
    weights = np.asarray(weights)
    first = float(weights[0])
    weights[:] = weights / first
    return np.log(weights)
