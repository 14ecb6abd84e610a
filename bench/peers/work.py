"""The work that graders are compared on: six numpy functions, 24 checks with inputs of their own, and a class of twenty.

Checks are texts, so that each peer gets them in the form its users write. In a body `F` has the learner's functions as attributes;
about half of the bodies have the expected value in a local before the call, as instructors do. Knows no grader.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

LEVEL = Path(__file__).with_name("level")
REFERENCE = (LEVEL / "solutions" / "a_attention" / "attention.py").read_text(encoding="utf-8")
FILENAME = "attention.py"

INPUTS = """
import numpy as np
from numpy.testing import assert_allclose

MARK = "mark-of-the-hidden-checks"
_rng = np.random.default_rng(77)
TABLE = _rng.normal(size=(3, 5))
LARGE = np.array([[1000.0, 1001.0, 1002.0], [-1000.0, 0.0, 1000.0]])
Q, K, V = _rng.normal(size=(4, 8)), _rng.normal(size=(6, 8)), _rng.normal(size=(6, 3))
Q64, K64, V64 = _rng.normal(size=(5, 64)), _rng.normal(size=(5, 64)), _rng.normal(size=(5, 2))
A, B, C = (_rng.normal(size=(5, 4)) for _ in range(3))
X = _rng.normal(size=(6, 12))
WEIGHTS = [_rng.normal(size=(12, 12)) * 0.3 for _ in range(4)]
NEAR = dict(rtol=1e-6, atol=1e-9)


def right_softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def right_attention(q, k, v, seen=None):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    return right_softmax(scores if seen is None else np.where(seen, scores, -np.inf)) @ v


def right_heads(x, wq, wk, wv, wo, h):
    parts = [np.stack(np.split(x @ w, h, axis=1)) for w in (wq, wk, wv)]
    return np.concatenate(list(right_attention(*parts)), axis=1) @ wo


SEEN = np.tril(np.ones((5, 5), bool))
"""


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, the function it is about, the sentence, and the Python that asserts it."""

    name: str
    function: str
    sentence: str
    body: str

    def indented(self, spaces: int) -> str:
        """The body, ready to be put into a function."""
        return textwrap.indent(self.body.strip("\n"), " " * spaces)


