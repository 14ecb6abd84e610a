# -*- coding: utf-8 -*-
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


def build_flip_weights(beta=12.0):
    """Schicht 1 gibt gleich „animate“ und „surface“ weiter; gefragt wird nur, wer Pronomen ist, sonst nichts."""
    E = np.eye(7)
    β = 2.0 * beta * np.sqrt(len(FEATS))
    außen = lambda *paare: sum((f * np.outer(E[i], E[j]) for i, j, f in paare), np.zeros((7, 7)))
    return dict(
        W_Q1=außen((PRONOUN, 3, β)),
        W_K1=außen((WANTS_ANIMATE, 3, 1), (WANTS_SURFACE, 3, 1)),
        W_V1=außen((WANTS_ANIMATE, WANTS_ANIMATE, 1), (WANTS_SURFACE, WANTS_SURFACE, 1)),
        W_Q2=außen((WANTS_ANIMATE, 0, β), (WANTS_SURFACE, 0, -β)),
        W_K2=außen((ANIMATE, 0, 1), (SURFACE, 0, -1)),
        W_V2=E,
    )
