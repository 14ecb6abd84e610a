"""Head surgery: two heads with a job, from matrices set by hand."""

import math

import numpy as np


def previous_token_head(vocab, n_max, sharpness=20.0):
    """W_Q, W_K, W_V of a head that looks one position back, for x = [one-hot word | one-hot position]."""
    d = vocab + n_max
    W_Q, W_K, W_V = np.zeros((d, n_max)), np.zeros((d, n_max)), np.zeros((d, vocab))
    W_K[vocab:] = np.eye(n_max)  # the key of position p says: I stand at p
    W_Q[vocab:] = sharpness * math.sqrt(n_max) * np.eye(n_max, k=-1)  # its query asks: who stands at p - 1?
    W_V[:vocab] = np.eye(vocab)  # passes on the word, not the position
    return W_Q, W_K, W_V


def pronoun_head(is_pronoun, is_noun, sharpness=20.0):
    """W_Q, W_K, W_V of a head in which pronouns look at nouns, for x = one-hot word."""
    W_Q = sharpness * np.array(is_pronoun)[:, None]  # √d_k = 1
    W_K = np.array(is_noun)[:, None]
    return W_Q, W_K, np.eye(len(is_noun))
