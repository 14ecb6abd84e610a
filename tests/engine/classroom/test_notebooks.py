"""Notebooks in a class: what stands in their cells is graded as the notebook runs it, and what is left out is told."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from grader.classroom.intake import take_in
from grader.cli import main
from grader.content.models import Level
from grader.store.rows import NewSubmission

ROWS = "def softmax_np(x, axis=-1):\n    return x\n"
MATRIX = "def attention_matrix(queries, keys):\n    return queries\n"


def book(*cells: str) -> str:
    code = [{"cell_type": "code", "source": text, "metadata": {}, "outputs": []} for text in cells]
    markdown = {"cell_type": "markdown", "source": "# Mine", "metadata": {}}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [markdown, *code]})


def handed_in(folder: Path, level: Level, *cells: str) -> NewSubmission:
    (folder / "ada").mkdir(parents=True)
    (folder / "ada" / "lab.ipynb").write_text(book(*cells), encoding="utf-8")
    (found,) = take_in(folder, level).submissions
    return found


def test_a_cell_left_out_is_named_once_and_by_its_number(tmp_path: Path, level: Level) -> None:
    found = handed_in(tmp_path, level, "x = 1", ROWS, "def broken(:\n    pass\n", MATRIX)

    assert {file.slug for file in found.files if file.content} >= {"softmax-rows"}
    assert found.warnings == ("lab.ipynb: code cell 3 (`def broken(:`) cannot be read as Python and was left out: line 1, invalid syntax.",)


def test_a_broken_cell_that_is_the_only_one_is_taken_and_not_told_as_left_out(tmp_path: Path, level: Level) -> None:
    found = handed_in(tmp_path, level, "def softmax_np(x:\n    return x\n", MATRIX)

    assert "softmax-rows" in {file.slug for file in found.files}
    assert found.warnings == ()


def test_what_a_notebook_alone_can_run_is_a_file_that_is_not_graded(tmp_path: Path, level: Level) -> None:
    (file,) = handed_in(tmp_path, level, ROWS + "await later()\n").files

    assert (file.slug, file.content) == ("softmax-rows", None)
    assert file.problem.startswith("lab.ipynb: code cell 1 (`def softmax_np(x, axis=-1):`) awaits something outside of any function")


def test_a_notebook_with_more_code_than_anyone_writes_is_not_read(tmp_path: Path, level: Level) -> None:
    found = handed_in(tmp_path, level, ROWS, *["x = 1\n" * 50_000] * 2)

    assert found.problem == "lab.ipynb has more than 512 KiB of code."


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_a_notebook_in_another_encoding_is_told_as_that(tmp_path: Path, level: Level, encoding: str) -> None:
    text = book(ROWS).replace("Mine", "größe").replace('"cells": [', '"cells": [\n\n', 1)
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "lab.ipynb").write_bytes(text.encode(encoding))
    line = 3 if encoding == "latin-1" else 1

    assert take_in(tmp_path, level).submissions[0].problem == f"lab.ipynb:{line} is not UTF-8: save it as UTF-8."


def test_characters_that_are_none_do_not_stop_the_intake(tmp_path: Path, level: Level) -> None:
    found = handed_in(tmp_path, level, "x = '\ud800'\nimport y\n", ROWS)

    assert [file.slug for file in found.files] == ["softmax-rows"]
    assert "code cell 1 (`x = '\ufffd'`) cannot be read as Python" in found.warnings[0]


@pytest.mark.isolation
def test_magics_cost_nobody_a_point(
    tmp_path: Path, level: Level, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = level.exercise("softmax-rows").solution_path.read_text(encoding="utf-8")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n")
    learners = {
        "timed": ("%matplotlib inline", f"%%time\n{right}"),
        "continued": (right.replace("    return exps", '    print("rows: %d"\n          % len(x))\n    return exps'),),
        "asked": (f"for i in range(3):\n    !echo hi\n{right}\nsoftmax_np?",),
        "future": ("import math", f"from __future__ import annotations\n{right}"),
        "broken": (right, "def broken(:"),
        "written": (f"%%writefile softmax_rows.py\n{right}",),
    }
    for key, cells in learners.items():
        (tmp_path / "work" / key).mkdir()
        (tmp_path / "work" / key / "lab.ipynb").write_text(book(*cells), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    main(["grade", "work", "--dry-run"])

    assert "6 submissions, 0 late, 0 renamed, 2 doubtful" in capsys.readouterr().out
    assert main(["grade", "work", "-o", "graded"]) == 0
    result = json.loads((tmp_path / "graded" / "result.json").read_text("utf-8"))
    assert {each["key"]: each["points"] for each in result["submissions"]} == {
        key: None if key == "written" else result["submissions"][0]["max_points"] for key in learners
    }


@pytest.mark.isolation
def test_plots_data_and_our_own_checks_beside_the_functions_cost_nobody_a_point(
    tmp_path: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = level.exercise("softmax-rows").solution_path.read_text(encoding="utf-8")
    bare = right.replace("import numpy as np\n", "")
    (tmp_path / "work" / "ada").mkdir(parents=True)
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n")
    first = "import numpy as np, matplotlib.pyplot as plt, torch\nfrom grader.notebook import check\ndata = np.load('x.npy')"
    (tmp_path / "work" / "ada" / "lab.ipynb").write_text(book(first, bare + "\ncheck('softmax-rows')", "plt.plot(data)"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(["grade", "work", "-o", "graded"]) == 0
    learner = json.loads((tmp_path / "graded" / "learners" / "ada.json").read_text("utf-8"))
    assert learner["exercises"][0]["verdict"] == "passed"


def test_a_cell_with_the_functions_of_many_exercises_is_not_parsed_for_each(
    tmp_path: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    functions = "".join(f"def {name}(*given):\n    return 1\n" for exercise in level.exercises for name in exercise.functions)
    parsed: list[str] = []
    real = ast.parse
    monkeypatch.setattr(ast, "parse", lambda text: parsed.append(text) or real(text))
    found = handed_in(tmp_path, level, "from grader.notebook import check", f"{functions}check('softmax-rows')\n")

    assert (len(found.files), found.warnings) == (len(level.exercises), ())
    assert len(parsed) < 10


SCRIPT = f"""#!/usr/bin/env python
# coding: utf-8

