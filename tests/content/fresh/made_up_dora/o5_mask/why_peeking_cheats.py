from collections import namedtuple

import numpy as np

Pairs = namedtuple("Pairs", "inputs targets")


def next_token_pairs(tokens):
    pairs = list(zip(tokens, tokens[1:]))
    return Pairs([a for a, _ in pairs], [b for _, b in pairs])


class Peeker:
    def __init__(self, inputs, vocab_size, beta):
        self.inputs, self.vocab, self.beta = inputs, vocab_size, beta

    def row(self, i, seen):
        p = np.zeros(self.vocab)
        s = np.zeros(seen)
        if i + 1 < seen:
            s[i + 1] = self.beta
        e = np.exp(s - s.max())
        np.add.at(p, self.inputs[:seen], e / e.sum())
        return p


def peek_head(inputs, vocab_size, causal, beta=30.0):
    peeker = Peeker(inputs, vocab_size, beta)
    return np.stack([peeker.row(i, i + 1 if causal else len(inputs)) for i in range(len(inputs))])


def mean_prob_of_target(P, target):
    P = np.asarray(P)
    return float(np.take_along_axis(P, np.asarray(target)[:, None], axis=1).mean())
