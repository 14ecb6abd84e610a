"""Other correct styles of why-peeking-cheats."""

import math
from functools import reduce

import numpy as np
from o3_weights.attention_matrix import sdpa
from o5_mask.causal_attention import causal_attention

from grader.checks.variants import alternative


@alternative("one-hot positions as queries and keys", replaces="peek_head")
def with_queries_and_keys(inputs, vocab_size, causal, beta=30.0):
    n = len(inputs)
    positions = np.eye(n + 1)
    Q = beta * np.sqrt(n + 1) * positions[1 : n + 1]
    K = positions[:n]
    V = np.eye(vocab_size)[inputs]
    out, _ = causal_attention(Q, K, V) if causal else sdpa(Q, K, V)
    return out


@alternative("one-hot positions as queries and keys", replaces="next_token_pairs")
def pairs_as_arrays(tokens):
    tokens = np.array(tokens)
    return tokens[:-1], tokens[1:]


@alternative("one-hot positions as queries and keys", replaces="mean_prob_of_target")
def mean_by_one_hot(P, target):
    return (np.asarray(P) * np.eye(len(P[0]))[target]).sum() / len(P)


@alternative("loops", replaces="peek_head")
def with_loops(inputs, vocab_size, causal, beta=30.0):
    rows = []
    for i in range(len(inputs)):
        end = i + 1 if causal else len(inputs)
        scores = [beta if j == i + 1 else 0 for j in range(end)]
        top = max(scores)
        powers = [math.exp(s - top) for s in scores]
        row = [0.0] * vocab_size
        for j in range(end):
            row[inputs[j]] += powers[j] / sum(powers)
        rows.append(row)
    return np.array(rows)


@alternative("loops", replaces="next_token_pairs")
def pairs_by_zip(tokens):
    inputs, targets = [], []
    for now, after in zip(tokens, tokens[1:]):
        inputs.append(now)
        targets.append(after)
    return inputs, targets


@alternative("loops", replaces="mean_prob_of_target")
def mean_loop(P, target):
    total = 0
    for i in range(len(target)):
        total += P[i][target[i]]
    return total / len(target)


@alternative("minus a million, then np.add.at", replaces="peek_head")
def with_add_at(inputs, vocab_size, causal, beta=30.0):
    n = len(inputs)
    i, j = np.indices((n, n))
    S = np.where(j == i + 1, float(beta), 0.0)
    if causal:
        S[j > i] = -1e6
    A = np.exp(S - S.max(axis=1)[:, None])
    A = A / A.sum(axis=1)[:, None]
    P = np.zeros((vocab_size, n))
    np.add.at(P, inputs, A.T)
    return P.T


@alternative("minus a million, then np.add.at", replaces="next_token_pairs")
def pairs_as_tuple(tokens):
    return [tuple(tokens[i] for i in range(len(tokens) - 1)), tuple(tokens[i + 1] for i in range(len(tokens) - 1))]


@alternative("closed form", replaces="peek_head")
def closed_form(inputs, vocab_size, causal, beta=30.0):
    n = len(inputs)
    one_hot = np.array([[1.0 if t == word else 0.0 for word in range(vocab_size)] for t in inputs])
    if causal:
        return np.cumsum(one_hot, axis=0) / np.arange(1, n + 1).reshape(-1, 1)
    share = 1 / (1 + (n - 1) * math.exp(-beta))
    rest = math.exp(-beta) * share
    P = rest * one_hot.sum(axis=0) + np.zeros((n, vocab_size))
    for i in range(n - 1):
        P[i] += (share - rest) * one_hot[i + 1]
    P[n - 1] = one_hot.mean(axis=0)
    return P


@alternative("closed form", replaces="mean_prob_of_target")
def mean_take(P, target):
    return np.take_along_axis(np.asarray(P), np.asarray(target)[:, None], axis=1).mean()


@alternative("reduce", replaces="mean_prob_of_target")
def mean_reduce(P, target):
    return reduce(lambda total, pair: total + pair[0][pair[1]], zip(P, target), 0.0) / len(P)


@alternative("fresh", replaces="next_token_pairs")
def fresh_pairs(tokens):
    inputs = []
    targets = []
    for i in range(len(tokens)):
        if i != len(tokens) - 1:
            inputs.append(tokens[i])
        if i != 0:
            targets.append(tokens[i])
    return (inputs, targets)


@alternative("fresh", replaces="peek_head")
def fresh_head(inputs, vocab_size, causal, beta=30.0):
    n = len(inputs)
    P = np.zeros((n, vocab_size))
    for i in range(n):
        seen = []
        for j in range(n):
            if not causal or j <= i:
                seen.append(j)
        scores = np.array([beta if j == i + 1 else 0.0 for j in seen])
        weights = np.exp(scores - np.max(scores))
        weights = weights / np.sum(weights)
        for place, j in enumerate(seen):
            P[i][inputs[j]] = P[i][inputs[j]] + weights[place]
    return P


@alternative("fresh", replaces="mean_prob_of_target")
def fresh_mean(P, target):
    probs = []
    for i in range(P.shape[0]):
        probs.append(P[i, target[i]])
    return np.mean(np.array(probs))
