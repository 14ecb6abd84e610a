"""Checks of order-blind. The layers live on this side of the wall: nobody can read their code or their weights."""

import numpy as np

from grader.checks.api import all_of, call, cases, close, expect, require, unchanged

BLIND = True
CASE_EXEMPT = {
    "overflow": "Learners write no exponential here; the layers are ours.",
    "blocked": "The causal layer is ours, and blocks no whole row.",
}


def _table(X):
    """The array a layer is given. Raises ValueError for anything that is not a table of tokens."""
    table = np.asarray(X, dtype=float)
    if table.ndim != 2 or 0 in table.shape:
        raise ValueError("a layer takes a table with one row per token")
    return table


def _doubled(X):
    return 2 * _table(X)


def _running_total(X):
    return np.cumsum(_table(X), axis=0)


def _attention(draw, d, d_out, *, causal=False, positions=None, spoils=False, offset=0.0):
    """One attention step with random weights; `positions` (d,) times the place is added to the tokens, `spoils` overwrites the input."""
    W_Q, W_K = draw.normal(d, 3, scale=0.5), draw.normal(d, 3, scale=0.5)
    W_V = draw.normal(d, d_out)

    def layer(X):
        x = _table(X)
        if x.shape[1] != d:
            raise ValueError(f"this layer takes rows of {d} numbers")
        if positions is not None:
            x = x + np.arange(len(x))[:, None] * positions
        scores = (x @ W_Q) @ (x @ W_K).T / np.sqrt(3)
        if causal:
            scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
        exps = np.exp(scores - scores.max(axis=1, keepdims=True))
        out = exps / exps.sum(axis=1, keepdims=True) @ (x @ W_V) + offset
        if spoils and isinstance(X, np.ndarray) and X.dtype.kind == "f":
            X[:] = np.arange(X.size).reshape(X.shape)
        return out

    return layer


def _per_token(draw, d, d_out):
    W1, W2 = draw.normal(d, 5), draw.normal(5, d_out)
    return lambda X: np.maximum(_table(X) @ W1, 0) @ W2


def _average_for_everybody(X):
    x = _table(X)
    return np.repeat(x.mean(axis=0, keepdims=True), len(x), axis=0)


def _rnn(draw, d, d_out):
    W, U = draw.normal(d, d_out), draw.normal(d_out, d_out, scale=0.4)

    def layer(X):
        h, out = np.zeros(d_out), []
        for x in _table(X):
            h = np.tanh(x @ W + h @ U)
            out.append(h)
        return np.array(out)

    return layer


def _from_row_three(X):
    """The first three tokens are treated alike; from place 3 on the place is added."""
    x = _table(X)
    return x + np.maximum(np.arange(len(x)) - 2, 0)[:, None]


def _both_neighbours(X):
    """Each row plus the rows beside it: reading backwards changes nothing, any other order does."""
    x = _table(X)
    out = x.copy()
    out[1:] += x[:-1]
    out[:-1] += x[1:]
    return out


def _ring(X):
    """Each row plus the row before it, the last before the first: turning the ring changes nothing, any other order does."""
    x = _table(X)
    return x + np.roll(x, 1, axis=0)


def _upside_down(X):
    """The rows in the opposite order: always the same rows, but not each with its token."""
    return _table(X)[::-1].copy()


def _bonus_if_much_is_moved(X):
    """Everybody gets 1 more if more than three rows are away from where their first numbers, falling, would put them."""
    x = _table(X)
    return x + float(np.count_nonzero(np.argsort(-x[:, 0]) != np.arange(len(x))) > 3)


