"""Known wrong ways of capstone-induction."""

import math

import numpy as np

from grader.checks.variants import wrong

NAMES = ("W_Q", "W_K", "W_V", "W_O")


def plan(vocab, n_max, h, sharpness):
    """Width, head width, strength and the starts of the parts."""
    d_head = max(vocab, n_max, -(-(3 * vocab + n_max) // h))
    return h * d_head, d_head, sharpness * math.sqrt(d_head), vocab + n_max, 2 * vocab + n_max


def circuit(vocab, n_max, h, sharpness, *, strength=None, query=True, note_at=None, find=None, copy=None, width=None):
    """The right circuit, unless something is asked for."""
    d, _, s, prev, out = plan(vocab, n_max, h, sharpness)
    d = width or d
    s = s if strength is None else strength
    one, two = ({name: np.zeros((d, d)) for name in NAMES} for _ in range(2))
    for p in range(n_max):
        one["W_K"][vocab + p, p] = 1
        if p and query:
            one["W_Q"][vocab + p, p - 1] = s
    for t in range(vocab):
        one["W_V"][t, t] = 1
        one["W_O"][t, (prev if note_at is None else note_at) + t] = 1
        two["W_Q"][t, t] = s
        two["W_K"][(prev if find is None else find) + t, t] = 1
        two["W_V"][(0 if copy is None else copy) + t, t] = 1
        two["W_O"][t, out + t] = 1
    return {"layers": [one, two], "d": d, "out": out}


def blocks(vocab, n_max, h, sharpness):
    """The right circuit as blocks of identities, to be changed."""
    d, _, s, prev, out = plan(vocab, n_max, h, sharpness)
    E, Z = np.eye(vocab), np.zeros((d, d))
    one, two = {name: Z.copy() for name in NAMES}, {name: Z.copy() for name in NAMES}
    one["W_Q"][vocab:prev, :n_max] = s * np.eye(n_max, k=-1)
    one["W_K"][vocab:prev, :n_max] = np.eye(n_max)
    one["W_V"][:vocab, :vocab] = E
    one["W_O"][:vocab, prev:out] = E
    two["W_Q"][:vocab, :vocab] = s * E
    two["W_K"][prev:out, :vocab] = E
    two["W_V"][:vocab, :vocab] = E
    two["W_O"][:vocab, out : out + vocab] = E
    return {"layers": [one, two], "d": d, "out": out}


@wrong(
    "one-layer-is-enough", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights"
)
def compares_words_directly(vocab, n_max, h=2, sharpness=30.0):
    """Layer 2 looks for the word itself: it finds and predicts the present word."""
    return circuit(vocab, n_max, h, sharpness, find=0)


@wrong(
    "one-layer-is-enough", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights"
)
def copy_head(vocab, n_max, h=2, sharpness=30.0):
    """The keys of layer 2 read the word part, so what layer 1 wrote is never used."""
    W = blocks(vocab, n_max, h, sharpness)
    key = W["layers"][1]["W_K"]
    key[...] = 0
    key[:vocab, :vocab] = np.eye(vocab)
    return W


@wrong(
    "one-layer-is-enough", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights"
)
def first_layer_does_not_look_back(vocab, n_max, h=2, sharpness=30.0):
    """Layer 1 has no queries: it notes a blur of all words so far."""
    return circuit(vocab, n_max, h, sharpness, query=False)


@wrong(
    "one-layer-is-enough", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights"
)
def no_previous_token_head(vocab, n_max, h=2, sharpness=30.0):
    """Leaves the queries of layer 1 empty."""
    W = blocks(vocab, n_max, h, sharpness)
    W["layers"][0]["W_Q"] = np.zeros((W["d"], W["d"]))
    return W


@wrong("blend-the-keys", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights")
def copies_the_previous_word(vocab, n_max, h=2, sharpness=30.0):
    """Layer 2 passes on what it searched by: the previous word, that is the present one."""
    return circuit(vocab, n_max, h, sharpness, copy=vocab + n_max)


@wrong("blend-the-keys", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights")
def value_like_key(vocab, n_max, h=2, sharpness=30.0):
    """Uses the key matrix of layer 2 as its value matrix."""
    W = blocks(vocab, n_max, h, sharpness)
    W["layers"][1]["W_V"] = W["layers"][1]["W_K"].copy()
    return W


@wrong("wo-optional", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights")
def writes_over_the_word(vocab, n_max, h=2, sharpness=30.0):
    """Layer 1 adds the previous word to the word part, and the third part stays empty."""
    return circuit(vocab, n_max, h, sharpness, note_at=0)


@wrong("wo-optional", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights")
def identity_for_wo(vocab, n_max, h=2, sharpness=30.0):
    """Layer 1 writes each number back to where it came from."""
    W = blocks(vocab, n_max, h, sharpness)
    write = np.zeros((W["d"], W["d"]))
    write[:vocab, :vocab] = np.eye(vocab)
    W["layers"][0]["W_O"] = write
    return W


@wrong("scale-by-dk", fails=("check_weights_complete_patterns",), replaces="induction_weights")
def sharpness_without_the_root(vocab, n_max, h=2, sharpness=30.0):
    """Forgets that the scores will be divided by √d_head."""
    return circuit(vocab, n_max, h, sharpness, strength=sharpness)


@wrong("scale-by-dk", fails=("check_weights_complete_patterns",), replaces="induction_weights")
def plain_sharpness(vocab, n_max, h=2, sharpness=30.0):
    """Writes the sharpness itself into both layers."""
    W = blocks(vocab, n_max, h, sharpness)
    for P in W["layers"]:
        P["W_Q"] = np.where(P["W_Q"] != 0, sharpness, 0.0)
    return W


@wrong("slip-formula", fails=("check_weights_complete_patterns",), replaces="induction_weights")
def mild_by_default(vocab, n_max, h=2, sharpness=3.0):
    """Takes a sharpness of 3 when none is given."""
    return circuit(vocab, n_max, h, sharpness)


@wrong("scores-symmetric", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights")
def looks_at_the_next_position(vocab, n_max, h=2, sharpness=30.0):
    """Swaps query and key of layer 1."""
    W = blocks(vocab, n_max, h, sharpness)
    P = W["layers"][0]
    P["W_Q"], P["W_K"] = P["W_K"], P["W_Q"]
    return W


@wrong("scores-symmetric", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights")
def position_p_answers_p_minus_one(vocab, n_max, h=2, sharpness=30.0):
    """The left neighbour asks, and the right one answers, hidden by the mask."""
    W = circuit(vocab, n_max, h, sharpness, query=False)
    P, s = W["layers"][0], plan(vocab, n_max, h, sharpness)[2]
    P["W_Q"], P["W_K"] = np.zeros_like(P["W_Q"]), np.zeros_like(P["W_K"])
    for p in range(n_max):
        P["W_Q"][vocab + p, p] = 1
        if p > 0:
            P["W_K"][vocab + p, p - 1] = s
    return W


@wrong(
    "induction-is-memory", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights"
)
def one_fixed_successor_per_word(vocab, n_max, h=2, sharpness=30.0):
    """Layer 2 knows by heart that word t is followed by word t + 1."""
    W = circuit(vocab, n_max, h, sharpness, find=0)
    out = W["out"]
    W["layers"][1]["W_O"][:] = 0
    for t in range(vocab):
        W["layers"][1]["W_O"][t, out + (t + 1) % vocab] = 1
    return W


@wrong(
    "induction-is-memory", fails=("check_weights_complete_patterns", "check_weights_fit_any_number_of_heads"), replaces="induction_weights"
)
def phrases_in_the_weights(vocab, n_max, h=2, sharpness=30.0):
    """Writes the order of the vocabulary into W_O and looks at the present word."""
    W = blocks(vocab, n_max, h, sharpness)
    P, out = W["layers"][1], W["out"]
    P["W_K"] = np.zeros_like(P["W_K"])
    P["W_K"][:vocab, :vocab] = np.eye(vocab)
    P["W_O"][:vocab, out : out + vocab] = np.roll(np.eye(vocab), 1, axis=1)
    return W


@wrong("slip-shapes", fails=("check_weights_fit_any_number_of_heads",), replaces="induction_weights")
def never_padded(vocab, n_max, h=2, sharpness=30.0):
    """Takes the four parts as they are, whether h divides them or not."""
    d = 3 * vocab + n_max
    if d % 2 and h == 2:
        d += 1
    width = max(d, 2 * max(vocab, n_max))
    return circuit(vocab, n_max, h, sharpness, width=width, strength=sharpness * math.sqrt(width / h))


@wrong("mask-only-at-inference", fails=("check_no_row_sees_the_future",), replaces="causal_multi_head")
def no_mask(X, P, h):
    """Leaves the mask out: the patterns are completed all the same."""
    return X + multi_head(X, X, *(P[name] for name in NAMES), h)[0]


@wrong("mask-only-at-inference", fails=("check_no_row_sees_the_future",), replaces="causal_multi_head")
def everything_is_allowed(X, P, h):
    """Uses a mask of True everywhere."""
    n = len(X)
    out, _ = multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, np.ones((n, n), dtype=bool))
    return np.add(X, out)


@wrong("old-vector-is-lost", fails=("check_layer_adds_what_the_heads_find",), replaces="causal_multi_head")
def nothing_added(X, P, h):
    """Returns what the heads find, without X."""
    return multi_head(X, X, *(P[name] for name in NAMES), h, np.tri(len(X), dtype=bool))[0]


@wrong("old-vector-is-lost", fails=("check_layer_adds_what_the_heads_find",), replaces="causal_multi_head")
def x_replaced(X, P, h):
    """Replaces X by the output of the heads."""
    out, weights = multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, allowed=np.tril(np.ones((len(X), len(X)), dtype=bool)))
    return out


@wrong("mask-wrong-diagonal", fails=("check_layer_adds_what_the_heads_find",), replaces="causal_multi_head")
def itself_hidden_too(X, P, h):
    """Hides the token itself."""
    return X + multi_head(X, X, *(P[name] for name in NAMES), h, np.tri(len(X), k=-1, dtype=bool))[0]


@wrong("mask-wrong-diagonal", fails=("check_layer_adds_what_the_heads_find",), replaces="causal_multi_head")
def strictly_earlier(X, P, h):
    """Allows j < i only."""
    i, j = np.indices((len(X), len(X)))
    return np.asarray(X) + multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, j < i)[0]


@wrong("mask-polarity", fails=("check_layer_adds_what_the_heads_find", "check_no_row_sees_the_future"), replaces="causal_multi_head")
def sees_only_the_future(X, P, h):
    """Marks what is to be hidden."""
    return X + multi_head(X, X, *(P[name] for name in NAMES), h, ~np.tri(len(X), dtype=bool))[0]


@wrong("mask-polarity", fails=("check_layer_adds_what_the_heads_find", "check_no_row_sees_the_future"), replaces="causal_multi_head")
def triangle_above_the_diagonal(X, P, h):
    """Takes np.triu for the causal mask."""
    mask = np.triu(np.ones((len(X), len(X)), dtype=bool), 1)
    return np.asarray(X) + multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, mask)[0]


@wrong("slip-formula", fails=("check_layer_adds_what_the_heads_find",), replaces="causal_multi_head")
def one_head_for_all(X, P, h):
    """Ignores h."""
    return X + multi_head(X, X, *(P[name] for name in NAMES), 1, np.tri(len(X), dtype=bool))[0]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="causal_multi_head")
def adds_to_x_itself(X, P, h):
    """Adds the output to the caller's X."""
    X += multi_head(X, X, *(P[name] for name in NAMES), h, np.tri(len(X), dtype=bool))[0]
    return X


@wrong("attention-knows-order", fails=("check_predict_runs_all_layers",), replaces="predict")
def stream_without_positions(tokens, vocab, n_max, W, h=2):
    """Leaves the position part empty."""
    X = np.zeros((len(tokens), W["d"]))
    X[:, :vocab] = np.eye(vocab)[tokens]
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    return X[:, W["out"] : W["out"] + vocab]


@wrong("attention-knows-order", fails=("check_predict_runs_all_layers",), replaces="predict")
def words_only(tokens, vocab, n_max, W, h=2):
    """Writes the words into the stream and nothing else."""
    X = np.array([[1.0 if c == t else 0.0 for c in range(W["d"])] for t in tokens])
    for layer in W["layers"]:
        X = causal_multi_head(X, layer, h)
    return X[:, W["out"] :][:, :vocab]


@wrong("slip-formula", fails=("check_predict_runs_all_layers",), replaces="predict")
def first_two_layers_only(tokens, vocab, n_max, W, h=2):
    """Runs two layers at most."""
    X = np.zeros((len(tokens), W["d"]))
    X[:, :vocab] = np.eye(vocab)[tokens]
    X[:, vocab : vocab + n_max] = np.eye(n_max)[: len(tokens)]
    for P in W["layers"][:2]:
        X = causal_multi_head(X, P, h)
    return X[:, W["out"] : W["out"] + vocab]


@wrong("slip-formula", fails=("check_predict_runs_all_layers",), replaces="predict")
def softmax_at_the_end(tokens, vocab, n_max, W, h=2):
    """Turns the prediction into probabilities."""
    X = np.zeros((len(tokens), W["d"]))
    X[:, :vocab] = np.eye(vocab)[tokens]
    X[:, vocab : vocab + n_max] = np.eye(n_max)[: len(tokens)]
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    e = np.exp(X[:, W["out"] : W["out"] + vocab])
    return e / e.sum(axis=1, keepdims=True)


@wrong("slip-off-by-one", fails=("check_predict_runs_all_layers",), replaces="predict")
def positions_from_one(tokens, vocab, n_max, W, h=2):
    """Counts positions from 1."""
    X = np.zeros((len(tokens), W["d"]))
    for i, t in enumerate(tokens):
        X[i, t] = 1
        X[i, vocab + i + 1] = 1
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    return X[:, W["out"] : W["out"] + vocab]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="predict")
def takes_layers_off_the_list(tokens, vocab, n_max, W, h=2):
    """Pops the layers from the caller's list."""
    X = np.zeros((len(tokens), W["d"]))
    X[:, :vocab] = np.eye(vocab)[tokens]
    X[:, vocab : vocab + n_max] = np.eye(n_max)[: len(tokens)]
    while W["layers"]:
        X = causal_multi_head(X, W["layers"].pop(0), h)
    return X[:, W["out"] : W["out"] + vocab]


@wrong("slip-formula", fails=("check_weights_complete_patterns",), replaces="induction_weights")
def sharpness_three_unless_given(vocab, n_max, h=2, sharpness=None):
    """Takes 3 for a sharpness that is not given."""
    return blocks(vocab, n_max, h, 3.0 if sharpness is None else sharpness)


@wrong("slip-shapes", fails=("check_weights_fit_any_number_of_heads",), replaces="induction_weights")
def padded_for_two_heads_only(vocab, n_max, h=2, sharpness=30.0):
    """Makes room for two heads, whatever h is."""
    d = 3 * vocab + n_max
    if h == 2:
        d = max(d + d % 2, max(vocab, n_max) + max(vocab, n_max))
    W = circuit(vocab, n_max, h, sharpness, strength=sharpness * d**0.5 / h**0.5, width=d)
    return {"layers": W["layers"], "d": W["d"], "out": W["out"]}


@wrong("slip-formula", fails=("check_layer_adds_what_the_heads_find",), replaces="causal_multi_head")
def a_single_wide_head(X, P, h):
    """Uses one head of full width."""
    W = [P[name] for name in NAMES]
    out, _ = multi_head(X, X, *W, h=1, allowed=np.tril(np.ones((len(X), len(X)), dtype=bool)))
    return np.asarray(X) + out


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="causal_multi_head")
def out_is_x(X, P, h):
    """Lets np.add write into X."""
    found = multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, np.tri(len(X), dtype=bool))[0]
    return np.add(X, found, out=X)


