"""Notebook cells become the source of one exercise: nothing executed, magics dropped, the last definition wins."""

from __future__ import annotations

from typing import Any

import pytest

from grader.content.cells import Cell, FromCells, exercise_source, read_cells

ADD = "def add_two(a, b):\n    return a + b\n"


def source(*cells: str | Cell) -> str:
    return taken(*cells).source.decode()


def taken(*cells: str | Cell) -> FromCells:
    numbered = [cell if isinstance(cell, Cell) else Cell(cell, (), number) for number, cell in enumerate(cells, 1)]
    return exercise_source(read_cells(numbered), "add-two", ["add_two"])


def test_the_defining_cell_is_taken_and_calls_are_left_out() -> None:
    assert source("print('hello')", ADD, "add_two(1, 2)") == ADD


def test_imports_constants_and_helpers_come_along() -> None:
    body = ADD.replace("a + b", "math.floor(helper(a) + b)")
    text = source("import math, json\nSCALE = 1\n", "def helper(x):\n    return SCALE * x\n", "plot(helper(3))", body)

    assert text == f"import math\nSCALE = 1\n\ndef helper(x):\n    return SCALE * x\n\n{body}"


def test_magics_and_shell_lines_are_dropped() -> None:
    assert source("%matplotlib inline\n!pip install x\n" + ADD, "%%bash\nrm -rf x\n") == ADD


def test_a_tagged_cell_is_taken_before_others() -> None:
    tagged = Cell("def add_two(a, b):\n    return b + a\n", ("add-two",))

    assert "b + a" in source(tagged)
    assert source(tagged, "x = add_two(1, 2)") == tagged.source


def test_the_last_of_two_definitions_counts_and_is_said() -> None:
    found = taken(ADD, ADD.replace("a + b", "b + a"))

    assert found.source.decode().rstrip().endswith("return b + a")
    assert found.warnings == ("add_two is defined in 2 cells; the last one counts",)


def test_a_notebook_without_the_exercise_has_none_of_it() -> None:
    assert taken("x = 1", "def other(): pass") == FromCells()


def added(*cells: str | Cell) -> object:
    """What the taken function makes of 1 and 2."""
    found = taken(*cells)
    assert not found.problem
    names: dict[str, Any] = {}
    exec(compile(found.source, "cells", "exec"), names)
    return names["add_two"](1, 2)


@pytest.mark.parametrize(
    "magic", ["%%time", "\n%%time", "%%capture out", "%%timeit -n1", "%%prun", "%%time\n%%capture", "# timed\n%%time", "%%memit"]
)
def test_a_cell_whose_magic_runs_it_is_taken(magic: str) -> None:
    assert added(f"{magic}\n{ADD}") == 3
    assert added(ADD.replace("a + b", "None"), f"{magic}\n{ADD}") == 3


@pytest.mark.parametrize("magic", ["%%writefile add.py", "%%python", "%%script python3", "%%unheard_of"])
def test_a_cell_that_its_magic_does_not_run_is_told(magic: str) -> None:
    said = f"code cell 2 has add_two below `{magic}`, which does not run it in the notebook; it was left out"

    assert taken("x = 1", f"{magic}\n{ADD}") == FromCells(unrun=(said,))
    assert added(ADD, f"{magic}\n{ADD.replace('a + b', 'None')}") == 3
    assert taken(ADD, f"{magic}\n{ADD}").unrun == (said,)


@pytest.mark.parametrize("text", ["%%bash\necho hi\n", "%%html\n<b>def add_two</b>\n", "%%writefile other.py\ndef other(): pass\n"])
def test_a_magic_cell_of_something_else_is_not_told(text: str) -> None:
    assert taken(text, ADD).unrun == ()


CONTINUED = 'def add_two(a, b):\n    print("sum: %d"\n          % (a + b))\n    return (a\n  % 7 + b)\n'
IN_TEXT = (
    'TEXT = """\n%matplotlib inline\n!pip\nwhy?\n"""\n'
    "def add_two(a, b):\n    '''a \"\n    %d\n    !x'''\n    assert len(TEXT) == 30\n    return a + b\n"
)


@pytest.mark.parametrize(
    "text", [CONTINUED, IN_TEXT, 'S = "a \\\n%b"\n' + ADD, "X = 7 \\\n  % 4\n" + ADD, "# don't\n" + ADD, 'S = "a\u2028b\x0c"\n' + ADD]
)
def test_what_is_python_already_is_not_touched(text: str) -> None:
    assert source(text) == text
    assert added(text) == 3


@pytest.mark.parametrize(
    "text",
    [
        "for i in range(3):\n    !echo hi {i}\n" + ADD,
        "try:\n    import math\nexcept ImportError:\n    %pip install x\n" + ADD,
        ADD + "add_two?",
        ADD + "add_two??\n%timeit add_two(1, 2)\n",
        "?add_two\n" + ADD,
        "!echo don't (\n" + ADD,
        "!echo a \\\n  b 'c\n" + ADD,
        "files = !ls *'.py\n" + ADD,
        "a, b = %magic (\n" + ADD,
        "get_ipython().system(\n  'ls')\n" + ADD,
        "%time import math\n" + ADD + "assert math\n",
        "  def add_two(a, b):\n    return a + b\n",
        ADD.replace("\n", "\r\n") + "!ls\r\n",
        ">>> def add_two(a, b):\n...     return a + b\n...\n>>> y = add_two(1, 2)\n",
        "\n  >>> @staticmethod\n  ... def add_two(a, b):\n  ...     return a + b\n",
    ],
)
def test_what_only_ipython_understands_leaves_python(text: str) -> None:
    assert added(text) == 3


