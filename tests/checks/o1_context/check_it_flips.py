"""Checks of it-flips. The two layers that judge the weights are our own: the learner's copy is not asked."""

import numpy as np

from grader.checks.api import Category, expect, require

CASE_EXEMPT = {
    "sizes": "The one argument is a number, beta; every matrix is 7 by 7.",
    "overflow": "The one argument is a number from 12 to 40.",
    "blocked": "No mask is needed: the whole sentence may be read.",
    "unsaturated": "The learner returns weight matrices, not attention weights.",
}

NAMES = ("W_Q1", "W_K1", "W_V1", "W_Q2", "W_K2", "W_V2")
PRONOUNS = ("it", "they")
NOUNS = {"animate": ("animal", "children"), "surface": ("street", "bridges")}
ADJECTIVES = {"animate": ("tired", "hungry"), "surface": ("wide", "icy")}
FEATURES = {"it": [0], "they": [0], "tired": [1, 2], "hungry": [1, 2], "wide": [1, 3], "icy": [1, 3]}
FEATURES |= {"animal": [4], "children": [4], "street": [5], "bridges": [5]}
FILLERS = ("the", "because", "was", "didn't", "too", "cross", "and", "over", "lamp", "with")
LESSON = ("the", "animal", "didn't", "cross", "the", "street", "because", "it", "was", "too")


def _embed(tokens):
    X = np.zeros((len(tokens), 7))
    for i, token in enumerate(tokens):
        X[i, FEATURES.get(token, [6])] = 1
    return X


def _attention(X, W_Q, W_K, W_V):
    scores = (X @ W_Q) @ (X @ W_K).T / np.sqrt(7)
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    A = exps / exps.sum(axis=1, keepdims=True)
    return A @ (X @ W_V), A


def _matrices(weights):
    """The six matrices, if this is a dict with six tables of numbers that fit into each other."""
    require(isinstance(weights, dict), "expected a dict", category=Category.TYPE)
    W = {}
    for name in NAMES:
        require(name in weights, f"{name} is missing", category=Category.TYPE)
        matrix = weights[name]
        require(isinstance(matrix, np.ndarray) and matrix.dtype.kind in "fiu", f"{name} should be an array", category=Category.TYPE)
        require(matrix.ndim == 2 and len(matrix) == 7, f"{name} should have 7 rows", category=Category.SHAPE)
        W[name] = matrix.astype(np.float64)
        require(np.isfinite(W[name]).all(), f"{name} should be finite", category=Category.NOT_FINITE)
    fits = all(W[f"W_Q{layer}"].shape == W[f"W_K{layer}"].shape for layer in (1, 2)) and W["W_V1"].shape == (7, 7)
    require(fits, "the matrices do not fit into each other", category=Category.SHAPE)
    return W


def _row_of_the_pronoun(weights, tokens):
    W = _matrices(weights)
    with np.errstate(all="ignore"):
        X = _embed(tokens)
        mixed, _ = _attention(X, W["W_Q1"], W["W_K1"], W["W_V1"])
        _, A = _attention(X + mixed, W["W_Q2"], W["W_K2"], W["W_V2"])
    return A[next(i for i, token in enumerate(tokens) if token in PRONOUNS)]


def _require_flip(weights, tokens):
    """The pronoun looks at the noun that the describing word demands. Returns the weight it gives to this noun."""
    wanted = next(kind for kind, words in ADJECTIVES.items() if set(words) & set(tokens))
    other = "surface" if wanted == "animate" else "animate"
    row = _row_of_the_pronoun(weights, tokens)
    right = sum(row[i] for i, token in enumerate(tokens) if token in NOUNS[wanted])
    wrong = sum(row[i] for i, token in enumerate(tokens) if token in NOUNS[other])
    require(right > 0.8, "too little weight on the fitting noun", expected="more than 0.8", got=float(right))
    require(wrong < 0.1, "too much weight on the other noun", expected="less than 0.1", got=float(wrong))
    return float(right)


def _sentence(draw, wanted, length):
    words = [draw.choice(PRONOUNS), draw.choice(ADJECTIVES[wanted]), *(draw.choice(NOUNS[kind]) for kind in NOUNS)]
    return draw.shuffled(words + [draw.choice(FILLERS) for _ in range(length - len(words))])


def check_it_flips(submission, draw):
    """In layer 2 the pronoun looks at the noun that the describing word demands, for all words and in any order."""
    weights = submission.build_flip_weights()
    for last in ("tired", "wide"):
        _require_flip(weights, [*LESSON, last])
        _require_flip(weights, [last, *LESSON])
    for wanted in ("animate", "surface"):
        for length in (4, 6, 9, 12):
            _require_flip(weights, _sentence(draw, wanted, length))


def check_it_flips_in_long_sentences(submission, draw):
    """It still looks at the right noun when the sentence has sixty words."""
    weights = submission.build_flip_weights(12.0)
    for wanted in ("animate", "surface"):
        _require_flip(weights, _sentence(draw, wanted, 60))


def check_any_large_beta_will_do(submission, draw):
    """It flips for every beta from 12 to 40, whole numbers included, and a larger beta never makes it less sure."""
    sentences = [_sentence(draw, wanted, 10) for wanted in ("animate", "surface")]
    weight_on_noun = {}
    betas = [12, *(start + draw.number(0.0, 0.5) for start in (13, 14, 15, 16, 17, 18, 20, 30)), 40]
    for beta in draw.shuffled(betas):
        weights = submission.build_flip_weights(beta)
        weight_on_noun[beta] = [_require_flip(weights, tokens) for tokens in sentences]
    in_order = np.array([weight_on_noun[beta] for beta in sorted(weight_on_noun)])
    require((np.diff(in_order, axis=0) > -1e-9).all(), "a larger beta gave the fitting noun less weight")


def check_six_square_matrices(submission):
    """The result holds the six matrices and nothing else, each an array (7, 7) of finite floats."""
    weights = submission.build_flip_weights()
    _matrices(weights)
    require(set(weights) == set(NAMES), "there are more keys than the six", category=Category.WRONG_VALUES)
    for name in NAMES:
        require(weights[name].dtype.kind == "f", f"{name} should hold floats", category=Category.TYPE)
        require(weights[name].shape == (7, 7), f"{name} should have shape (7, 7)", category=Category.SHAPE)


def check_second_call_gives_the_same(submission):
    """A second call with the same beta gives the same matrices, made anew, whatever was asked for in between."""
    first = submission.call("build_flip_weights").value
    _matrices(first)
    submission.call("build_flip_weights", 25.0)
    again = submission.call("build_flip_weights")
    expect(again.value, first)
    is_shared = any(other.startswith("earlier") for _, other in again.aliases)
    require(not is_shared, "making these matrices changes those of an earlier call", category=Category.INPUT_CHANGED)
