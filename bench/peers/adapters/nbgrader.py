"""nbgrader: `nbgrader autograde` over the class at once; the submission is the content of the one solution cell of a notebook."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.peers.environments import HOME, program_of, python_of
from bench.peers.running import CHECK_S, SUBMISSION_S, Graded, run, text_of
from bench.peers.work import CHECKS, FILENAME, INPUTS, REFERENCE

NAMESPACE = "F = types.SimpleNamespace(**dict(globals()))\n"
CONFIG = f"""
c = get_config()
c.CourseDirectory.course_id = "made-up"
c.ExecutePreprocessor.timeout = {CHECK_S}
c.ExecutePreprocessor.interrupt_on_timeout = True
c.ClearSolutions.code_stub = {{"python": "# YOUR CODE HERE"}}
"""
MARKS = """
import json
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    print(json.dumps({each.student.id: each.score for each in book.assignment_submissions("ps1")}))
"""


class Grader:
    """The marks from its gradebook, where the notebook came out at the other end."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        env = {"PATH": f"{HOME / 'nbgrader' / 'bin'}:{os.environ['PATH']}"}
        nbgrader = program_of("nbgrader", "nbgrader")
        notebook = self._released(work, nbgrader, env)
        for submission in submissions:
            place = work / "submitted" / submission.name / "ps1"
            place.mkdir(parents=True)
            for cell in notebook["cells"]:
                if cell["metadata"].get("nbgrader", {}).get("grade_id") == "solution":
                    cell["source"] = (submission / FILENAME).read_text(encoding="utf-8")
            (place / "attention.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
            for extra in submission.iterdir():
                if extra.name != FILENAME:
                    (place / extra.name).write_bytes(extra.read_bytes())
        ended = run([nbgrader, "autograde", "ps1"], SUBMISSION_S * len(submissions) + 60, work, work / "autograde.txt", env)
        run([python_of("nbgrader"), "-c", MARKS], 60, work, work / "marks.txt", env)
        try:
            marks = json.loads(text_of(work / "marks.txt"))
        except ValueError:
            marks = {}
        return {each.name: self._graded(each.name, marks, ended.wall_s / len(submissions), ended.is_killed, work) for each in submissions}

    def _graded(self, name: str, marks: Mapping[str, float], wall_s: float, is_killed: bool, work: Path) -> Graded:
        done = work / "autograded" / name / "ps1" / "attention.ipynb"
        return Graded(marks.get(name) if done.is_file() else None, wall_s, is_killed, text_of(done))

    def _released(self, work: Path, nbgrader: Path, env: Mapping[str, str]) -> dict[str, Any]:
        """The notebook that learners get."""
        source = work / "source" / "ps1"
        source.mkdir(parents=True)
        cells = [_cell("solution", f"### BEGIN SOLUTION\n{REFERENCE}### END SOLUTION", is_graded=False, is_solution=True)]
        cells += [
            _cell("inputs", _hidden(f"{INPUTS}\nimport types\n"), points=0)
        ]  # apart, so that a failing check does not take them along
        cells += [_cell(f"test_{check.name}", _hidden(NAMESPACE + check.body.strip("\n")), points=1) for check in CHECKS]
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        (source / "attention.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        (work / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
        made = run([nbgrader, "generate_assignment", "ps1"], 120, work, work / "generate.txt", env)
        released = text_of(work / "release" / "ps1" / "attention.ipynb")
        if not released:
            raise RuntimeError(made.output[-2000:])
        found: dict[str, Any] = json.loads(released)
        return found


def _hidden(source: str) -> str:
    return f"### BEGIN HIDDEN TESTS\n{source}\n### END HIDDEN TESTS"


def _cell(name: str, source: str, *, is_graded: bool = True, is_solution: bool = False, points: int | None = None) -> dict[str, Any]:
    marks: dict[str, Any] = {"grade_id": name, "grade": is_graded, "solution": is_solution, "locked": is_graded}
    marks |= {"schema_version": 3, "task": False, "cell_type": "code"}
    if points is not None:
        marks["points"] = points
    place = {"id": name.replace("_", "-"), "metadata": {"nbgrader": marks}}
    return {"cell_type": "code", "source": source, "outputs": [], "execution_count": None, **place}
