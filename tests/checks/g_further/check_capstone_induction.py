"""Checks of capstone-induction.

The three functions are judged apart: the layer on random weights, predict against the learner's own layer, and the weights by running
them here. So a mistake in one of them shows in its own checks alone.
"""

import numpy as np

from grader.checks.api import Category, Tolerance, call, cases, expect, require, unchanged

CASE_EXEMPT = {
    "overflow": "the softmax is that of multi_head, whose checks have huge scores",
    "blocked": "a token always sees itself",
    "unsaturated": "no table of weights comes back; the layer is compared on random weights whose scores are moderate",
}

NAMES = ("W_Q", "W_K", "W_V", "W_O")
ROUGHLY = Tolerance(rtol=1e-5, atol=1e-7)


def _layer(draw, d):
    """Random weights whose scores stay below about 3."""
    return {name: draw.normal(d, d, scale=d**-0.5) for name in NAMES}


def _array(value, shape):
    """A finite array of this shape, whatever its numbers."""
    expect(value, np.zeros(shape), within=Tolerance(atol=1e12))
    return value.astype(float)


def check_layer_adds_what_the_heads_find(submission, reference, draw):
    """The last row of a layer's result is the last row of X plus what its heads find in all tokens so far."""
    for _ in range(3):
        n, h, d_head = draw.sizes("n h d_head", 2, 6)
        d = h * d_head
        X, P = draw.normal(n, d), _layer(draw, d)
        for m in range(1, n + 1):
            got = _array(submission.causal_multi_head(X[:m], P, h), (m, d))
            expect(got[-1], reference.causal_multi_head(X[:m], P, h)[-1])


def check_no_row_sees_the_future(submission, draw):
    """When later tokens change, the rows before them stay the same."""
    n, h, d_head = draw.sizes("n h d_head", 3, 6)
    d = h * d_head
    X, P = draw.normal(n, d), _layer(draw, d)
    before = _array(submission.causal_multi_head(X, P, h), (n, d))
    for m in range(1, n):
        changed = np.vstack([X[:m], draw.normal(n - m, d)])
        after = _array(submission.causal_multi_head(changed, P, h), (n, d))
        leak = float(np.abs(after[:m] - before[:m]).max())
        require(leak < 1e-9, "an earlier row changed with a later token", expected="no change", got=leak)


def check_predict_runs_all_layers(submission, reference, draw):
    """predict sends one-hot words and positions through every layer of W, and returns the prediction columns as they are."""
    for h in (2, 3):
        vocab, n_max = draw.sizes("vocab n_max", 3, 6)
        ready = reference.induction_weights(vocab, n_max, h)
        usual, width = (ready["d"], ready["out"]), ready["d"] + h * draw.whole(1, 2)
        elsewhere = width, width - vocab - 1  # the prediction may start anywhere, and end before the stream does
        for layers, (d, out) in (
            (ready["layers"], usual),
            ([_layer(draw, usual[0])], usual),
            ([_layer(draw, width) for _ in range(3)], elsewhere),
        ):
            tokens = draw.integers(n_max - 1, low=0, high=vocab)
            X = np.zeros((len(tokens), d))
            X[np.arange(len(tokens)), tokens] = 1.0
            X[np.arange(len(tokens)), vocab + np.arange(len(tokens))] = 1.0
            for P in layers:
                X = _array(submission.causal_multi_head(X, P, h), X.shape)
                require(np.abs(X).max() < 1e6, "the stream grows without bounds", got=X)
            W = {"layers": layers, "d": d, "out": out}
            got = submission.predict(tokens, vocab, n_max, W, h) if h != 2 else submission.predict(tokens, vocab, n_max, W)
            expect(got, X[:, out : out + vocab], within=ROUGHLY)


