"""A head that looks one place ahead: perfect without the mask, helpless with it."""

import numpy as np
from o3_weights.softmax_rows import softmax_np
from o5_mask.causal_attention import causal_mask


def next_token_pairs(tokens):
    """Two lists, inputs and targets: at each place a token and the one that follows it."""
    return tokens[:-1], tokens[1:]


def peek_head(inputs, vocab_size, causal, beta=30.0):
    """Probabilities (n, vocab_size) of the next token, from a head that looks one place ahead."""
    n = len(inputs)
    scores = beta * np.eye(n, k=1)  # row i likes only j = i + 1
    if causal:
        scores = np.where(causal_mask(n), scores, -np.inf)
    one_hot = np.eye(vocab_size)[inputs]
    return softmax_np(scores) @ one_hot


def mean_prob_of_target(P, target):
    """The mean, over all rows, of the probability that row i gives to target[i]."""
    return sum(P[i][word] for i, word in enumerate(target)) / len(target)
