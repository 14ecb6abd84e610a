"""Checks of layer-detective."""

import copy

import numpy as np

from grader.checks.api import Category, call, cases, require

CASE_EXEMPT = {"overflow": "the learner takes no exponential", "blocked": "masks stand inside the layers"}

# --- the layers: a learner's code can call them but not read them -------------------------------------------------------------------


def _texts(tgt, src, d):
    """Both sentences, refused unless they are arrays of tokens with d numbers."""
    for text in (tgt, src):
        if not isinstance(text, np.ndarray) or text.dtype.kind not in "fiu":
            raise TypeError("this layer takes two arrays of numbers")
        if text.ndim != 2 or text.shape[1] != d or not len(text):
            raise ValueError(f"this layer takes arrays of shape (number of tokens, {d})")
    return tgt, src


def _layer(draw, kind, d, d_out, scale=0.5):
    """One attention layer of this kind with drawn weights; the smaller the scale, the more alike are the weights of the tokens."""
    d_k = d_out + 1
    W_Q, W_K, W_V = draw.normal(d, d_k, scale=scale), draw.normal(d, d_k, scale=0.5), draw.normal(d, d_out)

    def layer(tgt, src):
        tgt, src = _texts(tgt, src, d)
        read = src if kind == "cross" else tgt
        with np.errstate(all="ignore"):
            scores = (tgt @ W_Q) @ (read @ W_K).T / np.sqrt(d_k)
            if kind == "masked self":
                scores = np.where(np.tri(len(tgt), dtype=bool), scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            return powers / powers.sum(axis=1, keepdims=True) @ (read @ W_V)

    return layer


def _noisy(layer):
    """The layer with rounding errors, others for other texts: numbers that must not matter come in and are taken out again."""

    def noisy(tgt, src):
        Y = layer(tgt, src)
        for lift in (1e3 * (src.sum() + 0.7), 1e3 * (tgt.sum() + 0.7)):
            Y = (Y / lift + 1) * lift - lift
        return Y

    return noisy


def _case(draw, kind, change=lambda layer: layer):
    d, d_out = draw.sizes("d d_out", 2, 6)
    return call("classify_layer", change(_layer(draw, kind, d, d_out)), d, draw.generator())


def _directions(X):
    """The tokens, all made equally long, as a norm in front of a layer makes them."""
    length = np.sqrt((X**2).mean(axis=1, keepdims=True))
    return X / np.where(length > 0, length, 1.0)


def _faint(draw, kind):
    """A millionth of a layer that never saturates, beside 1: whatever moves moves by far more than 1e-9, and by far less than usual."""
    d, d_out = draw.sizes("d d_out", 3, 6)
    layer = _layer(draw, kind, d, d_out, scale=0.05)
    return call("classify_layer", lambda tgt, src: 1 + 1e-6 * layer(tgt, src), d, draw.generator())


def _behind_a_norm(draw, kind):
    """A layer that sees no token's length, and has one number that never moves."""
    d, d_out = draw.sizes("d d_out", 3, 6)
    layer = _layer(draw, kind, d, d_out)

    def normed(tgt, src):
        Y = layer(*map(_directions, _texts(tgt, src, d)))
        Y[:, 0] = 1.0
        return Y

    return call("classify_layer", normed, d, draw.generator())


def _opposites(draw, kind):
    """Twice the same experiment on layers of one number that weigh all tokens alike: once all outputs go up, once all go down."""
    d = draw.size("d", 2, 6)
    w, own = draw.normal(d, 1), draw.normal(d, 1)

    def mean(tgt, src):
        tgt, src = _texts(tgt, src, d)
        return tgt @ own + (src @ w).mean() if kind == "cross" else np.repeat(tgt.mean(axis=0, keepdims=True) @ w, len(tgt), axis=0)

    rng = draw.generator()
    return [
        call("classify_layer", mean, d, copy.deepcopy(rng)),
        call("classify_layer", lambda tgt, src: -mean(tgt, src), d, rng),
    ]


def _ways(draw, kind):
    """Layers of this kind: two opposite ones, a faint one, one behind a norm, an ordinary one."""
    if draw.index == 0:
        return _opposites(draw, kind)
    return [{1: _faint, 2: _behind_a_norm}.get(draw.index, _case)(draw, kind)]


def _place_matters(tgt, src):
    """A cross layer that no wrong idea about kinds mistakes easily: later source tokens count more."""
    tgt, src = _texts(tgt, src, 3)
    Y = tgt + (np.arange(1, len(src) + 1)[:, None] * src).sum(axis=0)
    return np.hstack([Y, -Y])  # something goes up, whatever is changed


def _among_others(draw, *cases_):
    """The cases in an order that nobody can know, with a cross layer in between."""
    return draw.shuffled([*cases_, call("classify_layer", _place_matters, 3, draw.generator())])


# --- checks -------------------------------------------------------------------------------------------------------------------------


@cases(repeat=4)
def check_self_attention_is_recognised(draw):
    """A layer in which every target token reads the whole target is called self, rounding errors or not, however little moves."""
    return _among_others(draw, *_ways(draw, "self"), _case(draw, "self", _noisy))


@cases(repeat=4)
def check_masked_self_attention_is_recognised(draw):
    """A layer in which no target token reads a later one is called masked self, rounding errors or not."""
    worked = call("classify_layer", lambda tgt, src: np.cumsum(_texts(tgt, src, 2)[0], axis=0), 2, draw.generator(), public_=True)
    return [worked, *_among_others(draw, _case(draw, "masked self"), _case(draw, "masked self", _noisy))]


@cases(repeat=4)
def check_cross_attention_is_recognised(draw):
    """A layer in which every target token reads the source is called cross, however little moves."""
    worked = call("classify_layer", lambda tgt, src: _texts(tgt, src, 2)[0] + src.mean(axis=0), 2, draw.generator(), public_=True)
    return [worked, *_ways(draw, "cross")]


def check_at_most_ten_calls(submission, draw):
    """Ten calls of the layer are enough, whatever its kind."""
    for kind in draw.shuffled(["self", "masked self", "cross"]):
        calls = []
        d, d_out = draw.sizes("d d_out", 2, 6)
        inner = _layer(draw, kind, d, d_out)

        def layer(tgt, src, inner=inner, calls=calls):
            calls.append(1)
            return inner(tgt, src)

        kind_found = submission.classify_layer(layer, d, draw.generator())
        require(isinstance(kind_found, str), "the name of a kind is expected", category=Category.TYPE, got=kind_found)
        require(len(calls) <= 10, "the layer was called more than ten times", expected="at most 10 calls", got=len(calls))
        require(calls, "the kind cannot be known without calling the layer", expected="at least one call", got=0)
