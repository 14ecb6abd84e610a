"""Other correct styles of capstone-induction."""

import math

import numpy as np

from grader.checks.variants import alternative


@alternative("attention written out", replaces="causal_multi_head")
def written_out(X, P, h):
    """One head after the other, with an additive mask."""
    n, d = X.shape
    k = d // h
    late = np.triu(np.full((n, n), -np.inf), 1)
    result = X.astype(float)
    for i in range(h):
        cols = slice(i * k, (i + 1) * k)
        s = (X @ P["W_Q"][:, cols]) @ (X @ P["W_K"][:, cols]).T / math.sqrt(k) + late
        e = np.exp(s - s.max(axis=1, keepdims=True))
        result = result + e / e.sum(axis=1, keepdims=True) @ (X @ P["W_V"][:, cols]) @ P["W_O"][cols]
    return result


@alternative("attention written out", replaces="predict")
def identity_rows(tokens, vocab, n_max, W, h=2):
    """The stream is put together from rows of identities."""
    tokens = np.asarray(tokens)
    n = len(tokens)
    rest = np.zeros((n, W["d"] - vocab - n_max))
    X = np.hstack([np.eye(vocab)[tokens], np.eye(n_max)[:n], rest])
    for layer in W["layers"]:
        X = causal_multi_head(X, layer, h)
    start = W["out"]
    return X[:, start : start + vocab].copy()


@alternative("slices and identities", replaces="induction_weights")
def slices(vocab, n_max, h=2, sharpness=30.0):
    """Blocks of identities; width found by counting up."""
    d = 3 * vocab + n_max
    while d % h != 0 or d // h < max(vocab, n_max):
        d += 1
    s = sharpness * np.sqrt(d / h)
    word, place, prev, out = (
        slice(a, a + size) for a, size in ((0, vocab), (vocab, n_max), (vocab + n_max, vocab), (2 * vocab + n_max, vocab))
    )
    zero = np.zeros((d, d))
    L1 = dict(W_Q=zero.copy(), W_K=zero.copy(), W_V=zero.copy(), W_O=zero.copy())
    L1["W_Q"][place, :n_max] = s * np.eye(n_max, k=-1)
    L1["W_K"][place, :n_max] = np.eye(n_max)
    L1["W_V"][word, :vocab] = np.eye(vocab)
    L1["W_O"][:vocab, prev] = np.eye(vocab)
    L2 = dict(W_Q=zero.copy(), W_K=zero.copy(), W_V=zero.copy(), W_O=zero.copy())
    L2["W_Q"][word, :vocab] = s * np.eye(vocab)
    L2["W_K"][prev, :vocab] = np.eye(vocab)
    L2["W_V"][word, :vocab] = np.eye(vocab)
    L2["W_O"][:vocab, out] = np.eye(vocab)
    return {"layers": [L1, L2], "d": d, "out": 2 * vocab + n_max}


@alternative("slices and identities", replaces="causal_multi_head")
def with_lists(X, P, h):
    """The mask as nested lists."""
    n = len(X)
    mask = [[j <= i for j in range(n)] for i in range(n)]
    return np.asarray(X) + multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, allowed=np.array(mask))[0]


@alternative("the last head works, with room to spare", replaces="induction_weights")
def last_head(vocab, n_max, h=2, sharpness=30.0):
    """Uses the last head, a wider stream than needed, and keeps the prediction at the very end."""
    d_head = vocab + n_max + 5
    while d_head * h < 3 * vocab + n_max:
        d_head += 1
    d = d_head * h
    first_column = d - d_head
    root = (sharpness * d_head**0.5) ** 0.5
    prev, out = vocab + n_max, d - vocab
    layers = []
    for number in (1, 2):
        P = {name: np.zeros((d, d)) for name in ("W_Q", "W_K", "W_V", "W_O")}
        for t in range(vocab):
            P["W_V"][t, first_column + t] = 2.0
            P["W_O"][first_column + t, (prev if number == 1 else out) + t] = 0.5
            if number == 2:
                P["W_Q"][t, first_column + t] = root
                P["W_K"][prev + t, first_column + t] = root
        if number == 1:
            for p in range(n_max):
                P["W_Q"][vocab + p, first_column + p] = root
                if p + 1 < n_max:
                    P["W_K"][vocab + p, first_column + p + 1] = root
        layers.append(P)
    return {"layers": layers, "d": d, "out": out}


