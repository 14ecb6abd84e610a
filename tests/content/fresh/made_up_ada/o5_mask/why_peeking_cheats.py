import numpy as np


from o3_weights.softmax_rows import softmax_np


def next_token_pairs(tokens):
    inputs = []
    targets = []
    for i in range(len(tokens) - 1):
        inputs.append(tokens[i])
        targets.append(tokens[i + 1])
    return inputs, targets


def peek_head(inputs, vocab_size, causal, beta=30.0):
    n = len(inputs)
    scores = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if causal and j > i:
                scores[i, j] = -np.inf
            elif j == i + 1:
                scores[i, j] = beta
    weights = softmax_np(scores)
    P = np.zeros((n, vocab_size))
    for i in range(n):
        for j in range(n):
            P[i, inputs[j]] += weights[i, j]
    return P


def mean_prob_of_target(P, target):
    P = np.asarray(P)
    total = 0.0
    for i in range(len(P)):
        total += P[i][target[i]]
    return float(total / len(P))
