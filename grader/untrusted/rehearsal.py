"""A module of our own that the server loads and calls before it forks: the everyday numpy and Python of an exercise about attention."""

from __future__ import annotations

from typing import Any

FUNCTION = "rehearse"

SOURCE = b'''"""Rehearsal."""
import math

import numpy as np


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def split(X, heads):
    n, d = X.shape
    return X.reshape(n, heads, d // heads).transpose(1, 0, 2)


def plain(scores):
    top = max(scores)
    exps = [math.exp(score - top) for score in scores]
    total = sum(exps)
    return [value / total for value in exps]


def rehearse(X, W, rows, table, rng):
    Q, K, V = X @ W, X @ W.T, np.asarray(rows)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    allowed = np.tril(np.ones(scores.shape, dtype=bool))
    scores = np.where(allowed, scores, -np.inf)
    weights = softmax(scores)
    heads = split(weights @ V, 2)
    merged = np.concatenate([head for head in heads], axis=-1)
    outer = np.einsum("ij,kj->ik", merged, merged)
    found = {"best": int(np.argmax(outer)), "norm": float(np.linalg.norm(outer)), "zero": bool(np.allclose(outer, 0))}
    drawn = rng.normal(size=(2, 3))
    mixed = [sum(w * v for w, v in zip(plain(row), row)) for row in rows]
    words = {word: list(vector) for word, vector in table.items()}
    eye = np.zeros((3, 3)) + np.eye(3) * np.arange(3)[:, None]
    eye[0, 1:] = 1.0
    return weights, merged, found, drawn, mixed, words, eye.astype(np.float32), weights.mean(axis=0), weights.T[::2]
'''

LOAD: dict[str, Any] = {
    "module": "rehearsal_level.rehearsal",
    "source": SOURCE,
    "filename": "rehearsal.py",
    "others": {},
    "handles": {},
    "forbidden": [],
    "printed_chars": 1000,
    "reply_bytes": 1 << 20,
    "want_locals": True,
}


def arguments() -> tuple[Any, ...]:
    """Arguments of the kinds that checks hand over."""
    import numpy

    rng = numpy.random.default_rng(0)
    X, W = rng.normal(size=(4, 4)), rng.normal(size=(4, 4))
    return X, W, X.tolist(), {"it": [1.0, 2.0], "was": [0.5, 1.0]}, numpy.random.default_rng(1)
