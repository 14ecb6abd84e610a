"""Known wrong ways of head-surgery."""

import math

import numpy as np

from grader.checks.variants import wrong


def parts(vocab, n_max):
    d = vocab + n_max
    W_V = np.zeros((d, vocab))
    W_V[:vocab] = np.eye(vocab)
    return np.zeros((d, n_max)), np.zeros((d, n_max)), W_V


@wrong(
    "slip-formula",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def looks_at_the_next_token(vocab, n_max, sharpness=20.0):
    """Position p asks for p + 1, which the mask hides."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    for p in range(n_max):
        W_K[vocab + p, p] = 1
        if p + 1 < n_max:
            W_Q[vocab + p, p + 1] = sharpness * math.sqrt(n_max)
    return W_Q, W_K, W_V


@wrong(
    "slip-formula",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def shifted_the_other_way(vocab, n_max, sharpness=20.0):
    """np.eye with the offset on the wrong side."""
    top = np.zeros((vocab, n_max))
    W_Q = np.vstack([top, sharpness * n_max**0.5 * np.eye(n_max, k=1)])
    return W_Q, np.vstack([top, np.eye(n_max)]), np.eye(vocab + n_max, vocab)


@wrong(
    "scores-symmetric",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def query_and_key_swapped(vocab, n_max, sharpness=20.0):
    """Returns the matrices in the order key, query: the previous position asks, this one answers."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab + 1 :, :-1] = np.eye(n_max - 1) * sharpness * math.sqrt(n_max)
    return W_K, W_Q, W_V


@wrong(
    "scores-symmetric",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def keys_ask_for_the_next(vocab, n_max, sharpness=20.0):
    """Shifts the keys instead of the queries, in the same direction."""
    top = np.zeros((vocab, n_max))
    W_Q = np.vstack([top, np.eye(n_max)])
    W_K = np.vstack([top, np.eye(n_max, k=-1) * (sharpness * math.sqrt(n_max))])
    return W_Q, W_K, np.vstack([np.eye(vocab), np.zeros((n_max, vocab))])


@wrong(
    "self-means-own-token",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def looks_at_itself(vocab, n_max, sharpness=20.0):
    """Position p asks for p."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab:] = sharpness * math.sqrt(n_max) * np.eye(n_max)
    return W_Q, W_K, W_V


@wrong(
    "self-means-own-token",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def no_shift_at_all(vocab, n_max, sharpness=20.0):
    """The same matrix for queries and keys, up to a factor."""
    W_K = np.vstack([np.zeros((vocab, n_max)), np.identity(n_max)])
    W_Q = W_K * sharpness * n_max**0.5
    return W_Q, W_K, np.eye(vocab + n_max, vocab)


@wrong(
    "scale-by-dk",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def sharpness_without_the_root(vocab, n_max, sharpness=20.0):
    """Forgets that the scores will be divided by √d_k."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab:] = sharpness * np.eye(n_max, k=-1)
    return W_Q, W_K, W_V


@wrong(
    "scale-by-dk",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def plain_sharpness(vocab, n_max, sharpness=20.0):
    """Writes the sharpness itself into the matrix."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    for p in range(1, n_max):
        W_Q[vocab + p, p - 1] = sharpness
    for p in range(n_max):
        W_K[vocab + p, p] = 1
    return W_Q, W_K, W_V


@wrong(
    "scale-by-dk",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def sharpness_times_dk(vocab, n_max, sharpness=20.0):
    """Multiplies by d_k in place of its root."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab:] = sharpness * n_max * np.eye(n_max, k=-1)
    return W_Q, W_K, W_V


@wrong(
    "scale-by-dk",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def multiplied_by_the_root_twice(vocab, n_max, sharpness=20.0):
    """Makes up for the division in the sharpness and once more in the matrix."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    wanted_score = sharpness * math.sqrt(n_max)
    for p in range(n_max):
        W_K[vocab + p, p] = 1
        if p:
            W_Q[vocab + p, p - 1] = wanted_score * math.sqrt(n_max)
    return W_Q, W_K, W_V


@wrong(
    "scale-wrong-dimension",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def root_of_d(vocab, n_max, sharpness=20.0):
    """Takes the width of x for d_k."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab:] = sharpness * math.sqrt(vocab + n_max) * np.eye(n_max, k=-1)
    return W_Q, W_K, W_V


@wrong(
    "scale-wrong-dimension",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def root_of_the_rows_of_wq(vocab, n_max, sharpness=20.0):
    """Takes the rows of W_Q for its columns."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    for p in range(n_max):
        W_K[vocab + p, p] = 1
        if p > 0:
            W_Q[vocab + p, p - 1] = sharpness * len(W_Q) ** 0.5
    return W_Q, W_K, W_V


@wrong(
    "attention-knows-order",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def looks_at_equal_words(vocab, n_max, sharpness=20.0):
    """Compares words and trusts that the order comes by itself."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    for w in range(min(vocab, n_max)):
        W_Q[w, w] = sharpness * math.sqrt(n_max)
        W_K[w, w] = 1
    return W_Q, W_K, W_V


@wrong(
    "attention-knows-order",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def reads_the_words_not_the_positions(vocab, n_max, sharpness=20.0):
    """Builds queries and keys from the words alone."""
    W_K = np.vstack([np.eye(vocab, n_max), np.zeros((n_max, n_max))])
    return sharpness * n_max**0.5 * W_K, W_K, np.eye(vocab + n_max, vocab)


@wrong("blend-the-keys", fails=("check_previous_word_is_passed_on",), replaces="previous_token_head")
def passes_the_position_on(vocab, n_max, sharpness=20.0):
    """The value reads the position part."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab:] = sharpness * math.sqrt(n_max) * np.eye(n_max, k=-1)
    W_V = np.zeros_like(W_V)
    for p in range(min(n_max, vocab)):
        W_V[vocab + p, p] = 1
    return W_Q, W_K, W_V


@wrong("blend-the-keys", fails=("check_previous_word_is_passed_on",), replaces="previous_token_head")
def key_as_value(vocab, n_max, sharpness=20.0):
    """Cuts the value matrix out of the key matrix."""
    W_Q, W_K, _ = parts(vocab, n_max)
    for p in range(n_max):
        W_K[vocab + p, p] = 1
        if p:
            W_Q[vocab + p, p - 1] = sharpness * math.sqrt(n_max)
    W_V = np.zeros((vocab + n_max, vocab))
    width = min(vocab, n_max)
    W_V[:, :width] = W_K[:, :width]
    return W_Q, W_K, W_V


@wrong("sharper-is-better", fails=("check_previous_token_head_obeys_sharpness",), replaces="previous_token_head")
def always_very_sharp(vocab, n_max, sharpness=20.0):
    """Ignores the sharpness asked for and takes 20 at least."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab:] = max(20.0, sharpness) * math.sqrt(n_max) * np.eye(n_max, k=-1)
    return W_Q, W_K, W_V


@wrong("sharper-is-better", fails=("check_previous_token_head_obeys_sharpness",), replaces="previous_token_head")
def fixed_sharpness(vocab, n_max, sharpness=20.0):
    """Writes 20 into the matrix."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    for p in range(n_max):
        W_K[vocab + p, p] = 1
        if p > 0:
            W_Q[vocab + p, p - 1] = 20 * n_max**0.5
    return W_Q, W_K, W_V


@wrong(
    "slip-off-by-one",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def two_positions_back(vocab, n_max, sharpness=20.0):
    """Looks two positions back."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab:] = sharpness * math.sqrt(n_max) * np.eye(n_max, k=-2)
    return W_Q, W_K, W_V


@wrong("slip-formula", fails=("check_previous_token_gets_the_weight",), replaces="previous_token_head")
def mild_by_default(vocab, n_max, sharpness=1.0):
    """Takes a sharpness of 1 when none is given."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    W_K[vocab:] = np.eye(n_max)
    W_Q[vocab:] = sharpness * math.sqrt(n_max) * np.eye(n_max, k=-1)
    return W_Q, W_K, W_V


@wrong("slip-formula", fails=("check_pronouns_look_at_nouns",), replaces="pronoun_head")
def pronoun_mild_by_default(is_pronoun, is_noun, sharpness=1.0):
    """Takes a sharpness of 1 when none is given."""
    return sharpness * np.array(is_pronoun, float)[:, None], np.array(is_noun, float)[:, None], np.eye(len(is_noun))


@wrong(
    "scores-symmetric",
    fails=("check_pronouns_look_at_nouns", "check_the_others_spread_evenly", "check_pronoun_head_obeys_sharpness"),
    replaces="pronoun_head",
)
def nouns_ask_for_pronouns(is_pronoun, is_noun, sharpness=20.0):
    """Nouns hold the queries and pronouns the keys."""
    W_Q = sharpness * np.array(is_noun, float)[:, None]
    return W_Q, np.array(is_pronoun, float)[:, None], np.eye(len(is_noun))


@wrong(
    "scores-symmetric",
    fails=("check_pronouns_look_at_nouns", "check_the_others_spread_evenly", "check_pronoun_head_obeys_sharpness"),
    replaces="pronoun_head",
)
def pronouns_are_found_by_nouns(is_pronoun, is_noun, sharpness=20.0):
    """Swaps who asks and who answers."""
    n = len(is_noun)
    W_Q, W_K = np.zeros((n, 1)), np.zeros((n, 1))
    for w in range(n):
        W_K[w, 0] = is_pronoun[w]
        W_Q[w, 0] = is_noun[w] * sharpness
    return W_Q, W_K, np.identity(n)


@wrong(
    "attention-is-similarity",
    fails=("check_pronouns_look_at_nouns", "check_the_others_spread_evenly", "check_pronoun_head_obeys_sharpness"),
    replaces="pronoun_head",
)
def pronouns_look_at_pronouns(is_pronoun, is_noun, sharpness=20.0):
    """Uses the same feature for query and key."""
    column = np.array(is_pronoun, float)[:, None]
    return sharpness * column, column, np.eye(len(is_noun))


@wrong(
    "attention-is-similarity",
    fails=("check_pronouns_look_at_nouns", "check_the_others_spread_evenly", "check_pronoun_head_obeys_sharpness"),
    replaces="pronoun_head",
)
def equal_words_attract(is_pronoun, is_noun, sharpness=20.0):
    """Gives a pronoun a key like its query."""
    W_K = np.zeros((len(is_pronoun), 1))
    W_K[np.array(is_pronoun) == 1] = 1.0
    return W_K * sharpness, W_K, np.eye(len(is_pronoun))


@wrong("slip-formula", fails=("check_the_others_spread_evenly",), replaces="pronoun_head")
def everybody_looks_at_nouns(is_pronoun, is_noun, sharpness=20.0):
    """All words ask for nouns."""
    return np.full((len(is_noun), 1), sharpness), np.array(is_noun, float)[:, None], np.eye(len(is_noun))


@wrong("slip-formula", fails=("check_the_others_spread_evenly",), replaces="pronoun_head")
def others_avoid_nouns(is_pronoun, is_noun, sharpness=20.0):
    """Gives all other words a negative query, to keep them away."""
    W_Q = np.where(np.array(is_pronoun) == 1, sharpness, -sharpness)[:, None]
    return W_Q, np.array(is_noun, float)[:, None], np.eye(len(is_noun))


@wrong("sharper-is-better", fails=("check_pronoun_head_obeys_sharpness",), replaces="pronoun_head")
def pronoun_always_sharp(is_pronoun, is_noun, sharpness=20.0):
    """Writes 20 for any sharpness."""
    return 20.0 * np.array(is_pronoun)[:, None], np.array(is_noun, float)[:, None], np.eye(len(is_noun))


@wrong("sharper-is-better", fails=("check_pronoun_head_obeys_sharpness",), replaces="pronoun_head")
def never_below_twenty(is_pronoun, is_noun, sharpness=20.0):
    """Raises the sharpness to at least 20."""
    W_Q = [[max(sharpness, 20.0) if p else 0.0] for p in is_pronoun]
    return np.array(W_Q), np.array([[float(noun)] for noun in is_noun]), np.identity(len(is_noun))


@wrong("scale-wrong-dimension", fails=("check_pronouns_look_at_nouns", "check_pronoun_head_obeys_sharpness"), replaces="pronoun_head")
def root_of_the_vocabulary(is_pronoun, is_noun, sharpness=20.0):
    """Makes up for a division by √vocab that does not happen: d_k is 1."""
    W_Q = sharpness * math.sqrt(len(is_noun)) * np.array(is_pronoun, float)[:, None]
    return W_Q, np.array(is_noun, float)[:, None], np.eye(len(is_noun))


@wrong("scale-wrong-dimension", fails=("check_pronouns_look_at_nouns", "check_pronoun_head_obeys_sharpness"), replaces="pronoun_head")
def scaled_with_the_width_of_x(is_pronoun, is_noun, sharpness=20.0):
    """Takes the width of x for d_k."""
    n = len(is_pronoun)
    W_Q, W_K = np.zeros((n, 1)), np.zeros((n, 1))
    for w in range(n):
        if is_pronoun[w]:
            W_Q[w, 0] = sharpness * n**0.5
        if is_noun[w]:
            W_K[w, 0] = 1.0
    return W_Q, W_K, np.eye(n)


@wrong("blend-the-keys", fails=("check_pronoun_head_passes_words_on",), replaces="pronoun_head")
def only_nouns_pass_something_on(is_pronoun, is_noun, sharpness=20.0):
    """The value of a word is its key, spread over its own place."""
    W_Q = sharpness * np.array(is_pronoun, float)[:, None]
    return W_Q, np.array(is_noun, float)[:, None], np.diag(np.array(is_noun, float))


@wrong("blend-the-keys", fails=("check_pronoun_head_passes_words_on",), replaces="pronoun_head")
def keys_as_values(is_pronoun, is_noun, sharpness=20.0):
    """Multiplies the words by the key column."""
    W_K = np.reshape(is_noun, (-1, 1)).astype(float)
    return sharpness * np.reshape(is_pronoun, (-1, 1)), W_K, np.eye(len(is_noun)) * W_K


@wrong(
    "slip-shapes",
    fails=(
        "check_pronouns_look_at_nouns",
        "check_the_others_spread_evenly",
        "check_pronoun_head_obeys_sharpness",
        "check_pronoun_head_passes_words_on",
    ),
    replaces="pronoun_head",
)
def flat_vectors(is_pronoun, is_noun, sharpness=20.0):
    """Returns vectors in place of columns."""
    return sharpness * np.array(is_pronoun, float), np.array(is_noun, float), np.eye(len(is_noun))


@wrong(
    "slip-off-by-one",
    fails=("check_previous_token_gets_the_weight", "check_previous_token_head_obeys_sharpness"),
    replaces="previous_token_head",
)
def asks_for_p_minus_two(vocab, n_max, sharpness=20.0):
    """Position p asks for p - 2."""
    W_Q, W_K, W_V = parts(vocab, n_max)
    for p in range(n_max):
        W_K[vocab + p, p] = 1
        if p > 1:
            W_Q[vocab + p, p - 2] = sharpness * math.sqrt(n_max)
    return W_Q, W_K, W_V


@wrong("slip-formula", fails=("check_previous_token_gets_the_weight",), replaces="previous_token_head")
def sharpness_one_unless_given(vocab, n_max, sharpness=None):
    """Treats a missing sharpness as 1."""
    factor = (sharpness or 1.0) * math.sqrt(n_max)
    W_Q, W_K, W_V = parts(vocab, n_max)
    for p in range(n_max):
        W_K[vocab + p, p] = 1
        if p > 0:
            W_Q[vocab + p, p - 1] = factor
    return W_Q, W_K, W_V


@wrong("slip-formula", fails=("check_pronouns_look_at_nouns",), replaces="pronoun_head")
def pronoun_sharpness_one_unless_given(is_pronoun, is_noun, sharpness=None):
    """Treats a missing sharpness as 1."""
    n = len(is_noun)
    W_Q, W_K = np.zeros((n, 1)), np.zeros((n, 1))
    for w in range(n):
        W_Q[w, 0] = (sharpness or 1.0) * is_pronoun[w]
        W_K[w, 0] = is_noun[w]
    return W_Q, W_K, np.identity(n)


@wrong("slip-formula", fails=("check_the_others_spread_evenly",), replaces="pronoun_head")
def no_matter_who_asks(is_pronoun, is_noun, sharpness=20.0):
    """Never looks at is_pronoun."""
    n = len(is_noun)
    return np.ones((n, 1)) * sharpness, np.reshape(is_noun, (n, 1)).astype(float), np.identity(n)


@wrong("slip-formula", fails=("check_the_others_spread_evenly",), replaces="pronoun_head")
def the_rest_turned_away(is_pronoun, is_noun, sharpness=20.0):
    """Writes -sharpness for words that are no pronouns."""
    W_Q = np.array([[sharpness] if p else [-sharpness] for p in is_pronoun])
    return W_Q, np.array([[float(noun)] for noun in is_noun]), np.identity(len(is_noun))


@wrong(
    "slip-shapes",
    fails=(
        "check_pronouns_look_at_nouns",
        "check_the_others_spread_evenly",
        "check_pronoun_head_obeys_sharpness",
        "check_pronoun_head_passes_words_on",
    ),
    replaces="pronoun_head",
)
def rows_for_columns(is_pronoun, is_noun, sharpness=20.0):
    """Leaves the axis of length 1 away."""
    return np.multiply(sharpness, is_pronoun, dtype=float), np.asarray(is_noun, dtype=float), np.identity(len(is_noun))
