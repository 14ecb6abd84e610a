"""Checks of leak-test."""

import numpy as np

from grader.checks.api import call, cases

CASE_EXEMPT = {"overflow": "the learner takes no exponential", "blocked": "masks stand inside the layers"}

# --- the zoo: layers that a learner's code can call but not read --------------------------------------------------------------------


def _fed(function, n, d):
    """The layer as a learner may call it: it takes texts of n tokens, each d numbers, and refuses anything else."""

    def layer(X):
        if not isinstance(X, np.ndarray) or X.dtype.kind not in "fiu":
            raise TypeError("this layer takes an array of numbers")
        if X.shape != (n, d):
            raise ValueError(f"this layer takes an array of shape ({n}, {d})")
        with np.errstate(all="ignore"):
            return function(X)

    return layer


def _leaks(function, n, d, draw, public_=False):
    return call("leaks", _fed(function, n, d), n, d, draw.generator(), public_=public_)


def _depends(function, n, d, draw, **options):
    return call("dependency", _fed(function, n, d), n, d, draw.generator(), **options)


class _Attention:
    """One head with drawn weights; `close` turns scores into weights."""

    def __init__(self, draw, d, d_out=None, scale=0.5):
        self.W_Q, self.W_K = (draw.normal(d, d, scale=scale) for _ in range(2))
        self.W_V = draw.normal(d, d_out or d)
        self.scale = scale

    def layer(self, weigh):
        def run(X):
            scores = (X @ self.W_Q) @ (X @ self.W_K).T / np.sqrt(X.shape[1])
            return weigh(np.clip(scores, -30, 30), np.tri(len(X), dtype=bool)) @ (X @ self.W_V)

        return run


def _softmax(S, axis=-1):
    E = np.exp(S - S.max(axis=axis, keepdims=True))
    return E / E.sum(axis=axis, keepdims=True)


def _causal(S, may_look):
    return _softmax(np.where(may_look, S, -np.inf))


def _renormalised(S, may_look):
    A = _softmax(S) * may_look
    return A / A.sum(axis=1, keepdims=True)


def _no_mask(S, may_look):
    return _softmax(S)


def _one_ahead(S, may_look):
    return _softmax(np.where(np.tri(len(S), k=1, dtype=bool), S, -np.inf))


def _zero_fill(S, may_look):
    return _softmax(np.where(may_look, S, 0.0))


def _minus_eight(S, may_look):
    return _softmax(np.where(may_look, S, -8.0))


def _wiped(S, may_look):
    return _softmax(S) * may_look


def _columns(S, may_look):
    return _softmax(np.where(may_look, S, -np.inf), axis=0)


def _total_minus_later(X):
    """The sum up to each token, by way of the total: clean, but for rounding."""
    later = np.cumsum(X[::-1], axis=0)[::-1] - X
    return X.sum(axis=0) - later


def _shifted(X):
    """Each output is the token before."""
    return np.concatenate([np.zeros_like(X[:1]), X[:-1]])


def _standardised(X):
    """Statistics over the whole text, then a running sum."""
    return np.cumsum(X - X.mean(axis=0), axis=0)


def _one_row_peeks(X):
    Y = np.cumsum(X, axis=0)
    Y[min(1, len(X) - 1)] += X[-1]
    return Y


def _one_cell(draw, n, d):
    """One number of one output tells how far apart two numbers of one later token are, which is not the last token."""
    later = draw.whole(2, n - 2)
    earlier, column = draw.whole(1, later - 1), draw.whole(1, d - 2)
    one, two = draw.shuffled(range(1, d - 1))[:2]

    def layer(X):
        Y = np.cumsum(X, axis=0)
        Y[earlier, column] += abs(X[later, one] - X[later, two])
        return Y

    return layer


def _products(X):
    """Each token times where the next one's direction points down: nothing to see in zeros, in positive numbers, in a token made longer."""
    following = np.concatenate([X[1:], np.ones_like(X[:1])])
    length = np.sqrt((following**2).sum(axis=1, keepdims=True))
    return X * np.minimum(following / np.where(length > 0, length, 1.0), 0.0)


def _running_sum_in_place(X):
    np.cumsum(X, axis=0, out=X)
    return X


def _backward_sum_in_place(X):
    X[:] = np.cumsum(X[::-1].copy(), axis=0)[::-1]
    return X


def _sum_of_later(X):
    """For each token the sum of all later ones, with no rounding that depends on earlier ones."""
    sums = np.cumsum(X[::-1], axis=0)[::-1]
    return np.concatenate([sums[1:], np.zeros_like(X[:1])])


def _faint(X):
    """A millionth of what comes later is mixed in."""
    return X + 10 + 1e-6 * _sum_of_later(X)


def _whims(X):
    """A number between -1 and 1 for each number of a text: none tells another token's, and another token has quite other ones."""
    return np.sin(40 * (X + 1.7) * (np.roll(X, 1, axis=1) + 2.3))


def _barely(X):
    """What comes later shows in the ninth digit of the first numbers: a token that is replaced moves none by more than 9.8e-9."""
    Y = np.cumsum(X, axis=0)
    Y[:, :8] += 4.9e-9 * _sum_of_later(_whims(X[:, :9]))[:, :8]
    return Y


def _hums(X):
    """The next token moves one number of an output, a small one, by up to 8e-10: that counts as rounding."""
    Y = np.cumsum(X, axis=0)
    Y[:, -1] *= 0.1
    Y[:-1, -1] += 4e-10 * _whims(X)[1:, 0]
    return Y


