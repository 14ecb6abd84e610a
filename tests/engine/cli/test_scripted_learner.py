"""A learner's whole way, command by command: the same text in a pipe and in any terminal, compared whole at 80 and 60 columns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.conftest import Golden
from tests.engine.cli.scripted_learner import masked

pytestmark = pytest.mark.isolation

REPOSITORY = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "tests.engine.cli.scripted_learner"]
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
IN_CODE = ("# ", "above = ", "sys.path", "from ", "print(", "o2_roles/project_all.py:")  # programs and lines for editors are not wrapped


def environment(width: int, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "TERM", "FORCE_COLOR")}
    return kept | {"PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1", "COLUMNS": str(width), **more}


def piped(folder: Path, width: int) -> str:
    """The transcript through a pipe."""
    done = subprocess.run(
        [*COMMAND, str(folder)],
        env=environment(width),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert done.returncode == 0
    return done.stdout.decode()


def in_a_terminal(folder: Path, width: int, **more: str) -> str:
    """The transcript on the screen of a terminal."""
    wanted = environment(width, **{"TERM": "xterm-256color", **more})
    command, arguments = COMMAND[0], [*COMMAND[1:], str(folder)]
    screen = pexpect.spawn(command, arguments, env=wanted, timeout=300, encoding="utf-8", dimensions=(400, width))
    try:
        screen.expect(pexpect.EOF)
        return str(screen.before)
    finally:
        screen.close(force=True)


@pytest.mark.parametrize("width", [80, 60])
def test_the_whole_way_in_a_pipe(width: int, tmp_path: Path, golden: Golden) -> None:
    text = masked(piped(tmp_path, width))

    assert "\x1b" not in text
    assert [line for line in text.splitlines() if len(line) > width and not line.startswith(IN_CODE) and not line.startswith("$ ")] == []
    golden(f"learner_{width}.txt", text)


def test_a_terminal_shows_the_same_in_colour(tmp_path: Path, golden: Golden) -> None:
    text = without_bars(in_a_terminal(tmp_path, 60))
    plain = COLOUR.sub("", text)

    assert COLOUR.search(text)
    assert "\x1b" not in plain, "nothing moves the cursor"
    golden("learner_60.txt", masked(plain))


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "TERM=dumb"])
def test_a_plain_terminal_shows_the_same(more: dict[str, str], tmp_path: Path, golden: Golden) -> None:
    text = without_bars(in_a_terminal(tmp_path, 80, **more))

    assert "\x1b" not in text
    golden("learner_80.txt", masked(text))


def without_bars(text: str) -> str:
    """The text without the progress bar of a check of several exercises, and the cursor that it hides and shows."""
    lines = re.sub(r"\x1b\[\?25[lh]", "", text.replace("\r\n", "\n")).split("\n")
    return "\n".join(line for line in lines if "\r" not in line)
