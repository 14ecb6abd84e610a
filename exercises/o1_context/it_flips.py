"""Make "it" flip.

"The animal didn't cross the street because it was too tired": here "it" is the animal. Change "tired" to "wide" and it is the street.
Choose the weights of two attention layers by hand so that in layer 2 the token "it" looks at the right noun both times. One layer
cannot do it, because the ratio of two old words is locked. Layer 1 lets the pronoun fetch what the describing word demands; layer 2
turns the demand into a query for a noun that fits.

    layer 1: X1 = X + attention(X; W_Q1, W_K1, W_V1)
    layer 2: attention(X1; W_Q2, W_K2, W_V2)         scores = (X W_Q)(X W_K)ᵀ / √7

    sorted(build_flip_weights())  ->  ['W_K1', 'W_K2', 'W_Q1', 'W_Q2', 'W_V1', 'W_V2']

A token is a row of seven features, 0 or 1:

    it, they           pronoun
    tired, hungry      adj, wants_animate
    wide, icy          adj, wants_surface
    animal, children   animate
    street, bridges    surface
    any other word     filler

Good to know
- Each of the six matrices is an array (7, 7) of floats, rows and columns in the order of FEATS. W_Q[i, j] = 1 says: feature i asks in
  slot j; W_K[i, j] = 1: feature i answers in slot j; W_V[i, j] = 1: feature i is passed on as feature j. The slots j are yours to use.
- "Looks at" means: in the row of "it" (or "they") in the table of layer 2, more than .8 on the fitting noun and less than .1 on the other.
  This has to hold for all the words above, in any order, in short sentences and in sentences of up to 60 words. Each has one pronoun,
  one describing word, one animate noun and one surface noun; the rest is filler.
- beta is just a large number for your matrices: everything from 12 to 40 must do, and a larger beta must never put less weight on the
  fitting noun. Count the division by √7 in.
- Each call returns new matrices, the same for the same beta. The dict has these six keys and no others.
- The two layers are given below, so that you can try your weights: two_layer(tokens, WORDS, build_flip_weights())[1] is the table of
  layer 2. Try causal=True as well: why can nothing flip then?
- numpy is yours to use; torch, scipy and jax are not.
"""

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
    """The six weight matrices as a dict: W_Q1, W_K1, W_V1, W_Q2, W_K2, W_V2, each an array (7, 7) of floats."""
    # TODO: begin with six tables of zeros. W_Q1[i, j] = 1 means: feature i asks in slot j.
    raise NotImplementedError
