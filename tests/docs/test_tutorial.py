"""The tutorial is followed to the letter: every command is run, every function typed, and every line compared."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TUTORIAL = Path(__file__).resolve().parents[2] / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(console|python)(?: (\S+))?\n(.*?)^```", re.MULTILINE | re.DOTALL)
ANYTHING = "..."


def steps() -> Iterator[tuple[str, str, str]]:
    """(kind, file, text) of every block, in order."""
    for match in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8")):
        yield match[1], match[2] or "", match[3]


def typed(path: Path, functions: str) -> None:
    """Replace functions of a file by those of the same name, as a learner would type them."""
    source = path.read_text(encoding="utf-8")
    for node in ast.parse(functions).body:
        assert isinstance(node, ast.FunctionDef)
        old = next(found for found in ast.parse(source).body if isinstance(found, ast.FunctionDef) and found.name == node.name)
        lines = source.splitlines()
        lines[old.lineno - 1 : old.end_lineno] = ast.get_source_segment(functions, node).splitlines()  # type: ignore[union-attr]  # it is there
        source = "\n".join(lines) + "\n"
    path.write_text(source, encoding="utf-8")


def matches(expected: list[str], got: list[str]) -> bool:
    """Whether lines agree; a line `...` stands for any number of lines."""
    if not expected:
        return not got
    if expected[0] == ANYTHING:
        return any(matches(expected[1:], got[skipped:]) for skipped in range(len(got) + 1))
    return bool(got) and expected[0].rstrip() == got[0].rstrip() and matches(expected[1:], got[1:])


def test_wildcards_stand_for_any_number_of_lines() -> None:
    assert matches(["a", ANYTHING, "b"], ["a", "x", "y", "b"])
    assert matches(["a", ANYTHING], ["a"])
    assert not matches(["a", ANYTHING, "b"], ["a", "x"])
    assert not matches(["a"], ["a", "b"])


@pytest.mark.isolation
def test_the_tutorial_shows_what_happens(tmp_path: Path) -> None:
    here = tmp_path
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")} | {"COLUMNS": "80"}
    for kind, file, text in steps():
        if kind == "python":
            typed(here / file, text)
            continue
        for command, expected in split_commands(text):
            words = shlex.split(command)
            if words[0] == "cd":
                here = here / words[1]
                continue
            assert words[0] == "grader", f"the tutorial runs something else: {command}"
            done = subprocess.run(
                [sys.executable, "-m", "grader", *words[1:]], cwd=here, env=env, capture_output=True, text=True, check=False
            )
            got = done.stdout.splitlines()
            assert matches(expected, got), f"$ {command}\n" + done.stdout + done.stderr


def split_commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block with the lines that follow it."""
    command, lines = "", []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, lines
            command, lines = line[2:], []
        else:
            lines.append(line)
    yield command, lines
