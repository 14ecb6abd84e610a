import numpy as np

# Given: do not change.
FEATS = ["pronoun", "adj", "wants_animate", "wants_surface", "animate", "surface", "filler"]
PRONOUN, ADJ, WANTS_ANIMATE, WANTS_SURFACE, ANIMATE, SURFACE, FILLER = range(7)

# Given: do not change. The features of a word; any word that is not listed is a filler.
WORDS = {
    "it": [PRONOUN],
    "they": [PRONOUN],
    "tired": [ADJ, WANTS_ANIMATE],
    "hungry": [ADJ, WANTS_ANIMATE],
    "wide": [ADJ, WANTS_SURFACE],
    "icy": [ADJ, WANTS_SURFACE],
    "animal": [ANIMATE],
    "children": [ANIMATE],
    "street": [SURFACE],
    "bridges": [SURFACE],
}


# Given: do not change.
def embed(tokens, table):
    """One row of 0s and 1s per token (n, 7): which features its word has."""
    X = np.zeros((len(tokens), len(FEATS)))
    for i, token in enumerate(tokens):
        X[i, table.get(token, [FILLER])] = 1
    return X


# Given: do not change.
def attention(X, W_Q, W_K, W_V, causal=False):
    """One attention step over the rows of X: (output, weights). The scores are divided by √7."""
    scores = (X @ W_Q) @ (X @ W_K).T / np.sqrt(len(FEATS))
    if causal:
        scores = np.where(np.tri(len(X), dtype=bool), scores, -np.inf)
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    A = exps / exps.sum(axis=1, keepdims=True)
    return A @ (X @ W_V), A


# Given: do not change.
def two_layer(tokens, table, W, causal=False):
    """Two attention steps, the first added to the tokens: the two attention tables (n, n), (n, n)."""
    X = embed(tokens, table)
    mixed, A1 = attention(X, W["W_Q1"], W["W_K1"], W["W_V1"], causal)
    _, A2 = attention(X + mixed, W["W_Q2"], W["W_K2"], W["W_V2"], causal)
    return A1, A2

from collections import OrderedDict


class Layer:
    def __init__(self, n):
        self.n = n
        self.W = {m: np.zeros((7, 7)) for m in "QKV"}

    def asks(self, feature, slot, strength):
        self.W["Q"][feature, slot] = strength
        return self

    def answers(self, feature, slot, strength=1.0):
        self.W["K"][feature, slot] = strength
        return self

    def passes(self, a, b, strength=1.0):
        self.W["V"][a, b] = strength
        return self

    def items(self):
        return ((f"W_{m}{self.n}", M) for m, M in self.W.items())


def build_flip_weights(beta=12.0):
    s = (beta * 7**0.5) ** 0.5
    one = Layer(1).asks(PRONOUN, 6, s).answers(ADJ, 6, s)
    one.passes(WANTS_ANIMATE, WANTS_ANIMATE, 3).passes(WANTS_SURFACE, WANTS_SURFACE, 3)
    two = Layer(2).asks(WANTS_ANIMATE, 4, s).asks(WANTS_SURFACE, 5, s).answers(ANIMATE, 4, s).answers(SURFACE, 5, s)
    return OrderedDict([*one.items(), *two.items()])
