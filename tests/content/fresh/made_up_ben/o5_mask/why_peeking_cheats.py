import numpy as np
from o3_weights.softmax_rows import softmax_np


def next_token_pairs(tokens):
    return [*tokens[:-1]], [*tokens[1:]]


def peek_head(inputs, vocab_size: int, causal: bool, beta: float = 30.0) -> np.ndarray:
    S = beta * np.eye(n := len(inputs), k=1)
    if causal:
        S += np.triu(np.full((n, n), -np.inf), 1)
    return softmax_np(S) @ np.eye(vocab_size)[np.asarray(inputs)]


def mean_prob_of_target(P, target) -> float:
    return float(np.take_along_axis(np.asarray(P), np.asarray(target)[:, None], axis=1).mean())
