"""What README and docs name exists: paths, commands, options, exercises; and generated pages say what the program says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from grader.cli import cli
from grader.content import load_level

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
GENERATED = [page for page in PAGES if "[[[cog" in page.read_text()]
MADE_UP = {"rolling-softmax"}  # names of exercises that a page invents
TREES = ("grader", "exercises", "solutions", "quizzes", "tests", "docs", "bench", "examples", "bootstrap.py", "constraints.txt")
FENCE = re.compile(r"^( *)```console\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
PATH = re.compile(rf"`((?:{'|'.join(map(re.escape, TREES))})(?:/[\w./-]*)?)`")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)")


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def command_lines(page: Path) -> list[list[str]]:
    """The `$ grader …` lines of a page's console blocks, as words."""
    lines = [line.strip() for _, block in FENCE.findall(page.read_text()) for line in block.splitlines()]
    return [shlex.split(line[2:]) for line in lines if line.startswith("$ grader ")]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_path_it_names_exists(page: Path) -> None:
    text = page.read_text()
    missing = [path for path in PATH.findall(text) if not (ROOT / path).exists()]
    missing += [link for link in LINK.findall(text) if not (page.parent / link).exists()]

    assert missing == []


@pytest.mark.parametrize("page", [page for page in PAGES if TEST.search(page.read_text())], ids=named)
def test_every_test_it_names_exists(page: Path) -> None:
    named_tests = TEST.findall(page.read_text())
    missing = [f"{path}::{name}" for path, name in named_tests if f"\ndef {name}(" not in (ROOT / path).read_text()]

    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_it_shows_can_be_parsed(page: Path) -> None:
    for words in command_lines(page):
        command: click.Command | None = cli
        context = click.Context(cli, info_name="grader")
        rest = words[1:]
        while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
            command = command.get_command(context, rest.pop(0))
        assert command is not None, f"no such command: {' '.join(words)}"
        options = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)} | {
            "--help",
            "-h",
            "--version",
        }
        unknown = [word for word in rest if word.startswith("-") and word != "-" and word.split("=")[0] not in options]
        assert unknown == [], f"no such option: {' '.join(words)}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_exercise_it_checks_exists(page: Path) -> None:
    known = {exercise.slug for exercise in load_level(drafts=True).exercises} | MADE_UP
    asked = [word for words in command_lines(page) if words[1] in ("check", "hint", "solution", "verify") for word in words[2:]]
    names = [word for word in asked if re.fullmatch(r"[a-z]+(-[a-z]+)+", word)]

    assert set(names) - known == set()


@pytest.mark.parametrize("page", GENERATED, ids=named)
def test_generated_parts_say_what_the_program_says(page: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "cogapp", "--check", "--diff", str(page)], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + "\nrun `python -m cogapp -r` on the page"


def test_the_readme_starts_with_the_two_commands() -> None:
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:40])

    assert "$ python3 bootstrap.py demo" in first_screen
    assert "$ python3 bootstrap.py test" in first_screen


@pytest.mark.parametrize(
    ("text", "trap"),
    [("see `grader/nowhere.py`", "path"), ("[x](nowhere.md)", "path"), ("```console\n$ grader chek\n```\n", "command")],
)
def test_the_guards_trip(tmp_path: Path, text: str, trap: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)

    with pytest.raises(AssertionError):
        test_every_path_it_names_exists(page) if trap == "path" else test_every_command_it_shows_can_be_parsed(page)
