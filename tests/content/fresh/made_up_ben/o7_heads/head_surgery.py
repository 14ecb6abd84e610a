import numpy as np


def previous_token_head(vocab: int, n_max: int, sharpness: float = 20.0):
    W_Q, W_K = (np.eye(vocab + n_max, n_max, k) for k in (-vocab - 1, -vocab))
    return sharpness * np.sqrt(n_max) * W_Q, W_K, np.eye(vocab + n_max, vocab)


def pronoun_head(is_pronoun, is_noun, sharpness: float = 20.0):
    ask, answer = (np.asarray(flag, float)[:, None] for flag in (is_pronoun, is_noun))
    return sharpness * ask, answer, np.eye(len(ask))