CHECKS = (
    Check("softmax_values", "softmax", "softmax: values of a 3 x 5 table", """
expected = right_softmax(TABLE)
assert_allclose(F.softmax(TABLE), expected, **NEAR)"""),
    Check("softmax_rows", "softmax", "softmax: every row adds up to 1", """
got = F.softmax(TABLE)
assert_allclose(np.sum(got, axis=-1), np.ones(3), **NEAR)
assert_allclose(got, right_softmax(TABLE), **NEAR)"""),
    Check("softmax_large", "softmax", "softmax: scores near 1000 stay finite", """
expected = right_softmax(LARGE)
got = F.softmax(LARGE)
assert np.isfinite(got).all()
assert_allclose(got, expected, **NEAR)"""),
    Check("softmax_stack", "softmax", "softmax: the last axis of a stack of tables", """
stack = np.stack([TABLE, TABLE * 2, TABLE - 1])
assert_allclose(F.softmax(stack), right_softmax(stack), **NEAR)"""),
    Check("attention_values", "scaled_dot_product_attention", "attention: values", """
expected = right_attention(Q, K, V)
assert_allclose(F.scaled_dot_product_attention(Q, K, V), expected, **NEAR)"""),
    Check("attention_shape", "scaled_dot_product_attention", "attention: one output for each query", """
got = F.scaled_dot_product_attention(Q, K, V)
assert got.shape == (4, 3)
assert_allclose(got, right_attention(Q, K, V), **NEAR)"""),
    Check("attention_scale", "scaled_dot_product_attention", "attention: scores are divided by the root of d_k", """
expected = right_attention(Q64, K64, V64)
assert_allclose(F.scaled_dot_product_attention(Q64, K64, V64), expected, **NEAR)"""),
    Check("attention_uniform", "scaled_dot_product_attention", "attention: queries of zeros average the values", """
got = F.scaled_dot_product_attention(np.zeros((2, 8)), K, V)
assert_allclose(got, np.tile(V.mean(axis=0), (2, 1)), **NEAR)"""),
    Check("mask_values", "causal_mask", "mask: four tokens", """
expected = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]], dtype=bool)
got = F.causal_mask(4)
assert got.dtype == np.bool_ and np.array_equal(got, expected)"""),
    Check("mask_single", "causal_mask", "mask: one token", """
got = F.causal_mask(1)
assert got.dtype == np.bool_ and np.array_equal(got, np.array([[True]]))"""),
    Check("mask_diagonal", "causal_mask", "mask: a token sees itself", """
expected = np.ones(7, dtype=bool)
got = np.diag(F.causal_mask(7))
assert got.dtype == np.bool_ and np.array_equal(got, expected)"""),
    Check("mask_kind", "causal_mask", "mask: boolean, n x n", """
got = F.causal_mask(5)
assert got.dtype == np.bool_ and got.shape == (5, 5)"""),
    Check("masked_values", "masked_attention", "masked attention: values", """
expected = right_attention(A, B, C, SEEN)
assert_allclose(F.masked_attention(A, B, C), expected, **NEAR)"""),
    Check("masked_first", "masked_attention", "masked attention: the first token sees only itself", """
assert_allclose(F.masked_attention(A, B, C)[0], C[0], **NEAR)"""),
    Check("masked_future", "masked_attention", "masked attention: the future does not matter", """
later = C.copy()
later[-1] += 100.0
expected = right_attention(A, B, C, SEEN)[:-1]
assert_allclose(F.masked_attention(A, B, later)[:-1], expected, **NEAR)"""),
    Check("masked_large", "masked_attention", "masked attention: large scores stay finite", """
got = F.masked_attention(A * 100, B * 100, C)
assert np.isfinite(got).all()
assert_allclose(got, right_attention(A * 100, B * 100, C, SEEN), **NEAR)"""),
    Check("split_shape", "split_heads", "split_heads: (h, n, d / h)", """
expected = (3, 6, 4)
assert F.split_heads(X, 3).shape == expected"""),
    Check("split_values", "split_heads", "split_heads: values", """
assert_allclose(F.split_heads(X, 4), np.stack(np.split(X, 4, axis=1)), **NEAR)"""),
    Check("split_single", "split_heads", "split_heads: one head", """
expected = X[None]
got = F.split_heads(X, 1)
assert got.shape == expected.shape
assert_allclose(got, expected, **NEAR)"""),
    Check("split_joined", "split_heads", "split_heads: joining gives the input back", """
assert_allclose(np.concatenate(list(F.split_heads(X, 2)), axis=1), X, **NEAR)"""),
    Check("heads_shape", "multi_head_attention", "multi-head: the shape of the input", """
expected = (6, 12)
assert F.multi_head_attention(X, *WEIGHTS, 3).shape == expected"""),
    Check("heads_values", "multi_head_attention", "multi-head: values for three heads", """
expected = right_heads(X, *WEIGHTS, 3)
assert_allclose(F.multi_head_attention(X, *WEIGHTS, 3), expected, **NEAR)"""),
    Check("heads_single", "multi_head_attention", "multi-head: one head is attention, mixed", """
expected = right_heads(X, *WEIGHTS, 1)
assert_allclose(F.multi_head_attention(X, *WEIGHTS, 1), expected, **NEAR)"""),
    Check("heads_order", "multi_head_attention", "multi-head: shuffled rows give shuffled rows", """
order = np.array([3, 1, 5, 0, 4, 2])
got = F.multi_head_attention(X[order], *WEIGHTS, 4)
assert_allclose(got, right_heads(X, *WEIGHTS, 4)[order], **NEAR)"""),
)  # fmt: skip
FUNCTIONS = tuple(dict.fromkeys(check.function for check in CHECKS))

# --- the class -------------------------------------------------------------------------------------------------------------------