class _CleanAtFirst:
    """A running sum that adds what comes later, except in the first texts that it is given. A text is what shares a token with it."""

    def __init__(self, clean=1):
        self.clean = clean
        self.texts = []

    def _number(self, X):
        for number, known in enumerate(self.texts):
            if any((other == X).all(axis=1).any() for other in known):
                known.append(X.copy())
                return number
        self.texts.append([X.copy()])
        return len(self.texts) - 1

    def __call__(self, X):
        is_clean = self._number(X) < self.clean
        return np.cumsum(X, axis=0) + (0.0 if is_clean else _sum_of_later(X))


def _running_total(X):
    """One number per token: all numbers so far, added up and made large."""
    return 1e4 * np.cumsum(X.sum(axis=1, keepdims=True), axis=0)


def _and_its_opposite(X):
    """Two numbers per token: all numbers so far, and their opposite. Whatever moves, the sum of both stays 0."""
    total = np.cumsum(X.sum(axis=1, keepdims=True), axis=0)
    return np.concatenate([total, -total], axis=1)


def _now_and_then(X):
    """Each later token is told to each earlier one in three texts of ten, by a whim of their numbers."""
    whims = np.sin(40 * (X[:, None, 0] + 1.7) * (X[None, :, 1] + 2.3)) > 0.588
    return X + (np.triu(whims, 1)[:, :, None] * X).sum(axis=1)


# --- checks -------------------------------------------------------------------------------------------------------------------------


@cases(repeat=2)
def check_table_of_dependencies(draw):
    """The table says for every output which tokens it depends on, also for one token and for outputs of another width."""
    n, d = draw.sizes("n d", 3, 5)
    wide = _Attention(draw, d, d + 2, scale=0.2)
    layers = [(wide.layer(_causal), n), (_shifted, n), (np.tanh, n), (_shifted, 2), (lambda X: 2 * X, 1)]
    narrow = _depends(_running_total, 12, d, draw, trials=1)  # one number per output: half of the changes go down
    return [*(_depends(layer, length, d, draw) for layer, length in layers), narrow, _depends(_and_its_opposite, n, d, draw)]


@cases(repeat=1)
def check_clean_layers_are_cleared(draw):
    """A layer whose outputs depend on their own and on earlier tokens only, all of them or a few, does not leak."""
    n, d = draw.sizes("n d", 3, 5)
    one, two = (_Attention(draw, d).layer(_causal) for _ in range(2))
    clean = [one, lambda X: X + two(one(X)), _shifted, lambda X: X**2]
    worked = _leaks(lambda X: np.cumsum(X, axis=0), 3, 2, draw, public_=True)
    return [worked, *(_leaks(layer, n, d, draw) for layer in clean)]


@cases(repeat=1)
def check_leaky_layers_are_caught(draw):
    """A layer in which any number of any output depends on any later token leaks, however little of the token it takes."""
    n, d = draw.sizes("n d", 4, 6)
    leaky = [_one_row_peeks, _Attention(draw, d).layer(_one_ahead), _products, _standardised]
    leaky += [_Attention(draw, d).layer(weigh) for weigh in (_no_mask, _zero_fill, _wiped, _columns)]
    leaky.append(_one_cell(draw, n, d))  # last: what misses another one, too, is told by that
    worked = _leaks(lambda X: X + X[::-1], 3, 2, draw, public_=True)
    return [worked, *(_leaks(layer, n, d, draw) for layer in leaky)]


@cases(repeat=2)
def check_faint_leaks_are_caught(draw):
    """A leak is a leak, even if it moves outputs by a thousandth, by a millionth or by a few billionths."""
    n, d = draw.sizes("n d", 4, 6)
    return [_leaks(layer, n, d, draw) for layer in (_Attention(draw, d).layer(_minus_eight), _faint)] + [_leaks(_barely, n, 90, draw)]


@cases(repeat=1)
def check_rounding_is_no_leak(draw):
    """Differences of 1e-9 or less are rounding and do not count."""
    n, d = draw.sizes("n d", 5, 9)
    return [_leaks(layer, n, d, draw) for layer in (_total_minus_later, _Attention(draw, d).layer(_renormalised), _hums)]


@cases(repeat=2)
def check_layers_that_overwrite_their_input(draw):
    """A layer may write into the array it is given and return that same array: it gets a fresh copy each time."""
    n, d = draw.sizes("n d", 3, 5)
    return [_leaks(layer, n, d, draw) for layer in (_running_sum_in_place, _backward_sum_in_place)]


@cases(repeat=1)
def check_every_trial_is_a_fresh_text(draw):
    """A leak that shows only now and then is found, if `trials` fresh texts, 3 unless told otherwise, are enough to show it."""
    late = draw.whole(4, 7)
    return [
        _depends(_now_and_then, 5, 2, draw, trials=38),
        _depends(_CleanAtFirst(2), 6, 40, draw),
        _depends(_CleanAtFirst(late), 3, 40, draw, trials=late + 1),
    ]


@cases(repeat=2)
def check_leaks_tries_several_texts(draw):
    """`leaks` too tries several fresh texts: a leak may not show in the first."""
    n, d = draw.sizes("n d", 3, 5)
    return _leaks(_CleanAtFirst(), n, d, draw)