def _weights(W, vocab, n_max, h):
    """The learner's weights, if they have the promised form: they are going to be run here."""
    require(isinstance(W, dict), "induction_weights gives a dict", category=Category.TYPE, got=W)
    require(set(W) >= {"layers", "d", "out"}, 'the keys are "layers", "d" and "out"', expected=["layers", "d", "out"], got=list(W))
    for name in ("d", "out"):
        is_whole = isinstance(W[name], (int, np.integer)) and not isinstance(W[name], bool)
        require(is_whole, f'"{name}" is a whole number', category=Category.TYPE, got=W[name])
    d, out, layers = int(W["d"]), int(W["out"]), W["layers"]
    require(3 * vocab + n_max <= d <= 5000 and d % h == 0, "d holds all four parts and is divided by h", got=d)
    require(d // h >= max(vocab, n_max), "a head has no room for all words and positions", got=d // h)
    require(0 <= out <= d - vocab, "the prediction columns lie in the stream", got=out)
    require(isinstance(layers, (list, tuple)) and len(layers) == 2, "there are two layers", category=Category.TYPE, got=layers)
    for P in layers:
        is_complete = isinstance(P, dict) and set(P) >= set(NAMES)
        require(is_complete, "a layer is a dict of W_Q, W_K, W_V, W_O", category=Category.TYPE, got=P)
        for name in NAMES:
            _array(P[name], (d, d))
            require(np.abs(P[name].astype(float)).max() < 1e6, f"{name} holds no huge numbers", got=P[name])
    return {"layers": [{name: P[name].astype(float) for name in NAMES} for P in layers], "d": d, "out": out}


def _judge(W, reference, tokens, vocab, n_max, h):
    """Every row whose word has occurred exactly once before must predict what followed there."""
    predictions = _array(reference.predict(np.array(tokens), vocab, n_max, W, h), (len(tokens), vocab))
    for i, word in enumerate(tokens):
        earlier = [j for j in range(i) if tokens[j] == word]
        if len(earlier) == 1 and earlier[0] + 1 < i:
            follower = tokens[earlier[0] + 1]
            require(
                np.abs(predictions[i] - np.eye(vocab)[follower]).max() < 0.01,
                "a word that has occurred before does not predict the word that followed it",
                expected=f"word {follower} after {tokens[: i + 1]}",
                got=predictions[i],
            )


def _expect_leads(W, reference, tokens, vocab, h, sharpness):
    """Layer 1 looks one back, layer 2 for what followed the same word before: both scores lie `sharpness` above the others."""
    n = len(tokens)
    X = np.zeros((n, W["d"]))
    X[np.arange(n), tokens] = X[np.arange(n), vocab + np.arange(n)] = 1.0
    follows = np.array([[0 < j < i and tokens[j - 1] == tokens[i] for j in range(n)] for i in range(n)])
    for number, (P, wanted) in enumerate(zip(W["layers"], (np.eye(n, k=-1) == 1, follows), strict=True), 1):
        lead = max(_lead(X, P, columns, wanted) for columns in np.split(np.arange(W["d"]), h))
        is_fine = abs(lead - sharpness) < 0.01 * sharpness
        says = f"in layer {number} the score of a wanted position does not lie `sharpness` above the others"
        require(is_fine, says, expected=round(sharpness, 6), got=round(lead, 6))
        X = reference.causal_multi_head(X, P, h)


def _lead(X, P, columns, wanted):
    """The smallest distance, over the rows that want something, between the wanted score and the best of the others it sees."""
    S = (X @ P["W_Q"][:, columns]) @ (X @ P["W_K"][:, columns]).T / len(columns) ** 0.5
    rows, visible = wanted.any(axis=1), np.tri(len(X), dtype=bool)
    best = np.where(wanted, S, np.inf).min(axis=1) - np.where(visible & ~wanted, S, -np.inf).max(axis=1)
    return float(best[rows].min())


def _texts(draw, vocab, n_max):
    """<start> and a pattern twice; a match among other words; a match far back among repetitions. Words drawn anew each time."""
    words = draw.shuffled(range(1, vocab))
    length = min(len(words), (n_max - 1) // 2)
    pattern = words[: max(2, length - draw.whole(0, 2))]
    yield [0, *pattern, *pattern][:n_max]
    yield [0, *(int(w) for w in draw.integers(n_max - 1, low=1, high=vocab))]
    yield [0, *words[:4], words[1]][:n_max]
    before, after = n_max // 2 - 1, n_max - n_max // 2 - 3
    yield [0, *[words[0]] * before, words[1], words[2], *[words[0]] * after, words[1]]


def check_weights_complete_patterns(submission, reference, draw):
    """With the weights for 2 heads, every word that has occurred before predicts what followed it; the wanted positions lead by sharpness."""
    sharpness = draw.number(15.0, 25.0)
    for vocab, n_max, how in ((10, 24, {}), (6, 40, {}), (draw.whole(6, 12), draw.whole(13, 20), {"sharpness": sharpness})):
        W = _weights(submission.induction_weights(vocab, n_max, **how), vocab, n_max, 2)
        for text in _texts(draw, vocab, n_max):
            _judge(W, reference, text, vocab, n_max, 2)
    words = draw.shuffled(range(1, vocab))[:4]
    _expect_leads(W, reference, [0, *words, *words], vocab, 2, sharpness)


def check_weights_fit_any_number_of_heads(submission, reference, draw):
    """The same holds for one, three or more heads, and for more words than positions: the stream is padded where it must be."""
    for h, vocab, n_max in ((1, 8, 11), (3, 7, 10), (draw.whole(4, 5), draw.whole(12, 15), draw.whole(7, 9))):
        W = _weights(submission.induction_weights(vocab, n_max, h=h, sharpness=60.0), vocab, n_max, h)
        for text in _texts(draw, vocab, n_max):
            _judge(W, reference, text, vocab, n_max, h)


@cases(compare=unchanged())
def check_inputs_stay_as_they_are(draw):
    """The stream, the tokens and the weights are left as they are."""
    n, h, d_head = draw.sizes("n h d_head", 3, 6)
    X, P = draw.normal(n, h * d_head), _layer(draw, h * d_head)
    W = {"layers": [_layer(draw, 14), _layer(draw, 14)], "d": 14, "out": 10}
    return [call("causal_multi_head", X, P, h), call("predict", np.array([0, 2, 1]), 3, 4, W, h=2)]
