"""Other correct styles of online-softmax."""

import functools
import math

import numpy as np

from grader.checks.variants import alternative


@alternative("merging single pairs", replaces="online_attention")
def by_merging(scores, values):
    """Each pair is a part of one; reduce merges them all."""
    parts = ((s, 0.0, np.zeros_like(v)) if math.isinf(s) else (s, 1.0, v) for s, v in zip(scores, values))
    _, total, blend = functools.reduce(merge, parts)
    return blend / total if total else np.array(blend)


@alternative("next and StopIteration", replaces="online_attention")
def with_next(scores, values):
    """Reads with next until it stops; the state is a list."""
    state = [float("-inf"), 0.0, None]
    while True:
        try:
            value = next(values)
            score = next(scores)
        except StopIteration:
            break
        if state[2] is None:
            state[2] = np.zeros(len(value))
        if score != float("-inf"):
            if score > state[0]:
                factor = np.exp(state[0] - score)
                state[0] = score
                state[1] *= factor
                state[2] *= factor
            weight = np.exp(score - state[0])
            state[1] += weight
            state[2] += weight * value
    if state[1] == 0:
        return state[2]
    return state[2] / state[1]


@alternative("finished average", replaces="online_attention")
def running_average(scores, values):
    """Keeps the average so far and the logarithm of the total: each value pulls the average towards itself."""
    log_total = -math.inf
    average = None
    for score in scores:
        value = next(values)
        if average is None:
            average = np.zeros(value.shape)
        if score == -math.inf:
            continue
        log_total = float(np.logaddexp(log_total, score))
        share = math.exp(score - log_total)
        average = average + share * (value - average)
    return average


@alternative("finished average", replaces="merge")
def merge_where(a, b):
    """np.exp on both, with the infinite maximum replaced by 0."""
    m = max(a[0], b[0])
    safe = 0.0 if m == float("-inf") else m
    wa, wb = np.exp(a[0] - safe), np.exp(b[0] - safe)
    return [m, wa * a[1] + wb * b[1], wa * a[2] + wb * b[2]]


@alternative("plain lists inside", replaces="online_attention")
def plain_lists(scores, values):
    """A list of numbers for the blend, an array at the end."""
    m, z, acc = None, 0, None
    for s, v in zip(scores, values):
        if acc is None:
            acc = [0.0] * len(v)
        if s == -math.inf:
            continue
        if m is None:
            m = s
        new = max(m, s)
        r, p = math.exp(m - new), math.exp(s - new)
        z = z * r + p
        acc = [x * r + p * y for x, y in zip(acc, v)]
        m = new
    return np.array([x / z if z else 0.0 for x in acc])


@alternative("plain lists inside", replaces="merge")
def merge_cases(a, b):
    """One case per order."""
    if a[0] == -math.inf:
        return b[0], b[1], np.array(b[2])
    if b[0] == -math.inf:
        return a[0], a[1], np.array(a[2])
    if a[0] >= b[0]:
        f = math.exp(b[0] - a[0])
        return a[0], a[1] + f * b[1], a[2] + f * b[2]
    f = math.exp(a[0] - b[0])
    return b[0], f * a[1] + b[1], f * a[2] + b[2]


@alternative("a class", replaces="online_attention")
def with_class(scores, values):
    """An object is fed pair by pair."""

    class Blend:
        def __init__(self):
            self.m = -math.inf
            self.z = 0.0
            self.acc = 0.0

        def add(self, s, v):
            if s > self.m:
                shrink = math.exp(self.m - s)
                self.z *= shrink
                self.acc = self.acc * shrink
                self.m = s
            if self.m == -math.inf:
                self.acc = self.acc + 0 * v
                return
            w = math.exp(s - self.m)
            self.z += w
            self.acc = self.acc + w * v

        def output(self):
            return self.acc / (self.z or 1)

    blend = Blend()
    for pair in zip(scores, values):
        blend.add(*pair)
    return blend.output()


@alternative("fresh", replaces="online_attention")
def fresh_online_attention(scores, values):
    """Written from the stub alone."""
    first = True
    for s, v in zip(scores, values):
        if first:
            largest = -math.inf
            total = 0
            blend = np.zeros(len(v))
            first = False
        if s == -math.inf:
            pass
        elif s <= largest:
            total = total + math.exp(s - largest)
            blend = blend + math.exp(s - largest) * v
        else:
            factor = math.exp(largest - s)
            total = total * factor + 1
            blend = blend * factor + v
            largest = s
    if total == 0:
        return blend
    return blend / total


@alternative("fresh", replaces="merge")
def fresh_merge(a, b):
    """Written from the stub alone."""
    if a[0] == -math.inf and b[0] == -math.inf:
        return (-math.inf, 0.0, np.zeros(len(a[2])))
    if a[0] > b[0]:
        big, small = a, b
    else:
        big, small = b, a
    factor = math.exp(small[0] - big[0])
    return (big[0], big[1] + factor * small[1], big[2] + factor * small[2])
