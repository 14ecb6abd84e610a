"""The suite hash: what decides a verdict changes it, what does not leaves it alone."""

from __future__ import annotations

import pytest

from grader.content import load_level, suite_hash
from grader.content.tree import ContentRoot
from tests.engine.content.tiny_level import FIRST, WriteLevel


def hash_of(root: ContentRoot, slug: str = "add-all") -> str:
    return suite_hash(load_level(root).exercise(slug))


@pytest.mark.parametrize(
    "name",
    [
        "exercises/b_second/add_all.py",
        "solutions/b_second/add_all.py",
        "solutions/a_first/add_two.py",  # needed by what it needs
        "tests/checks/b_second/check_add_all.py",
        "tests/checks/b_second/wrong_add_all.py",
        "tests/checks/b_second/alt_add_all.py",
    ],
)
def test_a_file_that_decides_changes_the_hash(tiny: WriteLevel, name: str) -> None:
    root = tiny()
    before = hash_of(root)
    path = root.exercises.parent / name
    path.write_text(path.read_text() + "# changed\n")

    assert hash_of(root) != before


@pytest.mark.parametrize("name", ["tests/checks/helpers.py", "tests/checks/b_second/zoo.py"])
def test_a_helper_of_checks_changes_the_hash(tiny: WriteLevel, name: str) -> None:
    root = tiny()
    before = hash_of(root)
    (root.exercises.parent / name).write_text("# new\n")

    assert hash_of(root) != before


@pytest.mark.parametrize(
    ("old", "new"), [("points: 20", "points: 21"), ("{call_cpu_s: 4}", "{call_cpu_s: 5}"), ("style: numpy", "style: plain")]
)
def test_a_graded_key_changes_the_hash(tiny: WriteLevel, old: str, new: str) -> None:
    before = hash_of(tiny(), "add-rows")

    assert hash_of(tiny({"exercises/a_first/objective.yaml": FIRST.replace(old, new)}), "add-rows") != before


@pytest.mark.parametrize(("old", "new"), [("title: Add rows", "title: Rows"), ("minutes: 10", "minutes: 11"), ("Use sum.", "Use np.sum.")])
def test_rewording_regrades_nobody(tiny: WriteLevel, old: str, new: str) -> None:
    before = hash_of(tiny(), "add-rows")

    assert hash_of(tiny({"exercises/a_first/objective.yaml": FIRST.replace(old, new)}), "add-rows") == before


def test_another_exercises_files_do_not_count(tiny: WriteLevel) -> None:
    root = tiny()
    before = hash_of(root, "add-two")
    (root.checks / "b_second" / "check_add_all.py").write_text("# changed\n")

    assert hash_of(root, "add-two") == before
