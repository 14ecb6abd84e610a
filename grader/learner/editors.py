"""What an editor is told: failing checks as `file:line: sentence`, and a tasks file for VS Code that understands such lines.

Pure but for `write_tasks`. Knows no terminal.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

from grader.content.models import Exercise
from grader.learner.folder import LearnerFolder
from grader.learner.message import escaped
from grader.results import CheckResult, Evidence, Outcome, Verdict

TASKS = Path(".vscode") / "tasks.json"
PATTERN = r"^(.+\.py):(\d+): (error|warning): (.*)$"
QUIET = frozenset({Verdict.PASSED, Verdict.NOT_RUN})


def problem_lines(exercise: Exercise, outcome: Outcome, source: bytes, file: str) -> list[str]:
    """One line for each check that does not pass: where the learner's code stopped, else where the function begins. Equal ones once."""
    start = _first_function(source, exercise.functions)
    lines = []
    for check in outcome.result.checks:
        if check.verdict in QUIET:
            continue
        evidence = outcome.evidence.by_check.get(check.name, Evidence())
        line = evidence.lines[-1] if evidence.lines else start
        kind = "warning" if check.verdict is Verdict.TODO else "error"
        lines.append(f"{file}:{line}: {kind}: {_what(check, evidence)}")
    return list(dict.fromkeys(lines))


def _what(check: CheckResult, evidence: Evidence) -> str:
    """What the editor shows: an exception in its own words, else what should hold. One line, whatever learner code put into it."""
    said = f"{evidence.exception}: {evidence.exception_text}" if evidence.exception else check.sentence or check.name
    return escaped(" ".join(said.split()))


def _first_function(source: bytes, names: tuple[str, ...]) -> int:
    """The line of the exercise's first function; 1 where it cannot be found."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 1
    return min((node.lineno for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in names), default=1)


def write_tasks(folder: LearnerFolder) -> Path | None:
    """Write the tasks file; None when there is one already, which is left as it is."""
    path = folder.root / TASKS
    path.parent.mkdir(exist_ok=True)
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(json.dumps(_tasks(), indent=2) + "\n")
    except FileExistsError:
        return None
    return path


def _tasks() -> dict[str, object]:
    matcher = {
        "owner": "grader",
        "fileLocation": ["relative", "${workspaceFolder}"],
        "pattern": {"regexp": PATTERN, "file": 1, "line": 2, "severity": 3, "message": 4},
    }
    check = _task("check this exercise", ["check", "${file}", "--problems"]) | {
        "problemMatcher": matcher,
        "group": {"kind": "build", "isDefault": True},
    }
    return {"version": "2.0.0", "tasks": [check, _task("hint for this exercise", ["hint", "${file}"]), _task("what comes next", ["next"])]}


def _task(label: str, arguments: list[str]) -> dict[str, object]:
    return {
        "label": f"grader: {label}",
        "type": "process",
        "command": "grader",
        "args": arguments,
        "options": {"cwd": "${workspaceFolder}"},
        "presentation": {"clear": True, "focus": False},
        "problemMatcher": [],
    }