# # Mine

# In[1]:


get_ipython().run_line_magic('matplotlib', 'inline')
import matplotlib.pyplot as plt


# In[ ]:


get_ipython().run_cell_magic('time', '', {ROWS!r})


# In[12]:


def attend_one(query, keys, values):
    return values
get_ipython().system('ls')
plt.plot(attend_one(1, 2, 3))
"""


@pytest.mark.parametrize("name", ["softmax_rows.py", "attention_matrix.py", "lab.py"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_notebook_that_was_saved_as_a_script_is_read_as_the_notebook(tmp_path: Path, level: Level, name: str, end: str) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / name).write_text(SCRIPT, encoding="utf-8", newline=end)

    (found,) = take_in(tmp_path, level).submissions

    contents = {file.slug: file.content.read().decode() for file in found.files if file.content}
    assert contents["softmax-rows"] == ROWS
    assert set(contents) == {"softmax-rows", "one-query"}
    assert f"{name} is a notebook, whatever it is called, and was read as one." in found.warnings


def test_a_script_of_cells_that_python_can_run_is_a_program(tmp_path: Path, level: Level) -> None:
    text = SCRIPT.replace("get_ipython()", "ipython()")
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "softmax_rows.py").write_text(text, encoding="utf-8")

    (found,) = take_in(tmp_path, level).submissions

    assert [file.content and file.content.read().decode() for file in found.files] == [text]


def test_a_script_of_more_cells_than_anyone_writes_is_not_read(tmp_path: Path, level: Level) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "softmax_rows.py").write_text(SCRIPT + "# In[1]:\n" * 5_001, encoding="utf-8")

    (found,) = take_in(tmp_path, level).submissions

    assert found.problem == "softmax_rows.py has more than 5,000 cells."
