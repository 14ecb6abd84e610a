"""Checks of rnn-fading. The functions to be measured live on this side of the wall."""

from grader.checks.api import Tolerance, call, cases, close, expect, unchanged

LESSON_WEIGHTS = (0.735, 0.043, 0.043, 0.179)
MEASURED = close(rtol=1e-5, atol=1e-8)


def _words(xs, n):
    """The n numbers a function is given. Raises ValueError for anything else."""
    if not isinstance(xs, (list, tuple)) or len(xs) != n:
        raise ValueError(f"this function takes a list of {n} numbers")
    return [float(x) for x in xs]


def _last_state(n, a, b):
    def f(xs):
        h = 0.0
        for x in _words(xs, n):
            h = a * h + b * x
        return h

    return f


def _read_out(weights):
    return lambda xs: sum(w * x for w, x in zip(weights, _words(xs, len(weights)), strict=True))


def _example(xs):
    first, second = _words(xs, 2)
    return 3 * second - first


def _numbers(draw, n):
    return draw.normal(n).tolist()


@cases()
def check_states(draw):
    """Each state is a times the state before, plus b times the new word, beginning from 0."""
    n = draw.size("n", 3, 8)
    a, b = draw.number(0.2, 0.9), draw.number(1.2, 3.0)
    return [
        call("rnn_states", [1.0, 0.0, 4.0], 0.5, 2.0, public_=True),
        call("rnn_states", _numbers(draw, n), a, b),
        call("rnn_states", _numbers(draw, 60), a, -b),
        call("rnn_states", [draw.whole(2, 5), 0, -3], a, 2),
        call("rnn_states", [draw.number(1, 2)], a, b),
    ]


@cases()
def check_influence(draw):
    """A word counts b at the end if it is the last one, and fades by the factor a with each step that follows it."""
    n = draw.size("n", 4, 8)
    a, b = draw.number(0.2, 0.9), draw.number(1.2, 3.0)
    return [
        call("influence", 3, 0.5, 4.0, public_=True),
        call("influence", n, a, b),
        call("influence", 8, draw.number(0.6, 0.95), 1.0),
        call("influence", 40, 0.9, -b),
        call("influence", 1, a, b),
    ]


@cases()
def check_half_life(draw):
    """After the half-life, not rounded to whole steps, exactly half of a memory is left."""
    return [
        call("half_life", 0.8, public_=True),
        call("half_life", 0.9),
        call("half_life", draw.number(0.05, 0.45)),
        call("half_life", draw.number(0.55, 0.95)),
        call("half_life", 0.5),
    ]


@cases(compare=MEASURED)
def check_measured_rnn(draw):
    """Measured on an RNN, the influence agrees with the formula, its sign included."""
    n = draw.size("n", 3, 8)
    a, b = draw.number(0.3, 0.9), draw.number(1.2, 3.0)
    return [
        call("measured_influence", _example, [1.0, 1.0], public_=True),
        call("measured_influence", _last_state(n, a, b), _numbers(draw, n)),
        call("measured_influence", _last_state(n, a, -b), _numbers(draw, n)),
        call("measured_influence", _last_state(1, a, b), _numbers(draw, 1)),
    ]


@cases(compare=MEASURED)
def check_measured_attention_does_not_fade(draw):
    """Measured on an attention read-out, the influence of a word is its weight, however far away it is."""
    n = draw.size("n", 5, 9)
    rising = sorted(draw.uniform(n, low=0.05, high=1.0).tolist(), reverse=True)
    return [
        call("measured_influence", _read_out(LESSON_WEIGHTS), _numbers(draw, 4)),
        call("measured_influence", _read_out(rising), _numbers(draw, n)),
    ]


def check_nudge_is_eps_from_the_original(submission, draw):
    """Every nudge is eps, and starts from the original numbers: f may be curved, and its words may depend on each other."""
    xs = [draw.number(3, 4), draw.number(3, 4), draw.number(1, 2)]
    bottom = xs[0] - draw.number(0.01, 0.02)  # so flat there that a small step of one's own shows

    def f(words):
        p, q, r = _words(words, 3)
        return (p - bottom) ** 2 + (p - bottom) ** 3 + q * r

    p, q, r = xs
    slope = 2 * (p - bottom) + 3 * (p - bottom) ** 2
    for eps in (0.25, 1e-3, 1e-4):
        given = () if eps == 1e-4 else (eps,)  # 1e-4 is the default
        measured = submission.measured_influence(f, xs, *given)
        bent = eps + 3 * (p - bottom) * eps + eps**2
        expect(measured, [slope + bent, r, q], within=Tolerance(rtol=1e-6, atol=1e-8))


@cases(compare=unchanged())
def check_words_stay_as_they_are(draw):
    """The list of words is not changed by any of your functions."""
    n = draw.size("n", 3, 8)
    a, b = draw.number(0.3, 0.9), draw.number(1.2, 3.0)
    return [
        call("rnn_states", _numbers(draw, n), a, b),
        call("measured_influence", _last_state(n, a, b), _numbers(draw, n)),
        # So large a nudge, taken off again instead of forgotten, leaves a mark that can be seen.
        call("measured_influence", _last_state(n, a, b), _numbers(draw, n), draw.number(1e13, 2e13)),
    ]
