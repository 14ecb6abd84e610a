"""Notebook cells become the source of one exercise: nothing executed, magics dropped, the last definition wins."""

from __future__ import annotations

from grader.content.cells import Cell, exercise_source

ADD = "def add_two(a, b):\n    return a + b\n"


def source(*cells: str | Cell) -> str:
    found = exercise_source([cell if isinstance(cell, Cell) else Cell(cell) for cell in cells], "add-two", ["add_two"])
    assert found is not None
    return found.source.decode()


def test_the_defining_cell_is_taken_and_calls_are_left_out() -> None:
    assert source("print('hello')", ADD, "add_two(1, 2)") == ADD


def test_imports_constants_and_helpers_come_along() -> None:
    text = source("import math\nSCALE = 2\n", "def helper(x):\n    return x\n", "plot(helper(3))", ADD)

    assert "import math" in text
    assert "def helper" in text
    assert "plot" not in text


def test_magics_and_shell_lines_are_dropped() -> None:
    assert source("%matplotlib inline\n!pip install x\n" + ADD, "%%bash\nrm -rf x\n") == ADD


def test_a_tagged_cell_is_taken_before_others() -> None:
    tagged = Cell("def add_two(a, b):\n    return b + a\n", ("add-two",))

    assert "b + a" in source(tagged)
    assert source(tagged, "x = add_two(1, 2)") == tagged.source


def test_the_last_of_two_definitions_counts_and_is_said() -> None:
    found = exercise_source([Cell(ADD), Cell(ADD.replace("a + b", "b + a"))], "add-two", ["add_two"])

    assert found is not None
    assert found.source.decode().rstrip().endswith("return b + a")
    assert found.warnings == ("add_two is defined in 2 cells; the last one counts",)


def test_a_notebook_without_the_exercise_has_none_of_it() -> None:
    assert exercise_source([Cell("x = 1"), Cell("def other(): pass")], "add-two", ["add_two"]) is None
