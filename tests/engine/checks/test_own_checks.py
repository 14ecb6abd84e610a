"""`--checks DIR`: an instructor's checks are run, in place of ours or beside them, wherever in the folder they lie."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.errors import CheckBroken, UsageError
from grader.results import Verdict
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

    with pytest.raises(CheckBroken, match="two checks called check_"):
        names(root, "also_check_add_two.py", ours.read_text())


def started(home: Path, files: dict[str, str]) -> Pool:
    """A pool with these files of own checks."""
    root = write_level(home / "level", {})
    for path, text in files.items():
        own = home / "own" / path
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(text)
    return Pool(load_level(root.with_checks(home / "own")), ["add-two", "add-rows"], secret=b"k" * 32, slots=1)


@pytest.mark.parametrize("kind", ["check", "also_check"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('def chek_a(submission):\n    """One."""\n', "add_two.py: no check in it: a check is a function called check_"),
        ("", "add_two.py: no check in it"),
        ("def check_a(submission:\n", "SyntaxError"),
        ("import nothing_of_the_kind\n", "ModuleNotFoundError: No module named 'nothing_of_the_kind'"),
    ],
)
def test_a_file_without_a_check_that_runs_is_refused_before_anything_is_graded(root: Path, kind: str, text: str, said: str) -> None:
    with pytest.raises(CheckBroken, match=re.escape(said)) as refused, started(root, {f"{kind}_add_two.py": text}) as pool:
        list(pool.run([Job("x", "add-two", b"def add_two(a, b):\n    return a + b\n")]))

    assert f"{kind}_add_two.py" in refused.value.message
    assert "mend the file" in refused.value.hint


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("check_addtwo.py", "did you mean `check_add_two.py`?"),
        ("also_check_add_twoo.py", "did you mean `also_check_add_two.py`?"),
        ("check_nothing_like_it.py", "no exercise has such a file"),
        ("b_second/check_add_two.py", "put it into `a_first/`"),
    ],
)
def test_a_file_of_checks_that_is_nobodys_is_refused(root: Path, path: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        started(root, {path: OWN, "also_check_add_rows.py": OWN})


VACUOUS = {
    "calls without cases": (
        'from grader.checks.api import call\n\n\ndef check_a(draw):\n    """One."""\n    return call("add_two", 1, 2)\n',
        "check_a (check_add_two.py:4) gives something back, and nobody looks at it: is `@cases()` missing above it?",
    ),
    "a generator without cases": (
        'from grader.checks.api import call\n\n\ndef check_a(draw):\n    """One."""\n    yield call("add_two", 1, 2)\n',
        "check_a (check_add_two.py:4) gives something back",
    ),
    "a truth that nobody asserts": (
        'def check_a(submission):\n    """One."""\n    return submission.add_two(1, 2) == 3\n',
        "check_a (check_add_two.py:1) gives something back",
    ),
    "nothing asked": ('def check_a(submission):\n    """One."""\n    assert submission.add_two\n', "calls nothing of the learner's"),
    "no case": (
        'from grader.checks.api import cases\n\n\n@cases()\ndef check_a(draw):\n    """One."""\n    return []\n',
        "check_a must give cases made by call(...)",
    ),
    "no draw": (
        OWN.partition("def check_plain")[0].replace("repeat=1", "repeat=0"),
        "check_drawn (check_add_two.py:5) calls nothing of the learner's",
    ),
    "its own mistake": (
        'def check_a(submission):\n    """One."""\n    return 1 / 0\n',
        "check_add_two.py:3: ZeroDivisionError: division by zero",
    ),
}


@pytest.mark.parametrize("name", VACUOUS)
@pytest.mark.parametrize("source", [b"def add_two(a, b):\n    return a + b\n", b"def add_two(a, b):\n    return 7\n"])
def test_a_check_that_anything_would_pass_is_our_fault_and_says_where(root: Path, name: str, source: bytes) -> None:
    text, said = VACUOUS[name]
    with started(root, {"check_add_two.py": text}) as pool:
        ((_, outcome),) = pool.run([Job("x", "add-two", source)])

    assert (outcome.result.verdict, outcome.result.max_points) == (Verdict.BROKEN, 0.0)
    (evidence,) = outcome.evidence.by_check.values()
    assert said in evidence.exception_text
