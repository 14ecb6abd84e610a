"""`grader lint` on a level that holds every kind of mistake at once: each is found, in its place, and nothing else is.

The mistakes are planted in `everything/`; a comment `lint: RULE` stands on the line where the rule must point. A rule that is added
without a planted mistake fails here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.cli import main
from grader.cli.author import rule_sentences
from tests.conftest import Golden

EVERYTHING = Path(__file__).with_name("everything")
MARK = re.compile(r"(?:#|<!--) lint: ([a-z0-9-]+(?:, [a-z0-9-]+)*)(?: -->)?\s*$")
FOUND = re.compile(r"(?P<file>[^:]+):(?P<line>\d+):\d+: \[(?P<rule>[a-z0-9-]+)\] .+")
# What has no line that could carry a mark: files that are not there, and findings about all quizzes together.
WITHOUT_A_LINE = {
    ("solutions/b_second/add_none.py", 1, "missing-file"),
    ("quizzes", 1, "term-covered"),
    ("quizzes", 1, "near-chance"),
    ("quizzes", 1, "bugs-on-many-lines"),
}

Place = tuple[str, int, str]


def planted() -> set[Place]:
    """Every mark of the tree, as file, line and rule."""
    marks: set[Place] = set()
    for path in EVERYTHING.rglob("*"):
        if path.suffix in {".py", ".yaml", ".md"}:
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                mark = MARK.search(line)
                names = mark[1].split(", ") if mark else ()
                marks |= {(path.relative_to(EVERYTHING).as_posix(), number, name) for name in names}
    return marks


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that lint prints about it."""
    assert main(["lint", "--level", str(EVERYTHING)]) == 1
    return capsys.readouterr().out.splitlines()


def places(said: list[str]) -> list[Place]:
    found = [FOUND.fullmatch(line) for line in said]
    return [(match["file"], int(match["line"]), match["rule"]) for match in found if match]


def test_every_rule_that_lint_knows_is_broken_here(said: list[str]) -> None:
    assert {rule for _, _, rule in places(said)} == set(rule_sentences())


def test_every_mistake_is_found_where_it_was_planted_and_nothing_else_is(said: list[str]) -> None:
    assert len(places(said)) == len(said)
    assert set(places(said)) == planted() | WITHOUT_A_LINE


def test_findings_are_sorted_and_look_as_kept(said: list[str], golden: Golden) -> None:
    assert [(file, line) for file, line, _ in places(said)] == sorted((file, line) for file, line, _ in places(said))
    golden("lint_everything.txt", "\n".join(said) + "\n")
