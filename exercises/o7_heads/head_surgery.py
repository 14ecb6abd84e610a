"""Head surgery.

Inside trained models researchers find heads one can name: one always looks at the previous token, another links a pronoun to its noun.
Nobody programmed them; but you can build both by hand and see that a head needs nothing but three matrices. Both run under the causal
mask, in one head: A = softmax(X W_Q (X W_K)ᵀ / √d_k), with later tokens hidden.

The previous-token head. Row i of X is the one-hot word of token i (vocab numbers), followed by its one-hot position (n_max numbers):
d = vocab + n_max. Every token must look at the position just before it, whatever words stand there, and pass on the word it finds there.

    W_Q, W_K (d, n_max),   W_V (d, vocab),   d_k = n_max

The pronoun head. Row i of X is the one-hot word alone, without any position. A pronoun must look at the nouns it can see, all alike;
every other word spreads its attention evenly over all it can see. Each token passes on its word.

    W_Q, W_K (vocab, 1),   W_V (vocab, vocab),   d_k = 1          is_pronoun[w] and is_noun[w] say it of word w: 1 = yes, 0 = no

    pronoun_head([1, 0], [0, 1], 5.0)  ->  ([[5.0], [0.0]], [[0.0], [1.0]], [[1.0, 0.0], [0.0, 1.0]])

Good to know
- A score is q·k divided by √d_k. sharpness is how far the score of a wanted token lies above those of all other visible tokens, after that
  division; so the matrices must hold sharpness · √d_k. At 20 the wanted tokens get practically all the weight.
- A visible token that is not wanted has the same score as any other such token. The first token sees only itself. A pronoun that sees no
  noun spreads evenly. No word is both pronoun and noun.
- Texts may be shorter than n_max, and words may occur more than once.
- Passed on: X W_V is the one-hot word of every token, in both heads.
- Any matrices that do this are accepted; the line above is one solution. Return three arrays in this order.
- numpy is yours to use; torch, scipy and jax are not.
"""

import math

import numpy as np


def previous_token_head(vocab, n_max, sharpness=20.0):
    """W_Q, W_K, W_V of a head that looks one position back, for x = [one-hot word | one-hot position]."""
    # TODO: let position p ask for p - 1, in n_max numbers. In X W, row r of W is what feature r of x adds: feature vocab + p is position p.
    raise NotImplementedError


def pronoun_head(is_pronoun, is_noun, sharpness=20.0):
    """W_Q, W_K, W_V of a head in which pronouns look at nouns, for x = one-hot word."""
    # TODO: one number per word is enough: what must the query of a pronoun be, what the key of a noun, and what all the others?
    raise NotImplementedError
