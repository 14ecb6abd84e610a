"""Known wrong ways of it-flips."""

import numpy as np

from grader.checks.variants import wrong


def zeros():
    return {name: np.zeros((7, 7)) for name in ("W_Q1", "W_K1", "W_V1", "W_Q2", "W_K2", "W_V2")}


def wired(beta):
    """The six matrices as they should be, to be spoilt."""
    W, large = zeros(), beta * np.sqrt(7)
    W["W_Q1"][0, 0], W["W_K1"][1, 0] = large, 1
    W["W_V1"][2, 2] = W["W_V1"][3, 3] = 1
    W["W_Q2"][2, 0] = W["W_Q2"][3, 1] = large
    W["W_K2"][4, 0] = W["W_K2"][5, 1] = 1
    W["W_V2"] = np.eye(7)
    return W


@wrong(
    "one-layer-is-enough",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def pronoun_asks_for_nouns(beta=12.0):
    """Lets the pronoun look for any noun, in one layer: half and half in both sentences."""
    W, large = zeros(), beta * np.sqrt(7)
    W["W_Q2"][0, 0] = large
    W["W_K2"][4, 0] = W["W_K2"][5, 0] = 1
    W["W_V2"] = np.eye(7)
    return W


@wrong(
    "one-layer-is-enough",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def pronoun_asks_for_nouns_outer(beta=12.0):
    """Builds one table 'pronoun meets noun' and leaves layer 1 empty."""
    nouns = np.array([0, 0, 0, 0, 1.0, 1.0, 0])
    first = np.eye(7)[0]
    names = ("W_Q1", "W_K1", "W_V1", "W_Q2", "W_K2", "W_V2")
    tables = [np.zeros((7, 7)) for _ in range(3)]
    tables += [np.outer(first, first) * beta * np.sqrt(7), np.outer(nouns, first), np.identity(7)]
    return dict(zip(names, tables))


@wrong(
    "blend-the-keys",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def passes_the_key_on(beta=12.0):
    """Passes the feature on by which the adjective was found, not what it wants: the news is only 'there is an adjective'."""
    W = wired(beta)
    W["W_V1"] = np.zeros((7, 7))
    W["W_V1"][1, 1] = 1
    return W


@wrong(
    "blend-the-keys",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def passes_the_key_on_diagonal(beta=12.0):
    """A value matrix that copies the adj feature alone."""
    W = wired(beta)
    W["W_V1"] = np.diag([0.0, 1, 0, 0, 0, 0, 0])
    return {**W}


@wrong(
    "blend-the-keys",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def looks_and_takes_nothing(beta=12.0):
    """Finds the adjective and leaves W_V1 empty, as if matching alone carried something."""
    W = wired(beta)
    W["W_V1"] *= 0
    return W


@wrong(
    "blend-the-keys",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def looks_and_takes_nothing_zeros(beta=12.0):
    """Builds queries and keys only."""
    good, W = wired(beta), zeros()
    for name in ("W_Q1", "W_K1", "W_Q2", "W_K2", "W_V2"):
        W[name] = good[name]
    return W


@wrong(
    "scores-symmetric",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def asker_and_asked_exchanged(beta=12.0):
    """Lets the adjective ask and the pronoun answer: 'it' learns nothing."""
    W = wired(beta)
    W["W_Q1"], W["W_K1"] = W["W_K1"], W["W_Q1"]
    return W


@wrong(
    "scores-symmetric",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def asker_and_asked_exchanged_by_hand(beta=12.0):
    """Writes the query of layer 1 for the adjective and the key for the pronoun."""
    W = wired(beta)
    for name, row, number in (("W_Q1", 1, 1.0), ("W_K1", 0, beta * np.sqrt(7))):
        W[name] = np.zeros((7, 7))
        W[name][row, 0] = number
    return W


@wrong(
    "sharper-is-better",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def direction_without_size(beta=12.0):
    """The right directions with ones only: the softmax is almost flat."""
    return wired(1 / np.sqrt(7))


@wrong(
    "sharper-is-better",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def direction_without_size_ones(beta=12.0):
    """Marks every connection with a 1 and leaves beta out."""
    W = zeros()
    for name, row, column in (
        ("W_Q1", 0, 0),
        ("W_K1", 1, 0),
        ("W_V1", 2, 2),
        ("W_V1", 3, 3),
        ("W_Q2", 2, 0),
        ("W_Q2", 3, 1),
        ("W_K2", 4, 0),
        ("W_K2", 5, 1),
    ):
        W[name][row, column] = 1.0
    W["W_V2"] = np.identity(7)
    return W


@wrong("sharper-is-better", fails=("check_it_flips_in_long_sentences",), replaces="build_flip_weights")
def sharp_enough_for_the_lesson(beta=12.0):
    """Sharp enough for eleven words, and a blur over sixty."""
    return wired(min(beta / 12 * 5.0, 5.5))


@wrong("sharper-is-better", fails=("check_any_large_beta_will_do",), replaces="build_flip_weights")
def takes_beta_for_a_temperature(beta=12.0):
    """Divides by beta: the larger it is, the flatter the weights."""
    return wired(144.0 / beta)


@wrong(
    "slip-formula",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def wants_crossed(beta=12.0):
    """Wires tired to the street and wide to the animal."""
    W = wired(beta)
    W["W_K2"] = W["W_K2"][:, [1, 0, 2, 3, 4, 5, 6]]
    return W


@wrong(
    "slip-formula",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def one_slot_for_both_wants(beta=12.0):
    """Lets both wants ask in the same slot: every noun answers."""
    W = wired(beta)
    W["W_Q2"][3] = W["W_Q2"][2]
    W["W_K2"][5] = W["W_K2"][4]
    return W


@wrong("slip-shapes", fails=("check_six_square_matrices",), replaces="build_flip_weights")
def only_the_slots_in_use(beta=12.0):
    """Returns queries and keys with two columns instead of seven."""
    return {name: W if "V" in name else W[:, :2].copy() for name, W in wired(beta).items()}


@wrong("slip-dtype", fails=("check_six_square_matrices",), replaces="build_flip_weights")
def whole_numbers_only(beta=12.0):
    """Builds matrices of whole numbers."""
    return {name: np.round(W).astype(int) for name, W in wired(beta).items()}


STORE = {}


@wrong("slip-mutates-input", fails=("check_second_call_gives_the_same",), replaces="build_flip_weights")
def adds_to_shared_matrices(beta=12.0):
    """Keeps one set of matrices for all calls and adds to it each time."""
    if not STORE:
        STORE.update(zeros())
    for name, W in wired(beta).items():
        STORE[name] = STORE[name] + W
    return dict(STORE)


@wrong("slip-mutates-input", fails=("check_second_call_gives_the_same",), replaces="build_flip_weights")
def writes_into_the_same_matrices(beta=12.0):
    """Has one set of matrices, and writes every answer into it: the weights of an earlier call change."""
    if not STORE:
        STORE.update(zeros())
    for name, W in wired(beta).items():
        STORE[name][:] = W
    return STORE


@wrong("slip-mutates-input", fails=("check_second_call_gives_the_same",), replaces="build_flip_weights")
def remembers_what_it_made(beta=12.0):
    """Keeps the matrices of each beta, and hands the very same ones out again."""
    if beta not in STORE:
        STORE[beta] = wired(beta)
    return STORE[beta]


FIRST = []


@wrong("slip-mutates-input", fails=("check_second_call_gives_the_same",), replaces="build_flip_weights")
def doubles_every_time(beta=12.0):
    """Sharpens a stored table with every call."""
    FIRST.append(beta)
    return {name: sum((wired(b)[name] for b in FIRST), np.zeros((7, 7))) for name in zeros()}


@wrong(
    "slip-order",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def layers_exchanged(beta=12.0):
    """Looks for the noun in layer 1 and for the adjective in layer 2."""
    W = wired(beta)
    return {f"W_{letter}{layer}": W[f"W_{letter}{3 - layer}"] for letter in "QKV" for layer in (1, 2)}


@wrong("slip-formula", fails=("check_it_flips",), replaces="build_flip_weights")
def default_too_small(beta=1.0):
    """Takes 1 when no beta is given."""
    return wired(beta)


def by_hand(beta, ask=(2, 3), answer=(4, 5), slots=(0, 1), size=None):
    """The matrices as a list of connections, to be spoilt."""
    large = (beta if size is None else size) * 7**0.5
    cells = {
        "W_Q1": [(0, 0, large)],
        "W_K1": [(1, 0, 1.0)],
        "W_V1": [(2, 2, 1.0), (3, 3, 1.0)],
        "W_Q2": [(row, slot, large) for row, slot in zip(ask, slots)],
        "W_K2": [(row, slot, 1.0) for row, slot in zip(answer, slots)],
        "W_V2": [(i, i, 1.0) for i in range(7)],
    }
    out = {}
    for name, places in cells.items():
        out[name] = np.zeros((7, 7))
        for row, column, number in places:
            out[name][row, column] = number
    return out


@wrong("sharper-is-better", fails=("check_it_flips_in_long_sentences",), replaces="build_flip_weights")
def sharp_enough_for_the_lesson_by_hand(beta=12.0):
    """Has tried eleven words only."""
    return by_hand(beta, size=5.5 if beta * 5 / 12 > 5.5 else beta * 5 / 12)


@wrong("sharper-is-better", fails=("check_any_large_beta_will_do",), replaces="build_flip_weights")
def takes_beta_for_a_temperature_by_hand(beta=12.0):
    """Cools down with a small beta and heats up with a large one."""
    return by_hand(beta, size=12 * (12 / beta))


@wrong(
    "slip-formula",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def wants_crossed_by_hand(beta=12.0):
    """Lets surfaces answer to wants_animate."""
    return by_hand(beta, answer=(5, 4))


@wrong(
    "slip-formula",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def one_slot_for_both_wants_by_hand(beta=12.0):
    """Has a single slot for two questions."""
    return by_hand(beta, slots=(0, 0))


@wrong("slip-shapes", fails=("check_six_square_matrices",), replaces="build_flip_weights")
def only_the_slots_in_use_by_hand(beta=12.0):
    """Leaves empty columns out."""
    W = by_hand(beta)
    for name in ("W_Q1", "W_K1", "W_Q2", "W_K2"):
        W[name] = np.delete(W[name], range(2, 7), axis=1)
    return W


@wrong("slip-dtype", fails=("check_six_square_matrices",), replaces="build_flip_weights")
def whole_numbers_only_by_hand(beta=12.0):
    """Forgets that np.array makes whole numbers of whole numbers."""
    return {name: np.array([[int(round(x)) for x in row] for row in W]) for name, W in by_hand(beta).items()}


@wrong(
    "slip-order",
    fails=("check_it_flips", "check_it_flips_in_long_sentences", "check_any_large_beta_will_do"),
    replaces="build_flip_weights",
)
def layers_exchanged_by_hand(beta=12.0):
    """Numbers the layers the wrong way round."""
    W = by_hand(beta)
    for letter in "QKV":
        W[f"W_{letter}1"], W[f"W_{letter}2"] = W[f"W_{letter}2"], W[f"W_{letter}1"]
    return W


@wrong("slip-formula", fails=("check_it_flips",), replaces="build_flip_weights")
def default_too_small_by_hand(beta=None):
    """Leaves the size out when no beta is given."""
    return by_hand(1.0 if beta is None else beta)
