"""How fast does an RNN forget?

The simplest RNN keeps a fraction `a` of its memory at each step and adds `b` times the new word. How much does each word still count
at the end? Work it out as a formula, and measure it: nudge one word at a time and watch the result.

    h_t = a * h_(t-1) + b * x_t      h_0 = 0; the states are h_1 … h_n, one per word
    influence of word j = change of the last state per unit change of x_j
    half-life = the t at which a^t = 1/2

    rnn_states([1.0, 0.0, 4.0], 0.5, 2.0)  ->  [2.0, 1.0, 8.5]
    influence(3, 0.5, 4.0)  ->  [1.0, 2.0, 4.0]
    half_life(0.8)  ->  3.1062837195
    measured_influence(lambda xs: 3 * xs[1] - xs[0], [1.0, 1.0])  ->  [-1.0, 3.0]

Hand measured_influence the last state of your RNN, and then an attention read-out such as .735 * xs[0] + .043 * xs[1] + .043 * xs[2]
+ .179 * xs[3]: there the influence of a word is its weight, however far away the word is.

Good to know
- Words are plain numbers here: xs is a list of numbers, and every list you return has one entry per word. There is at least one word.
- 0 < a < 1. The half-life is the exact t, a float, not rounded to whole steps.
- f takes a list of numbers and returns one number. The measured influence of word j is (after - before) / eps: `before` is f of the
  original xs, `after` is f of xs with only entry j larger by eps. f need not be an RNN, nor a straight line.
- xs stays as it is.
- Plain Python: numpy is not allowed here.
"""

import math


def rnn_states(xs, a, b):
    """The states h_1 … h_n of the RNN, a list as long as xs."""
    # TODO: carry h from word to word and note it down after each one.
    raise NotImplementedError


def influence(n, a, b):
    """How much the last of n states changes per unit change of each word, by formula: a list of n numbers."""
    # TODO: a = 0.5, b = 2, n = 3 gives [0.5, 1, 2].
    raise NotImplementedError


def half_life(a):
    """The number of steps t (a float) after which half is left: a^t = 1/2."""
    # TODO: take logarithms on both sides.
    raise NotImplementedError


def measured_influence(f, xs, eps=1e-4):
    """The influence of each entry of xs on f(xs), measured by nudging one entry at a time by eps."""
    # TODO: for each word: copy xs, nudge one entry of the copy, and compare f with what it was before.
    raise NotImplementedError
