"""Known wrong ways of variance-of-dot-products. Numbers are drawn in the order in which most people would: q, then k."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import wrong


def drawn(d_k, n_samples, rng):
    """Queries and keys of dot_stats."""
    return rng.standard_normal((n_samples, d_k)), rng.standard_normal((n_samples, d_k))


def trial_scores(d_k, n_keys, trials, rng):
    """Raw scores, one row per trial."""
    q = rng.standard_normal((trials, 1, d_k))
    K = rng.standard_normal((trials, n_keys, d_k))
    return (q * K).sum(axis=-1)


# --- dot_stats -----------------------------------------------------------------------------------------------------


@wrong("slip-formula", fails=("check_unscaled_variance_is_d_k", "check_scaled_variance_is_one"), replaces="dot_stats")
def one_query_for_all(d_k, n_samples, rng, scale=True):
    """Draws one query and compares it with all keys: the variance is that of its length, different every time."""
    q = rng.standard_normal(d_k)
    k = rng.standard_normal((n_samples, d_k))
    s = k @ q
    if scale:
        s = s / math.sqrt(d_k)
    return s.mean(), s.var()


@wrong("slip-formula", fails=("check_unscaled_variance_is_d_k", "check_scaled_variance_is_one"), replaces="dot_stats")
def query_drawn_before_the_loop(d_k, n_samples, rng, scale=True):
    """The query is drawn once, before the loop."""
    query = rng.standard_normal(d_k)
    scores = []
    for _ in range(n_samples):
        key = rng.standard_normal(d_k)
        score = np.dot(query, key)
        scores.append(score / d_k**0.5 if scale else score)
    return np.mean(scores), np.var(scores)


@wrong("slip-formula", fails=("check_unscaled_variance_is_d_k", "check_scaled_variance_is_one"), replaces="dot_stats")
def query_with_itself(d_k, n_samples, rng, scale=True):
    """Multiplies the query by itself: the mean is d_k."""
    q, _ = drawn(d_k, n_samples, rng)
    s = (q * q).sum(axis=1) / (math.sqrt(d_k) if scale else 1)
    return s.mean(), s.var()


@wrong("slip-formula", fails=("check_unscaled_variance_is_d_k", "check_scaled_variance_is_one"), replaces="dot_stats")
def keys_are_the_queries(d_k, n_samples, rng, scale=True):
    """k = q: every query meets its own copy."""
    q = rng.standard_normal((n_samples, d_k))
    k = q
    s = np.einsum("nd,nd->n", q, k)
    if scale:
        s /= d_k**0.5
    return np.mean(s), np.var(s)


@wrong("slip-formula", fails=("check_unscaled_variance_is_d_k", "check_scaled_variance_is_one"), replaces="dot_stats")
def uniform_entries(d_k, n_samples, rng, scale=True):
    """Takes numbers between 0 and 1 instead of normal ones: the mean is d_k/4."""
    s = (rng.random((n_samples, d_k)) * rng.random((n_samples, d_k))).sum(axis=1)
    if scale:
        s = s / math.sqrt(d_k)
    return s.mean(), s.var()


@wrong("slip-formula", fails=("check_unscaled_variance_is_d_k", "check_scaled_variance_is_one"), replaces="dot_stats")
def uniform_by_name(d_k, n_samples, rng, scale=True):
    """rng.uniform, whose numbers are all above 0."""
    q = rng.uniform(size=(n_samples, d_k))
    k = rng.uniform(size=(n_samples, d_k))
    s = np.sum(q * k, axis=-1) * (d_k**-0.5 if scale else 1.0)
    return np.mean(s), np.var(s)


@wrong("slip-formula", fails=("check_unscaled_variance_is_d_k", "check_entries_are_normal_and_multiplied"), replaces="dot_stats")
def deviation_for_variance(d_k, n_samples, rng, scale=True):
    """Returns the standard deviation: 8 for d_k = 64."""
    q, k = drawn(d_k, n_samples, rng)
    s = (q * k).sum(axis=1)
    if scale:
        s = s / math.sqrt(d_k)
    return s.mean(), s.std()


@wrong("slip-formula", fails=("check_unscaled_variance_is_d_k", "check_entries_are_normal_and_multiplied"), replaces="dot_stats")
def root_of_the_variance(d_k, n_samples, rng, scale=True):
    """Takes the root of the variance at the end."""
    q, k = drawn(d_k, n_samples, rng)
    s = np.einsum("nd,nd->n", q, k) * (d_k**-0.5 if scale else 1.0)
    return np.mean(s), np.sqrt(np.mean((s - np.mean(s)) ** 2))


@wrong("scale-by-dk", fails=("check_scaled_variance_is_one",), replaces="dot_stats")
def divides_by_d_k(d_k, n_samples, rng, scale=True):
    """Divides by d_k: the scaled variance is 1/d_k."""
    q, k = drawn(d_k, n_samples, rng)
    s = (q * k).sum(axis=1)
    if scale:
        s = s / d_k
    return s.mean(), s.var()


@wrong("scale-by-dk", fails=("check_scaled_variance_is_one",), replaces="dot_stats")
def mean_of_the_products(d_k, n_samples, rng, scale=True):
    """Takes the mean of the d_k products when scaled."""
    q, k = drawn(d_k, n_samples, rng)
    s = np.mean(q * k, axis=1) if scale else np.sum(q * k, axis=1)
    return np.mean(s), np.var(s)


@wrong("scale-by-dk", fails=("check_scaled_variance_is_one",), replaces="dot_stats")
def never_divides(d_k, n_samples, rng, scale=True):
    """Never divides, whatever scale says."""
    q, k = drawn(d_k, n_samples, rng)
    s = (q * k).sum(axis=1)
    return s.mean(), s.var()


@wrong("scale-by-dk", fails=("check_scaled_variance_is_one",), replaces="dot_stats")
def raw_scores_only(d_k, n_samples, rng, scale=True):
    """Raw scores, with and without scale."""
    q, k = drawn(d_k, n_samples, rng)
    s = (q * k).sum(axis=1)
    return np.mean(s), np.var(s)


@wrong("scale-by-dk", fails=("check_scaled_variance_is_one",), replaces="dot_stats")
def multiplies_by_the_root(d_k, n_samples, rng, scale=True):
    """Multiplies by √d_k: the variance is d_k²."""
    q, k = drawn(d_k, n_samples, rng)
    s = (q * k).sum(axis=1) * (math.sqrt(d_k) if scale else 1)
    return s.mean(), s.var()


@wrong("scale-by-dk", fails=("check_scaled_variance_is_one",), replaces="dot_stats")
def variance_times_d_k(d_k, n_samples, rng, scale=True):
    """Scales the wrong way round."""
    q, k = drawn(d_k, n_samples, rng)
    s = np.einsum("nd,nd->n", q, k)
    if scale:
        return s.mean() * d_k**0.5, s.var() * d_k
    return s.mean(), s.var()


@wrong("slip-reading", fails=("check_unscaled_variance_is_d_k",), replaces="dot_stats")
def always_divides(d_k, n_samples, rng, scale=True):
    """Divides even if scale is False."""
    q, k = drawn(d_k, n_samples, rng)
    s = (q * k).sum(axis=1) / math.sqrt(d_k)
    return s.mean(), s.var()


@wrong("slip-reading", fails=("check_unscaled_variance_is_d_k",), replaces="dot_stats")
def scale_never_read(d_k, n_samples, rng, scale=True):
    """The argument scale is not looked at."""
    q, k = drawn(d_k, n_samples, rng)
    s = np.sum(q / d_k**0.5 * k, axis=1)
    return np.mean(s), np.var(s)


@wrong(
    "scale-wrong-dimension",
    fails=("check_unscaled_variance_is_d_k", "check_scaled_variance_is_one", "check_entries_are_normal_and_multiplied"),
    replaces="dot_stats",
)
def unit_vectors(d_k, n_samples, rng, scale=True):
    """Makes queries and keys 1 long first: the variance is 1/d_k, whatever scale says."""
    q, k = drawn(d_k, n_samples, rng)
    q = q / np.linalg.norm(q, axis=1, keepdims=True)
    k = k / np.linalg.norm(k, axis=1, keepdims=True)
    s = (q * k).sum(axis=1)
    return s.mean(), s.var()


@wrong(
    "scale-wrong-dimension",
    fails=("check_unscaled_variance_is_d_k", "check_scaled_variance_is_one", "check_entries_are_normal_and_multiplied"),
    replaces="dot_stats",
)
def cosines(d_k, n_samples, rng, scale=True):
    """Takes the cosine between query and key."""
    q, k = drawn(d_k, n_samples, rng)
    s = (q * k).sum(axis=1) / np.sqrt((q * q).sum(axis=1) * (k * k).sum(axis=1))
    return np.mean(s), np.var(s)


@wrong("scale-wrong-dimension", fails=("check_scaled_variance_is_one",), replaces="dot_stats")
def root_of_the_number_of_samples(d_k, n_samples, rng, scale=True):
    """Divides by the root of the number of samples."""
    q, k = drawn(d_k, n_samples, rng)
    s = (q * k).sum(axis=1)
    if scale:
        s = s / math.sqrt(n_samples)
    return s.mean(), s.var()


@wrong("scale-wrong-dimension", fails=("check_scaled_variance_is_one",), replaces="dot_stats")
def root_of_the_length_of_the_table(d_k, n_samples, rng, scale=True):
    """√len(q), and len(q) is the number of rows."""
    q, k = drawn(d_k, n_samples, rng)
    s = np.einsum("nd,nd->n", q, k) * (len(q) ** -0.5 if scale else 1.0)
    return np.mean(s), np.var(s)


# --- mean_top_weight -----------------------------------------------------------------------------------------------


@wrong("scale-wrong-dimension", fails=("check_top_weight_with_scaling", "check_top_weight_in_the_long_run"), replaces="mean_top_weight")
def root_of_the_number_of_keys(d_k, n_keys, trials, rng, scale=True):
    """Divides by the root of the number of keys: the top weight still rises with d_k."""
    s = trial_scores(d_k, n_keys, trials, rng)
    if scale:
        s = s / math.sqrt(n_keys)
    return softmax_np(s).max(axis=-1).mean()


@wrong("scale-wrong-dimension", fails=("check_top_weight_with_scaling", "check_top_weight_in_the_long_run"), replaces="mean_top_weight")
def root_of_the_row_length(d_k, n_keys, trials, rng, scale=True):
    """Reads the divisor off the scores, whose rows are as long as there are keys."""
    s = trial_scores(d_k, n_keys, trials, rng)
    weights = softmax_np(s * s.shape[1] ** -0.5 if scale else s)
    return np.mean(np.max(weights, axis=1))


@wrong("scale-after-softmax", fails=("check_top_weight_with_scaling",), replaces="mean_top_weight")
def weights_scaled(d_k, n_keys, trials, rng, scale=True):
    """Softmax of the raw scores, then the weights are divided by √d_k: they no longer add up to 1."""
    weights = softmax_np(trial_scores(d_k, n_keys, trials, rng))
    if scale:
        weights = weights / math.sqrt(d_k)
    return weights.max(axis=-1).mean()


@wrong("scale-after-softmax", fails=("check_top_weight_with_scaling",), replaces="mean_top_weight")
def result_scaled(d_k, n_keys, trials, rng, scale=True):
    """The division comes last."""
    top = [max(row) for row in softmax_np(trial_scores(d_k, n_keys, trials, rng))]
    return sum(top) / len(top) * (d_k**-0.5 if scale else 1)


@wrong("scale-by-dk", fails=("check_top_weight_with_scaling",), replaces="mean_top_weight")
def top_weight_never_scaled(d_k, n_keys, trials, rng, scale=True):
    """Never divides the scores."""
    return softmax_np(trial_scores(d_k, n_keys, trials, rng)).max(axis=-1).mean()


@wrong("scale-by-dk", fails=("check_top_weight_with_scaling",), replaces="mean_top_weight")
def top_of_raw_scores(d_k, n_keys, trials, rng, scale=True):
    """Softmax of raw scores, with and without scale."""
    q = rng.standard_normal((trials, d_k))
    K = rng.standard_normal((trials, n_keys, d_k))
    weights = softmax_np(np.einsum("td,tnd->tn", q, K))
    return np.mean(np.sort(weights, axis=1)[:, -1])


@wrong("scale-by-dk", fails=("check_top_weight_with_scaling",), replaces="mean_top_weight")
def top_weight_scaled_by_d_k(d_k, n_keys, trials, rng, scale=True):
    """Divides by d_k instead of its root: the weights become equal as d_k grows."""
    s = trial_scores(d_k, n_keys, trials, rng)
    return softmax_np(s / d_k if scale else s).max(axis=-1).mean()


@wrong("scale-by-dk", fails=("check_top_weight_with_scaling",), replaces="mean_top_weight")
def top_of_mean_products(d_k, n_keys, trials, rng, scale=True):
    """Takes the mean over the products for the scaled score."""
    q = rng.standard_normal((trials, 1, d_k))
    K = rng.standard_normal((trials, n_keys, d_k))
    s = np.mean(q * K, axis=-1) if scale else np.sum(q * K, axis=-1)
    return np.mean(np.max(softmax_np(s), axis=-1))


@wrong("slip-reading", fails=("check_top_weight_without_scaling",), replaces="mean_top_weight")
def top_weight_always_scaled(d_k, n_keys, trials, rng, scale=True):
    """Divides even if scale is False."""
    return softmax_np(trial_scores(d_k, n_keys, trials, rng) / math.sqrt(d_k)).max(axis=-1).mean()


@wrong("slip-reading", fails=("check_top_weight_without_scaling",), replaces="mean_top_weight")
def top_weight_scale_not_read(d_k, n_keys, trials, rng, scale=True):
    """The argument scale is not looked at."""
    weights = softmax_np(trial_scores(d_k, n_keys, trials, rng) * d_k**-0.5)
    return float(weights.max(axis=1).mean())


@wrong(
    "softmax-wrong-axis",
    fails=("check_top_weight_with_scaling", "check_top_weight_without_scaling", "check_top_weight_in_the_long_run"),
    replaces="mean_top_weight",
)
def softmax_over_the_trials(d_k, n_keys, trials, rng, scale=True):
    """Softmax down the columns, over the trials."""
    s = trial_scores(d_k, n_keys, trials, rng) / (math.sqrt(d_k) if scale else 1)
    return softmax_np(s, axis=0).max(axis=-1).mean()


@wrong(
    "softmax-wrong-axis",
    fails=("check_top_weight_with_scaling", "check_top_weight_without_scaling", "check_top_weight_in_the_long_run"),
    replaces="mean_top_weight",
)
def trials_share_the_weight(d_k, n_keys, trials, rng, scale=True):
    """The weights of a key add up to 1 over all trials."""
    s = trial_scores(d_k, n_keys, trials, rng) * (d_k**-0.5 if scale else 1)
    weights = softmax_np(s.T).T
    return np.mean(np.max(weights, axis=1))


@wrong(
    "slip-order",
    fails=("check_top_weight_with_scaling", "check_top_weight_without_scaling", "check_top_weight_in_the_long_run"),
    replaces="mean_top_weight",
)
def largest_of_the_means(d_k, n_keys, trials, rng, scale=True):
    """First the mean over the trials, then the largest: about 1/n."""
    s = trial_scores(d_k, n_keys, trials, rng) / (math.sqrt(d_k) if scale else 1)
    return softmax_np(s).mean(axis=0).max()


@wrong(
    "slip-order",
    fails=("check_top_weight_with_scaling", "check_top_weight_without_scaling", "check_top_weight_in_the_long_run"),
    replaces="mean_top_weight",
)
def top_of_the_mean_row(d_k, n_keys, trials, rng, scale=True):
    """Adds up the rows of weights, divides by the number of trials, and takes the largest."""
    total = np.zeros(n_keys)
    for row in softmax_np(trial_scores(d_k, n_keys, trials, rng) * (d_k**-0.5 if scale else 1)):
        total += row
    return max(total / trials)


@wrong(
    "slip-formula",
    fails=(
        "check_top_weight_with_scaling",
        "check_top_weight_without_scaling",
        "check_chance_comes_from_rng_alone",
        "check_top_weight_in_the_long_run",
    ),
    replaces="mean_top_weight",
)
def mean_of_all_weights(d_k, n_keys, trials, rng, scale=True):
    """Takes the mean of all weights, which is always 1/n."""
    s = trial_scores(d_k, n_keys, trials, rng) / (math.sqrt(d_k) if scale else 1)
    return softmax_np(s).mean() + 0 * s[0, 0]


@wrong(
    "slip-formula",
    fails=(
        "check_top_weight_with_scaling",
        "check_top_weight_without_scaling",
        "check_chance_comes_from_rng_alone",
        "check_top_weight_in_the_long_run",
    ),
    replaces="mean_top_weight",
)
def average_weight(d_k, n_keys, trials, rng, scale=True):
    """One over the number of keys, the long way round."""
    weights = softmax_np(trial_scores(d_k, n_keys, trials, rng) * (d_k**-0.5 if scale else 1))
    return np.sum(weights) / weights.size


@wrong("slip-formula", fails=("check_top_weight_with_scaling", "check_top_weight_in_the_long_run"), replaces="mean_top_weight")
def one_query_for_all_trials(d_k, n_keys, trials, rng, scale=True):
    """Keeps the query of the first trial."""
    q = rng.standard_normal(d_k)
    K = rng.standard_normal((trials, n_keys, d_k))
    s = K @ q / (math.sqrt(d_k) if scale else 1)
    return softmax_np(s).max(axis=-1).mean()


@wrong("slip-formula", fails=("check_top_weight_with_scaling", "check_top_weight_in_the_long_run"), replaces="mean_top_weight")
def query_before_the_trials(d_k, n_keys, trials, rng, scale=True):
    """The query is drawn before the loop over the trials."""
    q = rng.standard_normal(d_k)
    s = [rng.standard_normal((n_keys, d_k)) @ q for _ in range(trials)]
    return np.mean(softmax_np(np.array(s) * (d_k**-0.5 if scale else 1)).max(axis=1))


@wrong("slip-formula", fails=("check_top_weight_with_scaling", "check_top_weight_in_the_long_run"), replaces="mean_top_weight")
def one_set_of_keys(d_k, n_keys, trials, rng, scale=True):
    """Keeps the keys of the first trial."""
    q = rng.standard_normal((trials, d_k))
    K = rng.standard_normal((n_keys, d_k))
    s = q @ K.T / (math.sqrt(d_k) if scale else 1)
    return softmax_np(s).max(axis=-1).mean()


@wrong("slip-formula", fails=("check_top_weight_with_scaling", "check_top_weight_in_the_long_run"), replaces="mean_top_weight")
def keys_shared_by_all_trials(d_k, n_keys, trials, rng, scale=True):
    """All queries meet the same keys."""
    q = rng.standard_normal((trials, d_k))
    K = rng.standard_normal((n_keys, d_k))
    s = np.einsum("td,nd->tn", q, K) * (d_k**-0.5 if scale else 1)
    return np.mean(np.max(softmax_np(s), axis=1))


# --- chance --------------------------------------------------------------------------------------------------------


@wrong("slip-reading", fails=("check_chance_comes_from_rng_alone",), replaces="dot_stats")
def own_fixed_seed(d_k, n_samples, rng, scale=True):
    """Makes a generator of its own with a fixed seed: every rng gives the same answer."""
    q, k = drawn(d_k, n_samples, np.random.default_rng(0))
    s = (q * k).sum(axis=1) / (math.sqrt(d_k) if scale else 1)
    return s.mean(), s.var()


@wrong("slip-reading", fails=("check_chance_comes_from_rng_alone",), replaces="dot_stats")
def rng_overwritten(d_k, n_samples, rng, scale=True):
    """rng = np.random.default_rng(0) in the first line."""
    rng = np.random.default_rng(0)
    q = rng.standard_normal((n_samples, d_k))
    k = rng.standard_normal((n_samples, d_k))
    s = np.einsum("nd,nd->n", q, k) * (d_k**-0.5 if scale else 1)
    return np.mean(s), np.var(s)


@wrong("slip-reading", fails=("check_chance_comes_from_rng_alone",), replaces="mean_top_weight")
def fresh_chance_every_time(d_k, n_keys, trials, rng, scale=True):
    """A new unseeded generator in every call: the same rng gives another answer each time."""
    s = trial_scores(d_k, n_keys, trials, np.random.default_rng())
    return softmax_np(s / (math.sqrt(d_k) if scale else 1)).max(axis=-1).mean()


@wrong("slip-reading", fails=("check_chance_comes_from_rng_alone",), replaces="mean_top_weight")
def global_random_numbers(d_k, n_keys, trials, rng, scale=True):
    """np.random.randn instead of the rng it was given."""
    q = np.random.randn(trials, 1, d_k)
    s = (q * np.random.randn(trials, n_keys, d_k)).sum(axis=-1)
    return softmax_np(s * (d_k**-0.5 if scale else 1)).max(axis=-1).mean()


# --- the distribution ----------------------------------------------------------------------------------------------


@wrong("slip-reading", fails=("check_entries_are_normal_and_multiplied",), replaces="dot_stats")
def scores_from_theory(d_k, n_samples, rng, scale=True):
    """Draws the scores themselves, with the variance that they should turn out to have."""
    s = rng.standard_normal(n_samples) * (1.0 if scale else math.sqrt(d_k))
    return s.mean(), s.var()


@wrong("slip-reading", fails=("check_entries_are_normal_and_multiplied",), replaces="dot_stats")
def normal_scores(d_k, n_samples, rng, scale=True):
    """rng.normal(0, √d_k): no query, no key."""
    scores = rng.normal(0.0, math.sqrt(d_k), n_samples)
    if scale:
        scores /= math.sqrt(d_k)
    return np.mean(scores), np.var(scores)


@wrong("slip-formula", fails=("check_entries_are_normal_and_multiplied",), replaces="dot_stats")
def uniform_with_variance_one(d_k, n_samples, rng, scale=True):
    """Entries between -√3 and √3: mean 0 and variance 1, but not normal."""
    q, k = (rng.uniform(-math.sqrt(3), math.sqrt(3), (n_samples, d_k)) for _ in range(2))
    s = (q * k).sum(axis=1) / (math.sqrt(d_k) if scale else 1)
    return s.mean(), s.var()


@wrong("slip-formula", fails=("check_entries_are_normal_and_multiplied",), replaces="dot_stats")
def centred_uniform_entries(d_k, n_samples, rng, scale=True):
    """(u - 1/2) · √12, which has variance 1."""
    q = (rng.random((n_samples, d_k)) - 0.5) * math.sqrt(12)
    k = (rng.random((n_samples, d_k)) - 0.5) * math.sqrt(12)
    s = np.einsum("nd,nd->n", q, k) * (d_k**-0.5 if scale else 1.0)
    return np.mean(s), np.var(s)


@wrong("slip-reading", fails=("check_top_weight_in_the_long_run",), replaces="mean_top_weight")
def scores_of_each_key_from_theory(d_k, n_keys, trials, rng, scale=True):
    """Draws each score for itself: the scores of one trial have no query in common."""
    s = rng.standard_normal((trials, n_keys)) * (1 if scale else math.sqrt(d_k))
    return softmax_np(s).max(axis=-1).mean()


@wrong("slip-reading", fails=("check_top_weight_in_the_long_run",), replaces="mean_top_weight")
def normal_scores_for_every_trial(d_k, n_keys, trials, rng, scale=True):
    """rng.normal(0, √d_k) for every key."""
    s = rng.normal(0, d_k**0.5, size=(trials, n_keys))
    return np.mean(np.max(softmax_np(s * d_k**-0.5 if scale else s), axis=1))


@wrong("slip-formula", fails=("check_top_weight_in_the_long_run",), replaces="mean_top_weight")
def a_query_for_every_key(d_k, n_keys, trials, rng, scale=True):
    """Draws a new query for every key, not for every trial."""
    s = (rng.standard_normal((trials, n_keys, d_k)) * rng.standard_normal((trials, n_keys, d_k))).sum(axis=-1)
    return softmax_np(s * (d_k**-0.5 if scale else 1)).max(axis=-1).mean()


@wrong("slip-formula", fails=("check_top_weight_in_the_long_run",), replaces="mean_top_weight")
def no_query_is_kept(d_k, n_keys, trials, rng, scale=True):
    """Makes every score from a fresh pair, as in dot_stats."""
    q, k = rng.standard_normal((2, trials * n_keys, d_k))
    s = np.einsum("nd,nd->n", q, k).reshape(trials, n_keys)
    return np.mean(softmax_np(s / (math.sqrt(d_k) if scale else 1)).max(axis=1))


@wrong("slip-formula", fails=("check_top_weight_in_the_long_run",), replaces="mean_top_weight")
def top_of_uniform_entries(d_k, n_keys, trials, rng, scale=True):
    """Uniform entries with mean 0 and variance 1."""
    q = rng.uniform(-math.sqrt(3), math.sqrt(3), (trials, 1, d_k))
    K = rng.uniform(-math.sqrt(3), math.sqrt(3), (trials, n_keys, d_k))
    s = (q * K).sum(axis=-1) / (math.sqrt(d_k) if scale else 1)
    return softmax_np(s).max(axis=-1).mean()


@wrong("slip-formula", fails=("check_top_weight_in_the_long_run",), replaces="mean_top_weight")
def top_of_centred_uniform_entries(d_k, n_keys, trials, rng, scale=True):
    """(u - 1/2) · √12 for the entries of queries and keys."""
    q = (rng.random((trials, d_k)) - 0.5) * math.sqrt(12)
    K = (rng.random((trials, n_keys, d_k)) - 0.5) * math.sqrt(12)
    s = np.einsum("td,tnd->tn", q, K) * (d_k**-0.5 if scale else 1)
    return np.mean(softmax_np(s).max(axis=1))
