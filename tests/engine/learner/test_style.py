"""Each rule of style on an example that breaks it and on one that does not."""

from __future__ import annotations

import pytest

from grader.content.models import Style
from grader.learner.style import MOST, RULES, advice

EXAMPLES = {
    "shadowed-name": ("def f(xs):\n    sum = 0\n    return sum\n", "def f(xs):\n    total = 0\n    return total\n"),
    "repeated-work": (
        "def f(xs):\n    return [x / sum(xs) for x in xs]\n",
        "def f(rows):\n    return [max(row) for row in rows]\n",
    ),
    "loop-over-cells": (
        "def f(S, n):\n    for i in range(n):\n        for j in range(n):\n            S[i, j] = 0\n",
        "def f(S, n):\n    for i in range(n):\n        S[i] = 0\n",
    ),
    "hidden-float64": ("def f(S, K):\n    return S / np.sqrt(K.shape[-1])\n", "def f(S, x):\n    return S / np.sqrt(x.var())\n"),
    "unstable-exponential": (
        "def f(x):\n    return np.exp(x) / np.exp(x).sum()\n",
        "def f(x):\n    e = np.exp(x - x.max())\n    return e / e.sum()\n",
    ),
    "index-only-loop": (
        "def f(xs):\n    for i in range(len(xs)):\n        print(xs[i])\n",
        "def f(xs):\n    for i in range(len(xs)):\n        xs[i] = i\n",
    ),
    "mutable-default": ("def f(x, seen=[]):\n    return seen\n", "def f(x, seen=()):\n    return seen\n"),
    "bare-except": ("try:\n    f()\nexcept:\n    pass\n", "try:\n    f()\nexcept ValueError:\n    pass\n"),
}


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_rule_fires_on_its_bad_example_and_not_on_its_good_one(rule: str) -> None:
    bad, good = EXAMPLES[rule]

    assert rule in [piece.rule for piece in advice(bad.encode(), Style.NUMPY)]
    assert rule not in [piece.rule for piece in advice(good.encode(), Style.NUMPY)]


def test_every_rule_has_its_examples() -> None:
    assert len(EXAMPLES) == len(RULES)


def test_numpy_advice_is_not_given_in_plain_python() -> None:
    assert advice(EXAMPLES["loop-over-cells"][0].encode(), Style.PLAIN) == []


@pytest.mark.parametrize(
    "source",
    [
        "class Cost:\n    bytes: int = 0\n",
        "# Given: do not change.\ndef f(S, K):\n    return S / np.sqrt(K.shape[-1])\n",
        "def f(layer, n):\n    for t in range(3):\n        for j in range(n):\n            moved[j] = layer(j)\n",
        "def f(q, d):\n    return float(q / np.sqrt(d))\n",
    ],
)
def test_what_is_fine_gets_no_advice(source: str) -> None:
    assert advice(source.encode(), Style.NUMPY) == []


def test_there_is_never_much_advice_and_each_rule_speaks_once() -> None:
    everything = "\n".join(bad for bad, _ in EXAMPLES.values()) * 2
    found = advice(everything.encode(), Style.NUMPY)

    assert len(found) == MOST
    assert len({piece.rule for piece in found}) == MOST


@pytest.mark.parametrize("source", [b"def f(:", b"\x00", b"\xff\xfe", b"(" * 5000, b"x = " + b"-" * 100_000 + b"1"])
def test_a_file_that_cannot_be_read_gives_no_advice(source: bytes) -> None:
    assert advice(source, Style.NUMPY) == []
