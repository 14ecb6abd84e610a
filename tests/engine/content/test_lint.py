"""Each lint rule trips on its own fixture, and on nothing in a clean level."""

from __future__ import annotations

import pytest

from grader.content import load_level
from grader.content.lint import RULES, lint_level
from tests.engine.content.tiny_level import FILES, WriteLevel

WRONG = '''"""Known wrong ways of add_two."""

from grader.checks.variants import wrong


@wrong("sum-is-product", fails=("check_it_adds",), replaces="add_two")
def multiplies(a, b):
    """Multiplies."""
    return a * b
'''
A, B = "exercises/a_first/", "exercises/b_second/"
SOLUTION, STUB, CHECK = "solutions/a_first/add_two.py", A + "add_two.py", "tests/checks/a_first/check_add_two.py"
VARIANTS, ALL = "tests/checks/a_first/wrong_add_two.py", "solutions/b_second/add_all.py"
UNLISTED = "no exercise of this name is listed in objective.yaml"
Changes = dict[str, str | None]


def swap(name: str, old: str, new: str) -> Changes:
    """One file with some text replaced."""
    text = {**FILES, VARIANTS: WRONG}[name]
    assert old in text
    return {name: text.replace(old, new)}


# rule -> (files changed, place and message expected)
CASES: list[tuple[str, Changes, str, str]] = [
    ("missing-file", {SOLUTION: None}, f"{SOLUTION}:1:1", "the solution of `add-two` is missing"),
    ("missing-file", {VARIANTS: None}, f"{VARIANTS}:1:1", "the file of wrong variants of `add-two` is missing"),
    ("missing-file", {B + "NOTES.md": None}, f"{B}NOTES.md:1:1", "the notes of B are missing"),
    ("stray-file", {"solutions/a_first/old.py": ""}, "solutions/a_first/old.py:1:1", UNLISTED),
    ("stray-file", {"tests/checks/a_first/wrong_old.py": ""}, "tests/checks/a_first/wrong_old.py:1:1", UNLISTED),
    (
        "one-anchor",
        swap(A + "objective.yaml", "role: foundation", "role: anchor"),
        f"{A}objective.yaml:1:1",
        "A has several anchors: add-two, add-rows",
    ),
    ("one-anchor", swap(A + "objective.yaml", "role: anchor", "role: core"), f"{A}objective.yaml:1:1", "A has no anchor"),
    (
        "stub-shape",
        swap(STUB, '"""add_two."""\n', ""),
        f"{STUB}:1:1",
        "the stub opens without its task: the module docstring is missing",
    ),
    ("stub-shape", swap(STUB, '    """What it gives."""\n', ""), f"{STUB}:4:1", "`add_two` has no docstring"),
    ("stub-shape", swap(STUB, "    # TODO: write it.\n", ""), f"{STUB}:4:1", "`add_two` has 0 TODO comments; one says what to do"),
    ("stub-shape", swap(STUB, "    # TODO", "    x = 1  # TODO"), f"{STUB}:4:1", "`add_two` does more than raise NotImplementedError"),
    ("stub-shape", {STUB: '"""x."""\n'}, f"{STUB}:1:1", "no function raises NotImplementedError: there is nothing to write"),
    (
        "stub-solution",
        swap(SOLUTION, "add_two(a, b)", "add_two(a, c=0)"),
        f"{SOLUTION}:4:1",
        "`add_two(a, c=0)`: the stub says `add_two(a, b)`",
    ),
    ("stub-solution", swap(SOLUTION, "What it gives", "Something"), f"{SOLUTION}:4:1", "the docstring of `add_two` is not the stub's"),
    ("stub-solution", swap(SOLUTION, "def add_two", "def add_2"), f"{SOLUTION}:1:1", "`add_two` of the stub is not in the solution"),
    (
        "forbidden-import",
        swap(SOLUTION, '"""add_two."""', "import numpy as np"),
        f"{SOLUTION}:1:1",
        "imports `numpy`, which `add-two` forbids",
    ),
    (
        "honest-needs",
        swap(ALL, "from a_first.add_rows import", "from a_first.add_two import"),
        f"{ALL}:3:1",
        "imports `a_first.add_two`, which is not among the needs of `add-all`",
    ),
    (
        "check-sentence",
        swap(CHECK, '"""It adds."""', '"""It adds"""'),
        f"{CHECK}:4:1",
        "the docstring of `check_it_adds` must be one sentence that a learner may read",
    ),
    ("check-sentence", {CHECK: '"""x."""\n'}, f"{CHECK}:1:1", "there is no check_… function in it"),
    (
        "wrong-variant",
        swap(VARIANTS, "sum-is-product", "sum-is-a-product"),
        f"{VARIANTS}:6:1",
        "`multiplies` shows `sum-is-a-product`, which is not in quizzes/misconceptions.yaml",
    ),
    (
        "wrong-variant",
        swap(VARIANTS, "check_it_adds", "check_it"),
        f"{VARIANTS}:6:1",
        "`multiplies` must fail `check_it`, which is no check of `add-two`",
    ),
    (
        "wrong-variant",
        swap(VARIANTS, '    """Multiplies."""\n', ""),
        f"{VARIANTS}:7:1",
        "`multiplies` does not say what is wrong with it: it has no docstring",
    ),
    (
        "hint-blank",
        swap(A + "objective.yaml", "return a ____ b", "return a plus b"),
        f"{A}objective.yaml:12:51",
        "the third hint of `add-two` has no blank (____)",
    ),
    (
        "hint-solution",
        swap(A + "objective.yaml", "'x.sum(axis=____)'", "'`total = 0; for row in x: total = add_two(total, row)`, return ____'"),
        f"{A}objective.yaml:22:42",
        "hint 3 of `add-rows` gives away `for row in x : total = add_two`",
    ),
    ("filled-in", swap(SOLUTION, "add_two.", "FILL IN."), f"{SOLUTION}:1:4", "a place of `add-two` is not filled in"),
    (
        "filled-in",
        swap(A + "objective.yaml", "What is a sum?", "FILL IN"),
        f"{A}objective.yaml:12:13",
        "a place of `add-two` is not filled in",
    ),
    ("note-anchor", {B + "NOTES.md": "# Second\n\n## Rows\n"}, f"{B}NOTES.md:3:1", "the heading `Rows` has no anchor {#...}"),
    (
        "note-anchor",
        {B + "NOTES.md": "# Second\n\n## Rows {#rows}\n\n```\n## code\n```\n\n## More {#rows}\n"},
        f"{B}NOTES.md:9:1",
        "the anchor `rows` stands on line 3 already",
    ),
]


def test_a_clean_level_has_no_findings(tiny: WriteLevel) -> None:
    assert lint_level(load_level(tiny({"tests/checks/a_first/wrong_add_two.py": WRONG}))) == ()


def test_every_rule_has_a_fixture_and_a_sentence() -> None:
    assert {rule.id for rule in RULES} == {rule for rule, _, _, _ in CASES}
    assert all(rule.sentence.endswith(".") for rule in RULES)


@pytest.mark.parametrize(("rule", "changes", "place", "message"), CASES, ids=[f"{case[0]}-{number}" for number, case in enumerate(CASES)])
def test_a_rule_trips_on_its_fixture(tiny: WriteLevel, rule: str, changes: Changes, place: str, message: str) -> None:
    assert f"{place}: [{rule}] {message}" in [str(finding) for finding in lint_level(load_level(tiny(changes)))]


def test_all_findings_of_all_rules_are_told_at_once(tiny: WriteLevel) -> None:
    changes = {name: text for _, files, _, _ in CASES[::4] for name, text in files.items()}

    assert len({finding.rule for finding in lint_level(load_level(tiny(changes)))}) >= 4