def test_a_later_future_import_goes_to_the_top() -> None:
    assert added("import math\n", "from __future__ import annotations\n" + ADD.replace("(a, b)", "(a: Missing, b)")) == 3


@pytest.mark.parametrize("broken", ["def broken(:\n    pass\n", "def add_two(a, b):\n    return (\n", "class add_two\n", "import\n"])
def test_a_cell_that_is_no_python_is_left_out_beside_one_that_is(broken: str) -> None:
    assert added(ADD, broken) == 3
    assert added(broken, ADD) == 3


def test_the_only_cell_with_the_function_is_taken_even_if_it_is_no_python() -> None:
    found = taken("def broken(:\n", "def add_two(a, b)\n    return 1\n", "def add_two(a, b)\n    return 2\n")

    assert found.source == b"def add_two(a, b)\n    return 2\n"
    assert (found.problem, found.numbers) == ("", frozenset({3}))


def test_what_only_a_notebook_can_run_is_open_and_told() -> None:
    found = taken("import asyncio\n", ADD + "await asyncio.sleep(0)\n")

    assert "code cell 2 (`def add_two(a, b):`) awaits something outside of any function" in found.problem
    assert added(ADD, "import asyncio\nx = await asyncio.sleep(0)\n") == 3


def test_python_that_we_made_unreadable_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.content.cells.as_python", lambda text: text.replace("return", "return ("))

    assert "code cell 1 (`def add_two(a, b):`) is Python, and was none any more" in taken(ADD).problem


def test_too_many_cells_of_one_exercise_are_open_and_told() -> None:
    helpers = [f"def helper_{number}():\n    return '{'x' * 400_000}'\n" for number in range(2)]

    assert "more than 512 KiB" in taken(ADD + "    helper_0() + helper_1()\n", *helpers).problem
    assert added(ADD, *helpers) == 3


def test_constants_in_a_cell_of_their_own_come_along() -> None:
    assert added("SCALE = -1.5\nNAMES = ['a', 'b']\n", "x = add_two(1, 2)", ADD.replace("a + b", "a + b + 0 * SCALE")) == 3


NEEDED = ADD.replace("a + b", "np.add(a, b) + ZERO")


@pytest.mark.parametrize(
    "around",
    [
        "import numpy as np, matplotlib.pyplot as plt, torch\nZERO = 0",
        "from numpy import *\nimport numpy as np\nZERO = 0",
        "import numpy as np\nZERO = 0\ndata = np.load('x.npy')\nprint(data.shape)",
        "import numpy as np; ZERO, ONE = 0, 1; data = open('x.txt')",
        "try:\n    import numpy as np\nexcept ImportError:\n    np = None\nZERO: int = np.zeros(())\nplt.plot([ZERO])",
        "import numpy as np\nZERO = 0\nfor i in range(3):\n    out = add_two(i, 1)\n    print(out)\nplt.plot([ZERO])\nnp.random.seed(0)",
        "import numpy as np\n@np.vectorize\ndef zero(x):\n    return 0 * x\nZERO = int(zero(3))\ndef show():\n    plt.show()",
    ],
)
def test_of_other_cells_comes_along_what_is_needed_and_nothing_else(around: str) -> None:
    assert added(around, NEEDED, "a = b = add_two(1, 2)\nadd_two = a / 0") == 3
    assert added(NEEDED, around) == 3


def test_all_names_of_a_module_come_along_when_one_is_missing() -> None:
    assert added("from math import *", ADD.replace("a + b", "floor(a + b)")) == 3
    assert added("from no_such_module import *", ADD) == 3


@pytest.mark.parametrize(
    ("around", "uses"),
    [
        ("COUNT = 0", "global COUNT\n    COUNT += 1"),
        ("COUNT = 0\nCOUNT += 2", "global COUNT\n    COUNT = COUNT + 1"),
        ("TABLE = {}\nTABLE['x'] = 1\nTABLE['y']['z'] = 2", "TABLE['x']"),
        ("TABLE = {}\nfor word in ['x', 'y']:\n    TABLE[word] = len(word)", "TABLE['x']"),
        ("LIST = []\nwhile len(LIST) < 3:\n    LIST.append(len(LIST))\nelse:\n    LIST.insert(0, 7)", "LIST[3]"),
        ("SETS = {}\nSETS.setdefault('x', set())\nSETS['x'].add(3)\nif SETS:\n    SETS.update(y=1)", "SETS['y']"),
        ("for row in range(3):\n    with errors() as LAST, errors():\n        pass\ndef errors():\n    return open('x')", "LAST"),
        ("for (FIRST, [SECOND, *_]) in [(1, [2])]: pass", "FIRST + SECOND"),
    ],
)
def test_what_is_counted_or_filled_elsewhere_comes_along(around: str, uses: str) -> None:
    body = f"def add_two(a, b):\n    {uses}\n    return a + b\n"

    assert source(f"OTHER = 1\n{around}\nOTHER = 2", body) == f"{around}\n\n{body}"


def test_a_name_of_the_function_itself_is_not_taken_from_elsewhere() -> None:
    assert added("total = a / 0\nb = [][1]", "def add_two(a, b):\n    total = a + b\n    return total\n") == 3


@pytest.mark.parametrize(
    "cells",
    [
        ("from grader.notebook import check", ADD, "check('add-two')"),
        (f"from grader.notebook import check\n{ADD}check('add-two')",),
        ("from grader.notebook import check as ok", f"{ADD}told = ok('add-two')"),
        ("import grader.notebook", f"{ADD}grader.notebook.check('add-two')"),
    ],
)
def test_a_notebook_that_checks_itself_is_taken_without_its_checks(cells: tuple[str, ...]) -> None:
    assert "grader" not in source(*cells)
    assert added(*cells) == 3
