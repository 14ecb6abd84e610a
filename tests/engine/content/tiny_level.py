"""A made-up level of two objectives and three exercises, written to a folder, for tests to break in one place each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from grader.content.tree import ContentRoot

WriteLevel = Callable[..., ContentRoot]  # what the `tiny` fixture gives: takes {file: text}, or nothing

LEVEL = """\
id: tiny
title: A tiny level
objectives: [a_first, b_second]
key_terms:
  - {id: sum, term: Sum, meaning: What addition gives.}
mastery:
  code: {hint_factors: [1.0, 1.0, 0.8, 0.5], evidence_below_hint: 3, again_after_days: 1}
  quiz: {questions: 8, needed: 7, forms: 2, parametric: 3, spot_or_predict: 1, explain: 1, types: 4}
  cards: {share: 0.9, sessions: 2, durable_after_days: 7, refresh_above: 0.2}
  misconceptions: {window_events: 10, successes: 2, of_another_kind: 1, correction_after: 3}
"""
FIRST = """\
id: A
title: First
sentence: Add numbers
exercises:
  - slug: add-two
    title: Add two
    points: 10
    stars: 1
    minutes: 5
    style: plain
    role: foundation
    hints: [What is a sum?, Use the sign for it., 'return a ____ b']
  - slug: add-rows
    title: Add rows
    points: 20
    stars: 2
    minutes: 10
    style: numpy
    needs: [add-two]
    role: anchor
    limits: {call_cpu_s: 4}
    hints: [Along which axis?, Use sum., 'x.sum(axis=____)']
"""
SECOND = """\
id: B
title: Second
sentence: Add everything
exercises:
  - slug: add-all
    title: Add all
    points: 30
    stars: 3
    minutes: 15
    style: numpy
    needs: [add-rows]
    scoring: all_or_nothing
    role: anchor
    hints: [Rows first., Then the rest., 'add_rows(____)']
"""
MISCONCEPTIONS = """\
misconceptions:
  - id: sum-is-product
    kind: misconception
    objectives: [A]
    statement: A sum multiplies.
    correction: A sum adds.
    note: a_first#what-a-sum-is
    source: made up
  - id: slip-order
    kind: slip
    objectives: []
    statement: Took the arguments in the wrong order.
    correction: Read the signature.
"""


def stub(function: str, args: str) -> str:
    """A stub with one function to write."""
    return (
        f'"""{function}."""\n\n\ndef {function}({args}):\n    """What it gives."""\n    # TODO: write it.\n    raise NotImplementedError\n'
    )


FILES = {
    "exercises/level.yaml": LEVEL,
    "exercises/a_first/objective.yaml": FIRST,
    "exercises/b_second/objective.yaml": SECOND,
    "exercises/a_first/NOTES.md": "# First\n\n## What a sum is {#what-a-sum-is}\n\nIt adds.\n",
    "exercises/b_second/NOTES.md": "# Second\n",
    "quizzes/misconceptions.yaml": MISCONCEPTIONS,
    "exercises/a_first/add_two.py": stub("add_two", "a, b"),
    "exercises/a_first/add_rows.py": stub("add_rows", "x"),
    "exercises/b_second/add_all.py": stub("add_all", "x"),
    "solutions/a_first/add_two.py": '"""add_two."""\n\n\ndef add_two(a, b):\n    """What it gives."""\n    return a + b\n',
    "solutions/a_first/add_rows.py": '"""add_rows."""\n\nfrom a_first.add_two import add_two\n\n\ndef add_rows(x):\n'
    '    """What it gives."""\n    total = 0\n    for row in x:\n        total = add_two(total, row)\n    return total\n',
    "solutions/b_second/add_all.py": '"""add_all."""\n\nfrom a_first.add_rows import add_rows\n\n\ndef add_all(x):\n'
    '    """What it gives."""\n    return add_rows(add_rows(x))\n',
    **{
        f"tests/checks/{place}/{kind}_{stem}.py": text
        for place, stem, args in (("a_first", "add_two", "1, 2"), ("a_first", "add_rows", "[1, 2]"), ("b_second", "add_all", "[[1], [2]]"))
        for kind, text in (
            (
                "check",
                f'"""Checks of {stem}."""\n\n\ndef check_it_adds(submission):\n    """It adds."""\n    assert submission.{stem}({args})\n',
            ),
            ("wrong", f'"""Known wrong ways of {stem}."""\n'),
            ("alt", f'"""Other right ways of {stem}."""\n'),
        )
    },
}


def write_level(folder: Path, changes: Mapping[str, str | None]) -> ContentRoot:
    """The level with some files replaced, added, or (None) left out; names are those of a checkout."""
    for name, text in {**FILES, **changes}.items():
        if text is None:
            continue
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return ContentRoot.of_checkout(folder)