def _one_entry_tells(X):
    """One entry, in the middle and of the last column, gets 1 more unless the first numbers of the rows are falling."""
    x = _table(X).copy()
    x[len(x) // 2, -1] += float((np.diff(x[:, 0]) > 0).any())
    return x


def _bonus_if_the_largest_leads(X):
    """Everybody gets 1 more if the row that begins with the largest number comes first: the same for all, and it depends on order."""
    x = _table(X)
    return x + float(x[0, 0] == x[:, 0].max())


def _bonus_if_the_smallest_lags(X):
    """Everybody gets 1 less if the row that begins with the smallest number comes last."""
    x = _table(X)
    return x - float(x[-1, 0] == x[:, 0].min())


def _first_row_stands_out(X):
    """Half a step up for the first row: any order that moves it changes entries by exactly one half, in either direction."""
    x = np.round(_table(X))
    x[0] += 0.5
    return x


def _ask(draw, layer, X, **options):
    return call("is_permutation_equivariant", layer, X, draw.generator(), **options)


@cases()
def check_blind_layers_are_found(draw):
    """Attention without mask and positions, a per-token layer, and everybody getting the average are blind to order."""
    n, d, d_out = draw.sizes("n d d_out", 4, 8)
    X = draw.normal(n, d)
    return [
        call("is_permutation_equivariant", _doubled, np.eye(2), draw.generator(), public_=True),
        _ask(draw, _attention(draw, d, d_out), X),
        _ask(draw, _per_token(draw, d, d_out), X),
        _ask(draw, _average_for_everybody, X),
        _ask(draw, _attention(draw, d, d_out), X[:2]),
    ]


@cases()
def check_ordered_layers_are_found(draw):
    """Causal attention, attention with positions, an RNN, and a layer that treats only its first three tokens alike are not blind."""
    n, d, d_out = draw.sizes("n d d_out", 4, 8)
    X = draw.normal(n, d)
    return [
        call("is_permutation_equivariant", _running_total, np.eye(3), draw.generator(), public_=True),
        _ask(draw, _attention(draw, d, d_out, causal=True), X),
        _ask(draw, _attention(draw, d, d_out, positions=np.abs(draw.normal(d)) + 0.5), X),
        _ask(draw, _rnn(draw, d, d_out), X),
        _ask(draw, _from_row_three, draw.normal(7, 3)),
        _ask(draw, _bonus_if_the_largest_leads, X[np.argsort(-X[:, 0])]),
        _ask(draw, _bonus_if_the_smallest_lags, X[np.argsort(-X[:, 0])]),
        _ask(draw, _one_entry_tells, X[np.argsort(-X[:, 0])]),
    ]


@cases()
def check_reversing_or_turning_is_not_enough(draw):
    """Layers are found that reading backwards, starting elsewhere, or exchanging a few rows does not show."""
    X = draw.normal(draw.size("n", 6, 8), 3)
    return [
        _ask(draw, _both_neighbours, X),
        _ask(draw, _ring, X),
        _ask(draw, _upside_down, X),
        _ask(draw, _bonus_if_much_is_moved, X[np.argsort(-X[:, 0])]),
    ]


@cases()
def check_lone_token(draw):
    """With one token there is only one order, so every layer passes."""
    d, d_out = draw.sizes("d d_out", 2, 6)
    X = draw.normal(1, d)
    return [_ask(draw, _attention(draw, d, d_out, causal=True), X), _ask(draw, _rnn(draw, d, d_out), X)]


@cases()
def check_missing_or_extra_rows(draw):
    """A layer that does not return one row per token gets False, not an error, also when there is one token only."""
    n, d = draw.sizes("n d", 4, 7)
    X = draw.normal(n, d)
    return [
        _ask(draw, lambda X: _table(X).mean(axis=0, keepdims=True), X),
        _ask(draw, lambda X: _table(X).sum(axis=0, keepdims=True) * np.ones((len(X) - 1, 1)), X),
        _ask(draw, lambda X: np.zeros((len(_table(X)) + 2, d)), X),
        _ask(draw, lambda X: np.repeat(_table(X), 2, axis=0), X[:1]),
    ]


@cases(compare=all_of(unchanged(), close()))
def check_layer_may_overwrite_its_input(draw):
    """A layer that overwrites the array it is given spoils neither X nor your verdict."""
    n, d, d_out = draw.sizes("n d d_out", 4, 8)
    X = draw.normal(n, d)
    return [
        _ask(draw, _attention(draw, d, d_out, spoils=True), X),
        _ask(draw, _attention(draw, d, d_out, spoils=True, causal=True), X),
    ]


@cases()
def check_tolerance_is_absolute(draw):
    """A difference counts if, and only if, it is larger than tol, 1e-8 unless told otherwise, also where the numbers are large."""
    n, d, d_out = draw.sizes("n d d_out", 4, 8)
    X = draw.normal(n, d)
    large = _attention(draw, d, d_out, offset=1e6)
    late = np.linspace(1, 2, n)[:, None] * 1e-3

    def nearly(X):
        return _table(X) + late[: len(X)] / n

    def large_and_ordered(X):
        return large(X) + np.arange(len(X))[:, None]

    def by_default(size):
        return _ask(draw, lambda X: _table(X) + size * np.arange(len(X))[:, None], X)

    return [
        _ask(draw, nearly, X, tol=draw.number(1.1, 1.5) * 1e-3 / n),
        _ask(draw, nearly, X, tol=1e-6),
        _ask(draw, large_and_ordered, X),
        _ask(draw, large, X, tol=1e-4),
        _ask(draw, _first_row_stands_out, X, tol=0.5),
        _ask(draw, _first_row_stands_out, X, tol=0.49),
        by_default(3e-8),  # so far apart that every order but the given one shows it
        by_default(9e-9 / n),
    ]


def check_orders_come_from_rng(submission, draw):
    """The orders come from the rng you are given: equal generators try equal orders, other generators try others."""
    X = draw.normal(7, 3)

    def orders(rng):
        seen = []

        def layer(X):
            x = _table(X)
            seen.append(x.tobytes())
            return x + x

        expect(submission.is_permutation_equivariant(layer, X, rng, trials=12), BLIND)
        return seen

    first, again = orders(draw.generator()), orders(draw.generator())
    other = draw.generator()
    other.random(1000)
    different = orders(other)
    require(first == again, "two equal generators led to different orders")
    require(first != different, "two different generators led to the same orders")


def check_every_trial_is_made(submission, draw):
    """A layer that passes is called for each of the `trials` orders, however many are asked for, and for 8 unless told otherwise."""
    X = draw.normal(7, 3)
    for trials in (8, 2, 23):
        asked = {} if trials == 8 else {"trials": trials}
        calls = []

        def layer(X, calls=calls):
            calls.append(len(_table(X)))
            return _table(X) * 3

        expect(submission.is_permutation_equivariant(layer, X, draw.generator(), **asked), BLIND)
        require(len(calls) >= trials, f"the layer was called {len(calls)} times for {trials} orders")