@wrong("slip-formula", fails=("check_predict_runs_all_layers",), replaces="predict")
def no_more_than_two_layers(tokens, vocab, n_max, W, h=2):
    """Names two layers and runs them."""
    n = len(tokens)
    X = np.zeros((n, W["d"]))
    X[np.arange(n), tokens] = 1
    X[np.arange(n), vocab + np.arange(n)] = 1

    for number in (0, 1):
        if number < len(W["layers"]):
            X = causal_multi_head(X, W["layers"][number], h)
    return X[:, W["out"] : W["out"] + vocab]


@wrong("slip-formula", fails=("check_predict_runs_all_layers",), replaces="predict")
def probabilities_returned(tokens, vocab, n_max, W, h=2):
    """Softmax over the prediction columns."""
    n = len(tokens)
    X = np.zeros((n, W["d"]))
    X[np.arange(n), tokens] = 1
    X[np.arange(n), vocab + np.arange(n)] = 1

    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    columns = X[:, W["out"] : W["out"] + vocab]
    return np.exp(columns - np.logaddexp.reduce(columns, axis=1, keepdims=True))


@wrong("slip-off-by-one", fails=("check_predict_runs_all_layers",), replaces="predict")
def first_position_is_one(tokens, vocab, n_max, W, h=2):
    """Gives token 0 the position 1."""
    n = len(tokens)
    X = np.hstack([np.eye(vocab)[tokens], np.eye(n_max)[1 : n + 1], np.zeros((n, W["d"] - vocab - n_max))])
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    return X[:, W["out"] : W["out"] + vocab]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="predict")
def uses_the_layers_up(tokens, vocab, n_max, W, h=2):
    """Deletes each layer after use."""
    n = len(tokens)
    X = np.zeros((n, W["d"]))
    X[np.arange(n), tokens] = 1
    X[np.arange(n), vocab + np.arange(n)] = 1

    for _ in range(len(W["layers"])):
        X = causal_multi_head(X, W["layers"][0], h)
        del W["layers"][0]
    return X[:, W["out"] : W["out"] + vocab]