@alternative("recursion over layers", replaces="predict")
def recursion(tokens, vocab, n_max, W, h=2):
    """One layer, then the rest; the stream starts as a comparison with aranges."""

    def run(X, layers):
        if not layers:
            return X
        return run(causal_multi_head(X, layers[0], h), layers[1:])

    n = len(tokens)
    X = np.zeros((n, W["d"]))
    X[:, :vocab] = np.asarray(tokens)[:, None] == np.arange(vocab)
    X[:, vocab : vocab + n_max] = np.arange(n)[:, None] == np.arange(n_max)
    return run(X, list(W["layers"]))[:, W["out"] :][:, :vocab]


@alternative("a small class", replaces="induction_weights")
def with_class(vocab, n_max, h=2, sharpness=30.0):
    """A builder that connects columns of the stream with numbers of head 0."""
    need = 3 * vocab + n_max
    d_head = math.ceil(max(need / h, vocab, n_max))

    class Layer:
        def __init__(self):
            self.P = {name: np.zeros((d_head * h, d_head * h)) for name in ("W_Q", "W_K", "W_V", "W_O")}

        def wire(self, name, rows, columns, weight=1.0):
            for r, c in zip(rows, columns):
                self.P[name][r, c] = weight
            return self

    words, places = range(vocab), range(n_max)
    position = range(vocab, vocab + n_max)
    previous = range(vocab + n_max, 2 * vocab + n_max)
    prediction = range(2 * vocab + n_max, need)
    s = sharpness * math.sqrt(d_head)
    one = Layer().wire("W_Q", position[1:], places, s).wire("W_K", position, places).wire("W_V", words, words).wire("W_O", words, previous)
    two = Layer().wire("W_Q", words, words, s).wire("W_K", previous, words).wire("W_V", words, words).wire("W_O", words, prediction)
    return {"layers": (one.P, two.P), "d": d_head * h, "out": prediction[0]}


@alternative("fresh", replaces="causal_multi_head")
def fresh_causal_multi_head(X, P, h):
    """Written from the stub alone."""
    n = len(X)
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            mask[i, j] = True
    out, A = multi_head(X, X, P["W_Q"], P["W_K"], P["W_V"], P["W_O"], h, mask)
    return X + out


@alternative("fresh", replaces="induction_weights")
def fresh_induction_weights(vocab, n_max, h=2, sharpness=30.0):
    """Written from the stub alone."""
    out = vocab + n_max + vocab
    d = out + vocab
    while d % h != 0 or d / h < vocab or d / h < n_max:
        d = d + 1
    strong = sharpness * math.sqrt(d / h)
    P1 = {}
    P2 = {}
    for name in ["W_Q", "W_K", "W_V", "W_O"]:
        P1[name] = np.zeros((d, d))
        P2[name] = np.zeros((d, d))
    for p in range(n_max):
        P1["W_K"][vocab + p, p] = 1
    for p in range(1, n_max):
        P1["W_Q"][vocab + p, p - 1] = strong
    for t in range(vocab):
        P1["W_V"][t, t] = 1
        P1["W_O"][t, vocab + n_max + t] = 1
        P2["W_Q"][t, t] = strong
        P2["W_K"][vocab + n_max + t, t] = 1
        P2["W_V"][t, t] = 1
        P2["W_O"][t, out + t] = 1
    return {"layers": [P1, P2], "d": d, "out": out}


@alternative("fresh", replaces="predict")
def fresh_predict(tokens, vocab, n_max, W, h=2):
    """Written from the stub alone."""
    n = len(tokens)
    X = np.zeros((n, W["d"]))
    for i in range(n):
        X[i, int(tokens[i])] = 1
        X[i, vocab + i] = 1
    for P in W["layers"]:
        X = causal_multi_head(X, P, h)
    answer = np.zeros((n, vocab))
    for c in range(vocab):
        answer[:, c] = X[:, W["out"] + c]
    return answer
