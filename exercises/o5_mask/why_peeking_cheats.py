"""The head that copies the answer.

In training a model sees whole texts at once and must predict, at every place, the next token. Build a head that cheats: it looks one
place ahead and copies what stands there. Without a mask it predicts every next token and has learned nothing; with the mask the
trick is impossible, because the cell it needs is closed.

    inputs  = all tokens but the last          targets = all tokens but the first: targets[i] is what follows inputs[i]
    score(i, j) = beta if j = i + 1, else 0    (as it goes into the softmax: already divided by √d_k, if you use queries and keys)
    weights = softmax, row by row, over the cells that row i may see: all of them, or only j ≤ i if causal
    P = weights · (one-hot rows of the inputs)            row i: a probability for every word of the vocabulary

    next_token_pairs([5, 6, 7, 8])  ->  ([5, 6, 7], [6, 7, 8])
    peek_head([0, 1], 3, False, beta=1.0986123)  ->  [[0.25, 0.75, 0.0], [0.5, 0.5, 0.0]]
    peek_head([2, 1, 1], 3, True, beta=1.0)  ->  [[0.0, 0.0, 1.0], [0.0, 0.5, 0.5], [0.0, 0.6666666666666666, 0.3333333333333333]]
    mean_prob_of_target([[0.25, 0.75, 0.0], [0.5, 0.5, 0.0]], [1, 0])  ->  0.625

Good to know
- Tokens are whole numbers from 0 to vocab_size - 1; a list of them. A token may occur more than once: its weights add up.
- A row that cannot see its next token spreads evenly over what it sees. So does the last row, which has no next token to copy.
- next_token_pairs of a single token gives two empty lists. peek_head gets at least one token.
- peek_head gives an array (n, vocab_size). A larger beta makes the head more certain; 10 000 must work too.
- mean_prob_of_target gets an array P and as many targets as P has rows, and gives one number.
- `from o5_mask.causal_attention import causal_mask, causal_attention` and `from o3_weights.softmax_rows import softmax_np` are yours to
  use. numpy is yours to use; torch, scipy and jax are not. Leave your inputs as they are.
"""

import numpy as np


def next_token_pairs(tokens):
    """Two lists, inputs and targets: at each place a token and the one that follows it."""
    # TODO: cut the text twice, so that each token stands opposite its successor.
    raise NotImplementedError


def peek_head(inputs, vocab_size, causal, beta=30.0):
    """Probabilities (n, vocab_size) of the next token, from a head that looks one place ahead."""
    # TODO: np.eye(n, k=1) has its ones one step right of the diagonal: there row i meets token i + 1. np.eye(vocab_size)[inputs] stacks
    # the one-hot rows.
    raise NotImplementedError


def mean_prob_of_target(P, target):
    """The mean, over all rows, of the probability that row i gives to target[i]."""
    # TODO: one entry from each row, then their mean.
    raise NotImplementedError
