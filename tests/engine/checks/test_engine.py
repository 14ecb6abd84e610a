"""Check files are found and loaded as plain pytest finds them, without pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.checks.engine import collect
from grader.content.load import load_level
from grader.errors import CheckBroken

OFTEN_WRITTEN = '''
from __future__ import annotations

from dataclasses import dataclass

import pytest

from grader.checks.api import call, cases, require


@dataclass
class Pair:
    """Classes are no checks."""

    left: int


class check_class:
    def check_inside(self):
        """Nor is what stands in them."""


def helper(submission):
    require(submission.add_two(1, 1) == 2)


def check_second_by_name(submission):
    """The order
    is that of the file."""
    helper(submission)


@cases(repeat=2)
def check_first_by_name(draw):
    """Drawn numbers add up."""
    return call("add_two", draw.number(), draw.number())


check_again = check_second_by_name
check_number = 3


def checks_nothing(submission):
    """The name begins in another way."""


if not hasattr(pytest, "ours"):
    def check_inside_if(submission):
        pass
'''


def found_by_pytest(paths: list[Path]) -> list[str]:
    """What `pytest -p grader.checks.plugin` collects, as "path::name"."""
    options = ["--collect-only", "-q", "-p", "no:randomly", "--import-mode=importlib", "-c", "/dev/null", "--noconftest", "--rootdir", "/"]
    command = [sys.executable, "-m", "pytest", "-p", "grader.checks.plugin", *options, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return [f"/{line}" for line in done.stdout.splitlines() if "::" in line]


def found(paths: list[Path]) -> list[str]:
    """What a grading process finds."""
    return [f"{check.path}::{check.name}" for check in collect(paths)]


def written(folder: Path, text: str, name: str = "check_add_two.py") -> Path:
    """A check file."""
    path = folder / "a_first" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path.resolve()


def test_the_checks_of_every_exercise_are_those_that_pytest_finds() -> None:
    paths = [exercise.check_path.resolve() for exercise in load_level().exercises]

    assert found(paths) == found_by_pytest(paths)


def test_whatever_else_a_check_file_holds_is_taken_as_pytest_takes_it(tmp_path: Path) -> None:
    path = written(tmp_path, OFTEN_WRITTEN)
    names = ["check_second_by_name", "check_first_by_name", "check_again", "check_inside_if"]

    assert found([path]) == found_by_pytest([path]) == [f"{path}::{name}" for name in names]


def test_the_sentence_of_a_check_is_its_docstring_on_one_line(tmp_path: Path) -> None:
    checks = collect([written(tmp_path, OFTEN_WRITTEN)])

    assert [check.sentence for check in checks[:2]] == ["The order is that of the file.", "Drawn numbers add up."]


def test_files_of_one_name_do_not_meet(tmp_path: Path) -> None:
    text = "def check_{}(submission):\n    pass\n"
    paths = [written(tmp_path / "ours", text.format("here")), written(tmp_path / "theirs", text.format("there"))]

    assert [check.name for check in collect(paths)] == ["check_here", "check_there"]


def test_nothing_is_written_beside_a_check_file(tmp_path: Path) -> None:
    collect([written(tmp_path, OFTEN_WRITTEN)])

    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["check_add_two.py"]


def test_collecting_our_checks_does_not_start_pytest() -> None:
    code = (
        "import sys; from grader.checks.engine import collect; from grader.content.load import load_level; "
        "collect([e.check_path for e in load_level().exercises]); sys.exit('pytest' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def check_x(:\n", "SyntaxError"),
        ("\nraise RuntimeError('no data')\n", "RuntimeError: no data"),
        ("\nimport pytest\npytest.skip('not today', allow_module_level=True)\n", "not today"),
        ("import sys\nsys.exit(0)\n", "SystemExit: 0"),
    ],
)
def test_every_file_that_cannot_be_loaded_is_named(tmp_path: Path, text: str, said: str) -> None:
    first, second = written(tmp_path, text), written(tmp_path, text, "check_add_rows.py")

    with pytest.raises(CheckBroken) as broken:
        collect([first, second])

    assert all(f"{path}: " in broken.value.message for path in (first, second))
    assert said in broken.value.message


def test_a_check_with_fixtures_of_its_own_is_broken_not_passed(tmp_path: Path) -> None:
    (check,) = collect([written(tmp_path, "def check_x(submission, tmp_path):\n    pass\n")])

    with pytest.raises(CheckBroken, match="asks for fixtures"):
        check.run(None)  # type: ignore[arg-type]  # it is refused before it is used
