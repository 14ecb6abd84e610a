"""Other correct ways of rnn-fading."""

import itertools
import math

from grader.checks.variants import alternative


@alternative("accumulate", replaces="rnn_states")
def states_accumulate(xs, a, b):
    """itertools.accumulate from 0, without the first entry."""
    return list(itertools.accumulate(xs, lambda h, x: a * h + b * x, initial=0))[1:]


@alternative("accumulate", replaces="influence")
def influence_from_the_end(n, a, b):
    """From the last word backwards, then reversed."""
    out = [b]
    for _ in range(n - 1):
        out.append(out[-1] * a)
    return out[::-1]


@alternative("accumulate", replaces="half_life")
def half_life_log2(a):
    """By base-2 logarithms."""
    return -1 / math.log2(a)


@alternative("accumulate", replaces="measured_influence")
def measured_slices(f, xs, eps=1e-4):
    """One expression with slices."""
    before = f(xs)
    return [(f(xs[:j] + [xs[j] + eps] + xs[j + 1 :]) - before) / eps for j in range(len(xs))]


@alternative("sums", replaces="rnn_states")
def states_sums(xs, a, b):
    """Every state as one sum over all words so far."""
    return [sum(b * xs[j] * a ** (t - j) for j in range(t + 1)) for t in range(len(xs))]


@alternative("sums", replaces="influence")
def influence_of_unit_words(n, a, b):
    """Feeds the RNN a single 1 at each place and reads the last state."""
    return [rnn_states([1.0 if i == j else 0.0 for i in range(n)], a, b)[-1] for j in range(n)]  # noqa: F821


@alternative("sums", replaces="half_life")
def half_life_bisection(a):
    """Bisects for a^t = 1/2."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if a**middle > 0.5 else (low, middle)
    return low


@alternative("sums", replaces="measured_influence")
def measured_delta(f, xs, eps=1e-4):
    """Asks for the untouched value every time, and adds a whole list of nudges."""
    result = []
    for j in range(len(xs)):
        delta = [0.0] * len(xs)
        delta[j] = eps
        result.append((f([x + e for x, e in zip(xs, delta)]) - f([x for x in xs])) / eps)
    return result


@alternative("recursion", replaces="rnn_states")
def states_recursive(xs, a, b):
    """The last state from the states of a shorter list."""
    if not xs:
        return []
    shorter = states_shorter(xs, a, b)
    return shorter + [a * (shorter[-1] if shorter else 0) + b * xs[-1]]


def states_shorter(xs, a, b):
    return rnn_states(xs[:-1], a, b)  # noqa: F821


@alternative("recursion", replaces="influence")
def influence_recursive(n, a, b):
    """A shorter list faded once, then b."""
    return [a * x for x in influence(n - 1, a, b)] + [b] if n else []  # noqa: F821


@alternative("recursion", replaces="measured_influence")
def measured_nudge_and_restore(f, xs, eps=1e-4):
    """Works on one copy, nudges an entry and puts the old number back."""
    words = xs.copy()
    before = f(words)
    out = []
    for j, old in enumerate(xs):
        words[j] = old + eps
        out.append((f(words) - before) / eps)
        words[j] = old
    return out


@alternative("class", replaces="rnn_states")
def states_class(xs, a, b):
    """A little cell object with a step method."""

    class Cell:
        def __init__(self):
            self.h = 0

        def step(self, x):
            self.h = self.h * a + x * b
            return self.h

    cell = Cell()
    return [cell.step(x) for x in xs]


@alternative("class", replaces="half_life")
def half_life_change_of_base(a):
    """math.log with a base."""
    return math.log(0.5, a)


@alternative("fresh", replaces="rnn_states")
def states_fresh(xs, a, b):
    """Fills a list of zeros by index."""
    states = [0] * len(xs)
    for t in range(len(xs)):
        if t == 0:
            states[0] = b * xs[0]
        else:
            states[t] = a * states[t - 1] + b * xs[t]
    return states


@alternative("fresh", replaces="influence")
def influence_fresh(n, a, b):
    """Multiplies step by step for every word anew."""
    result = []
    for j in range(n):
        effect = b
        step = j
        while step < n - 1:
            effect = effect * a
            step += 1
        result.append(effect)
    return result


@alternative("fresh", replaces="half_life")
def half_life_fresh(a):
    """ln 2 over minus ln a."""
    return abs(math.log(2) / math.log(a))


@alternative("fresh", replaces="measured_influence")
def measured_fresh(f, xs, eps=1e-4):
    """Makes all nudged lists first, then measures."""
    versions = []
    for j in range(len(xs)):
        version = []
        for i in range(len(xs)):
            if i == j:
                version.append(xs[i] + eps)
            else:
                version.append(xs[i])
        versions.append(version)
    start = f(xs)
    result = []
    for version in versions:
        result.append((f(version) - start) / eps)
    return tuple(result)
