"""How fast does an RNN forget? The influence of a word by formula, and measured by nudging."""

import math


def rnn_states(xs, a, b):
    """The states h_1 … h_n of the RNN, a list as long as xs."""
    h, states = 0.0, []
    for x in xs:
        h = a * h + b * x
        states.append(h)
    return states


def influence(n, a, b):
    """How much the last of n states changes per unit change of each word, by formula: a list of n numbers."""
    return [b * a ** (n - 1 - j) for j in range(n)]  # word j is multiplied by a once in each of the n - 1 - j steps after it


def half_life(a):
    """The number of steps t (a float) after which half is left: a^t = 1/2."""
    return math.log(0.5) / math.log(a)


def measured_influence(f, xs, eps=1e-4):
    """The influence of each entry of xs on f(xs), measured by nudging one entry at a time by eps."""
    before = f(list(xs))
    changes = []
    for j in range(len(xs)):
        nudged = list(xs)
        nudged[j] += eps
        changes.append((f(nudged) - before) / eps)
    return changes
