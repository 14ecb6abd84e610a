"""The scoped importer: equal names in several trees, and none of them in sys.modules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.content.importer import forget, load_module


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    """Two trees with the same two modules; `b.two` uses `a.one`."""
    for tree, number in (("left", 1), ("right", 2)):
        for folder, name, text in (
            ("a", "one", f"def number():\n    return {number}\n"),
            ("b", "two", "from a.one import number\nimport a.one as one\n\n\ndef late():\n    import a.one\n    return a.one.number()\n"),
        ):
            (tmp_path / tree / folder).mkdir(parents=True, exist_ok=True)
            (tmp_path / tree / folder / f"{name}.py").write_text(text)
    return tmp_path / "left", tmp_path / "right"


def test_imports_resolve_in_the_same_tree_whenever_they_run(trees: tuple[Path, Path]) -> None:
    left, right = (load_module(tree, "b.two") for tree in trees)

    assert (left.number(), left.one.number(), left.late()) == (1, 1, 1)
    assert (right.number(), right.one.number(), right.late()) == (2, 2, 2)


def test_no_tree_stands_in_sys_modules(trees: tuple[Path, Path]) -> None:
    load_module(trees[0], "b.two")

    assert not {"a", "a.one", "b", "b.two"} & set(sys.modules)


def test_other_source_in_place_of_a_file_stays_apart(trees: tuple[Path, Path]) -> None:
    other = load_module(trees[0], "a.one", "def number():\n    return 7\n")

    assert other.number() == 7
    assert load_module(trees[0], "b.two").number() == 1
    assert load_module(trees[0], "b.two", "from a.one import number\n").number() == 1


def test_a_changed_file_is_read_again_after_forget(trees: tuple[Path, Path]) -> None:
    load_module(trees[0], "a.one")
    (trees[0] / "a" / "one.py").write_text("def number():\n    return 9\n")
    assert load_module(trees[0], "a.one").number() == 1

    forget(trees[0])
    assert load_module(trees[0], "a.one").number() == 9


def test_a_module_that_fails_is_not_kept(trees: tuple[Path, Path]) -> None:
    path = trees[0] / "a" / "bad.py"
    path.write_text("1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        load_module(trees[0], "a.bad")

    path.write_text("fine = True\n")
    assert load_module(trees[0], "a.bad").fine


def test_a_missing_module_names_the_tree(trees: tuple[Path, Path]) -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'a\.none' in .*left"):
        load_module(trees[0], "a.none")


def test_no_bytecode_is_left_behind(trees: tuple[Path, Path]) -> None:
    load_module(trees[0], "b.two")

    assert not list(trees[0].rglob("__pycache__"))


def test_data_classes_can_be_made_in_a_tree(trees: tuple[Path, Path]) -> None:
    source = "from __future__ import annotations\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Pair:\n    a: int\n"

    assert load_module(trees[0], "a.pair", source).Pair(3).a == 3
    assert "a.pair" not in sys.modules