_SCORES = "Q @ K.T / np.sqrt(K.shape[-1])"
_ATTEND = "scaled_dot_product_attention(split_heads(X @ W_Q, h), split_heads(X @ W_K, h), split_heads(X @ W_V, h))"
MISTAKES: Mapping[str, tuple[str, str]] = {
    "overflows": ("softmax", "powers = np.exp(x)\nreturn powers / powers.sum(axis=-1, keepdims=True)"),
    "columns": ("softmax", "powers = np.exp(x - x.max())\nreturn powers / powers.sum(axis=0)"),
    "whole table": ("softmax", "powers = np.exp(x - x.max())\nreturn powers / powers.sum()"),
    "no scale": ("scaled_dot_product_attention", "return softmax(Q @ np.swapaxes(K, -1, -2)) @ V"),
    "d_k, no root": ("scaled_dot_product_attention", "return softmax(Q @ np.swapaxes(K, -1, -2) / K.shape[-1]) @ V"),
    "two axes only": ("scaled_dot_product_attention", f"return softmax({_SCORES}) @ V"),
    "the past": ("causal_mask", "return np.triu(np.ones((n, n), dtype=bool))"),
    "not itself": ("causal_mask", "return np.tril(np.ones((n, n), dtype=bool), -1)"),
    "numbers": ("causal_mask", "return np.tril(np.ones((n, n)))"),
    "times the mask": ("masked_attention", f"return softmax({_SCORES} * causal_mask(len(Q))) @ V"),
    "mask after softmax": ("masked_attention", f"return (softmax({_SCORES}) * causal_mask(len(Q))) @ V"),
    "minus ten": ("masked_attention", f"return softmax(np.where(causal_mask(len(Q)), {_SCORES}, -10.0)) @ V"),
    "reshape only": ("split_heads", "n, d = X.shape\nreturn X.reshape(h, n, d // h)"),
    "heads in the middle": ("split_heads", "n, d = X.shape\nreturn X.reshape(n, h, d // h)"),
    "no W_O": ("multi_head_attention", f"n, d = X.shape\nreturn {_ATTEND}.transpose(1, 0, 2).reshape(n, d)"),
    "joined wrong": ("multi_head_attention", f"n, d = X.shape\nreturn {_ATTEND}.reshape(n, d) @ W_O"),
    "not written": ("multi_head_attention", "raise NotImplementedError"),
    "endless": ("masked_attention", "i = 0\nwhile i < len(Q):\n    row = Q[i]\nreturn row"),
}  # fmt: skip
LEARNERS: tuple[tuple[str, ...], ...] = (
    *[()] * 7,
    ("overflows",),
    ("columns",),
    ("no scale",),
    ("d_k, no root", "no W_O"),
    ("the past",),
    ("not itself", "mask after softmax"),
    ("numbers",),
    ("times the mask", "reshape only"),
    ("heads in the middle", "not written", "whole table"),
    ("two axes only", "minus ten", "joined wrong"),
    ("cannot be read",),
    ("exits at import",),
    ("endless",),
)
ENDLESS = f"s{len(LEARNERS):02}"


def with_mistakes(mistakes: tuple[str, ...]) -> str:
    """The reference with some functions written wrong."""
    source = REFERENCE
    for mistake in mistakes:
        if mistake == "cannot be read":
            source = source.replace("keepdims=True)\n\n", "keepdims=True\n\n", 1)
        elif mistake == "exits at import":
            source += '\nimport sys\n\nprint("all done")\nsys.exit(0)\n'
        else:
            source = replaced(source, *MISTAKES[mistake])
    return source


def replaced(source: str, function: str, body: str) -> str:
    """The source with another body for one function."""
    found = re.search(rf'^def {function}\(.*\n    """.*"""\n(?P<body>(?:    .*\n|\n(?=    ))+)', source, re.MULTILINE)
    assert found is not None, function
    return source[: found.start("body")] + textwrap.indent(body, "    ") + "\n" + source[found.end("body") :]


def write_class(folder: Path, *, endless: bool, copies: int = 1) -> Iterator[Path]:
    """A folder for each learner, `copies` of each that differ by a comment; `endless` adds the one that never ends. The folders."""
    for copy in range(copies):
        for number, mistakes in enumerate(LEARNERS, 1):
            if mistakes == ("endless",) and not endless:
                continue
            learner = folder / f"s{copy * len(LEARNERS) + number:02}"
            learner.mkdir(parents=True)
            (learner / FILENAME).write_text(f"# made-up learner {copy}-{number}\n{with_mistakes(mistakes)}", encoding="utf-8")
            yield learner