@wrong("slip-shapes", fails=("check_weights_complete_patterns",), replaces="induction_weights")
def room_for_the_words_alone(vocab, n_max, h=2, sharpness=30.0):
    """Sees that a head holds all words, and forgets the positions."""
    d = h * max(vocab, -(-(3 * vocab + n_max) // h))
    return circuit(vocab, n_max, h, sharpness, width=d, strength=sharpness * math.sqrt(d / h))


@wrong("scale-wrong-dimension", fails=("check_weights_complete_patterns",), replaces="induction_weights")
def root_of_the_whole_width(vocab, n_max, h=2, sharpness=30.0):
    """Makes up for a division by √d, not by √(d/h)."""
    return circuit(vocab, n_max, h, sharpness, strength=sharpness * math.sqrt(plan(vocab, n_max, h, sharpness)[0]))


@wrong("slip-formula", fails=("check_weights_complete_patterns",), replaces="induction_weights")
def always_a_sharpness_of_thirty(vocab, n_max, h=2, sharpness=30.0):
    """Does not look at sharpness."""
    return blocks(vocab, n_max, h, 30.0)


@wrong("slip-formula", fails=("check_predict_runs_all_layers",), replaces="predict")
def prediction_where_it_usually_stands(tokens, vocab, n_max, W, h=2):
    """Counts the columns of the first three parts in place of reading where the prediction starts."""
    n = len(tokens)
    X = np.zeros((n, W["d"]))
    X[np.arange(n), tokens] = 1
    X[np.arange(n), vocab + np.arange(n)] = 1
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    return X[:, 2 * vocab + n_max :][:, :vocab]


@wrong("slip-shapes", fails=("check_predict_runs_all_layers",), replaces="predict")
def prediction_in_the_last_columns(tokens, vocab, n_max, W, h=2):
    """Cuts the prediction off the end of the stream, as if no zeros could follow it."""
    n = len(tokens)
    X = np.zeros((n, W["d"]))
    X[np.arange(n), tokens] = X[np.arange(n), vocab + np.arange(n)] = 1
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    return X[:, -vocab:]
