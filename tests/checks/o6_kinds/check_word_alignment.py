"""Checks of word-alignment."""

import numpy as np

from grader.checks.api import call, cases, unchanged

CASE_EXEMPT = {"overflow": "the weights are finished", "blocked": "the weights are finished"}

FRENCH = ["la", "voiture", "rouge", "dort"]
ENGLISH = ["the", "red", "car", "sleeps"]


def _french():
    """The worked table: la-the, voiture-car, rouge-red, dort-sleeps."""
    return np.array([[0.7, 0.1, 0.1, 0.1], [0.1, 0.2, 0.6, 0.1], [0.05, 0.65, 0.2, 0.1], [0.1, 0.1, 0.3, 0.5]])


def _words(kind, n):
    return [f"{kind}{i}" for i in range(n)]


def _table(draw, chosen, n_s, largest=0.55):
    """Weights in which row i has its largest weight at chosen[i]; no two weights of a row are equal."""
    A = draw.uniform(len(chosen), n_s, low=0.1, high=1.0)
    A[np.arange(len(chosen)), chosen] = 0.0
    A *= (1 - largest) / A.sum(axis=1, keepdims=True)
    A[np.arange(len(chosen)), chosen] = largest
    return A


@cases()
def check_each_target_word_has_its_source_word(draw):
    """Each target word, repeated or not, is paired with the source word of its largest weight; source words may be used twice or not at all."""
    few, many = sorted(draw.sizes("few many", 3, 8))
    wide = _table(draw, [1, 0, *(draw.whole(0, many - 1) for _ in range(few - 2))], many)
    faint = 0.0624 + 0.0016 * np.eye(16)[draw.shuffled(range(16))[:few]]  # nothing stands out, and yet there is a largest
    twice = ["t0", "t1", "t0", *_words("u", many - 3)]  # in the tall table the two t0 choose different words
    tall = _table(draw, [few - 1, few - 1, 0, *(draw.whole(0, few - 1) for _ in range(many - 3))], few)
    return [
        call("align", _french(), FRENCH, ENGLISH),
        call("align", wide, _words("t", few), _words("s", many)),
        call("align", tall, twice, _words("s", few)),
        call("align", faint, _words("t", few), _words("s", 16)),
        call("align", np.array([[1.0]]), ["oui"], ["yes"]),
    ]


@cases()
def check_equal_weights_go_to_the_first(draw):
    """Among equal weights the first source word is taken."""
    n_t, n_s = sorted(draw.sizes("n_t n_s", 3, 7))
    A = np.zeros((n_t, n_s))
    for i, row in enumerate(A):
        row[[(i + 1) % n_s, (i + 2) % n_s]] = 0.5
    return call("align", A, _words("t", n_t), _words("s", n_s))


@cases()
def check_below_the_floor_nothing_is_claimed(draw):
    """A word whose largest weight is below the floor is paired with None; a weight equal to the floor counts."""
    n_t, n_s = sorted(draw.sizes("n_t n_s", 4, 8))
    A = _table(draw, [(i + 1) % n_s for i in range(n_t)], n_s)
    for i, largest in enumerate([0.5, 0.5 - draw.number(1e-4, 9e-4), 0.75]):
        A[i] = (1 - largest) / (n_s - 1)
        A[i, (i + 1) % n_s] = largest
    public = call("align", np.array([[0.2, 0.8], [0.6, 0.4]]), ["chat", "noir"], ["black", "cat"], 0.7, public_=True)
    return [public, call("align", A, _words("t", n_t), _words("s", n_s), floor=0.5)]


@cases()
def check_crossings_are_counted(draw):
    """Every pair of target words whose source words stand in opposite order is one crossing, neighbours or not; the same word is none."""
    few, many = sorted(draw.sizes("few many", 4, 8))
    random = _table(draw, [few - 1, few - 1, 0, *(draw.whole(0, few - 1) for _ in range(many - 3)), few - 1, 0], few, largest=0.6)
    tied = np.array([[0.4, 0.1, 0.4, 0.1], [0.2, 0.5, 0.2, 0.1], [0.1, 0.1, 0.2, 0.6]])
    public = call("crossings", np.array([[0.1, 0.9], [0.7, 0.3], [0.2, 0.8]]), public_=True)
    unsure = 0.9 / few + 0.1 * np.eye(few)[::-1]  # no weight is large, and yet all pairs cross
    tables = [_french(), random, _table(draw, draw.shuffled(range(few)), many), np.eye(few), unsure, tied]
    return [public, *(call("crossings", A) for A in tables)]


@cases(compare=unchanged(), repeat=1)
def check_inputs_stay_as_they_are(draw):
    """The table and the lists of words stay as they were."""
    return [call("align", _french(), list(FRENCH), list(ENGLISH), floor=0.55), call("crossings", _french())]
