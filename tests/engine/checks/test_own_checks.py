"""`--checks DIR`: an instructor's checks are run, in place of ours or beside them, wherever in the folder they lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.errors import WorkerDied
from tests.engine.content.tiny_level import write_level

OWN = '''
from grader.checks.api import call, cases, require


@cases(repeat=1)
def check_drawn(draw):
    """Drawn numbers add up."""
    return call("add_two", draw.number(), draw.number())


def check_plain(submission):
    """One and one are two."""
    require(submission.add_two(1, 1) == 2, "one and one are not two")
'''


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def names(home: Path, path: str, text: str = OWN) -> list[str]:
    """The checks by which right work passes, with one own file of checks."""
    root = write_level(home / "level", {})
    own = home / "own" / path
    own.parent.mkdir(parents=True)
    own.write_text(text)
    level = load_level(root.with_checks(home / "own"))
    with Pool(level, ["add-two", "add-rows"], secret=b"k" * 32, slots=1) as pool:
        ((_, outcome),) = pool.run([Job("x", "add-two", b"def add_two(a, b):\n    return a + b\n")])
    assert {check.verdict.value for check in outcome.result.checks} == {"passed"}
    return [check.name for check in outcome.result.checks]


@pytest.mark.parametrize("folder", ["", "a_first/"])
def test_checks_of_the_name_of_ours_take_their_place(root: Path, folder: str) -> None:
    assert names(root, f"{folder}check_add_two.py") == ["check_drawn", "check_plain"]


@pytest.mark.parametrize("folder", ["", "a_first/"])
def test_also_checks_come_after_ours(root: Path, folder: str) -> None:
    found = names(root, f"{folder}also_check_add_two.py")

    assert found[-2:] == ["check_drawn", "check_plain"]
    assert len(found) > 2


def test_two_checks_of_one_name_are_refused_before_anything_is_graded(root: Path) -> None:
    ours = write_level(root / "other", {}).checks / "a_first" / "check_add_two.py"

    with pytest.raises(WorkerDied, match="two checks called check_"):
        names(root, "also_check_add_two.py", ours.read_text())
