"""Similar programs: planted copies on top of a large class, the stub and what everyone writes subtracted, and nobody accused."""

from __future__ import annotations

import random

import pytest

from grader.classroom.fingerprints import fingerprints, tokens
from grader.classroom.similarity import Works, similar

STUB = b"import numpy as np\n\n\ndef attention(q, k, v):\n    '''Task.'''\n    raise NotImplementedError\n"
LEARNERS = 1000


def honest(seed: int) -> str:
    """One of many ways to write it: helpers, loops or not, different order and guards."""
    pick = random.Random(seed)
    lines = ["import numpy as np", "", "def attention(q, k, v):"]
    body: list[str] = []
    names = ["s", "scores", "a", "w", "out", "tmp", "m"]
    pick.shuffle(names)
    for _ in range(pick.randint(6, 12)):
        one, two = pick.choice(names), pick.choice(names)
        body.append(
            pick.choice(
                [
                    f"{one} = q @ k.T / np.sqrt(q.shape[-1])",
                    f"{one} = np.exp(q - q.max(axis=-1, keepdims=True))",
                    f"for i in range(len(q)):\n        {one} = q[i] * {pick.randint(1, 9)} + k[i]",
                    f"{one} = [x + {pick.randint(1, 9)} for x in v if x is not None]",
                    f"if q.ndim != {pick.randint(1, 4)}:\n        {one} = np.expand_dims(q, 0)",
                    f"{one} = np.where(q > k, q, -k) - {pick.randint(1, 5)}",
                    f"{one}, {two} = np.sum(q, axis=-1), np.mean(k, axis=0)",
                    f"while k.sum() > {pick.randint(1, 9)}:\n        k = k / 2",
                    f"{one} = dict(zip(range(3), v)).get(0, {pick.randint(1, 9)})",
                    f"assert q.shape == k.shape, '{one}'",
                    f"{one} = (lambda x, y: x @ y)(q, k) if len(q) else np.zeros_like(v)",
                    f"{one} = np.einsum('ij,kj->ik', q, k)[..., ::{pick.randint(1, 3)}]",
                ]
            )
        )
    return "\n".join([*lines, *(f"    {line}" for line in body), "    return q @ k.T @ v", ""])


def edited(source: str) -> str:
    """A copy with other names, another layout, comments, other constants, and a line of its own."""
    for old, new in (("scores", "logits"), ("out", "result"), ("tmp", "middle"), ("keepdims = True", "keepdims=True")):
        source = source.replace(old, new)
    return "# my own work\n" + source.replace("    return", "    unused = 17\n    return", 1)


def works(count: int, planted: int) -> Works:
    sources = {f"s{number:04}": {"attention": honest(number).encode()} for number in range(count)}
    for number in range(planted):
        sources[f"copy{number}"] = {"attention": edited(honest(number)).encode()}
    return Works(sources, {"attention": STUB}, {"attention": (STUB,)})


def test_five_planted_copies_are_the_top_five_of_a_thousand() -> None:
    found = similar(works(LEARNERS, 5), 5)

    assert {(pair.one, pair.two) for pair in found.pairs} == {(f"copy{number}", f"s{number:04}") for number in range(5)}
    assert found.compared == (LEARNERS + 5) * (LEARNERS + 4) // 2
    assert all(pair.usual <= 5 / found.compared * 1.001 for pair in found.pairs)
    assert found.median is not None and found.high is not None
    assert found.median < found.high < min(pair.similarity for pair in found.pairs)


def test_names_layout_comments_and_constants_do_not_matter() -> None:
    one = b"def f(a, b):\n    '''Doc.'''\n    total = 0\n    for x in a:\n        total += x * b\n    return np.exp(total)\n"
    two = b"# mine\ndef f(left, right):\n    s = 17\n    for item in left: s += item * right\n    return np.exp(s)\n"

    assert list(tokens(one)) == list(tokens(two))
    assert fingerprints(one) == fingerprints(two) != fingerprints(one.replace(b"np.exp", b"np.log"))


@pytest.mark.parametrize("source", [b"def f(:\n", b"\x00", b"\xff\xfe", b"(" * 5000, b""])
def test_what_is_no_python_has_no_fingerprints(source: bytes) -> None:
    assert fingerprints(source) == frozenset()


def test_the_stub_is_subtracted() -> None:
    task = honest(1).encode()
    found = similar(Works({"a": {"x": task}, "b": {"x": task}}, {"x": task}, {}), 5)

    assert (found.learners, found.pairs) == (0, ()), "what is given to everyone says nothing"


def test_being_close_to_our_solution_is_said() -> None:
    task = honest(3).encode()
    sources = {key: {"x": task} for key in ("a", "b")} | {f"s{n}": {"x": honest(50 + n).encode()} for n in range(6)}
    first = similar(Works(sources, {}, {"x": (task,)}), 1).pairs[0]

    assert (first.one, first.two, first.reference, first.is_same_file) == ("a", "b", 1.0, ("x",))


def test_the_order_of_learners_changes_nothing() -> None:
    one = works(40, 2)
    turned = Works(dict(reversed(list(one.sources.items()))), one.stubs, one.references)

    assert similar(one, 10) == similar(turned, 10)
