"""`grader new exercise` and `grader lint`."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import main
from grader.content import load_level
from grader.content.lint import RULES, lint_level
from grader.content.tree import ContentRoot
from tests.engine.content.tiny_level import FIRST, MISCONCEPTIONS, write_level

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A made-up level on disk, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_level(tmp_path / "level", {"quizzes/misconceptions.yaml": None})
    return tmp_path / "level"


def new(level: Path, *more: str) -> int:
    return main(["new", "exercise", *more, "--level", str(level)])


@pytest.mark.parametrize("style", ["plain", "numpy"])
def test_a_new_exercise_is_a_draft_with_all_its_files(level: Path, capsys: Capture, style: str) -> None:
    assert new(level, "sum_of_squares", "--objective", "b", "--style", style, "--title", "It's a sum") == 0

    said = capsys.readouterr().out
    root = ContentRoot.of_checkout(level)
    exercise = load_level(root, drafts=True).exercise("sum-of-squares")
    assert (exercise.title, exercise.functions, exercise.is_draft) == ("It's a sum", ("sum_of_squares",), True)
    for path in (exercise.stub_path, exercise.solution_path, exercise.check_path, exercise.wrong_path, exercise.alt_path):
        assert root.shown(path) in said
        ast.parse(path.read_text())
    assert "sum-of-squares" not in [other.slug for other in load_level(root).exercises]


def test_a_new_exercise_is_red_until_filled_in(level: Path) -> None:
    new(level, "sum-of-squares", "--objective", "B")
    root = ContentRoot.of_checkout(level)

    assert {finding.rule for finding in lint_level(load_level(root, drafts=True))} == {"filled-in", "wrong-variant"}
    assert lint_level(load_level(root)) == ()


def test_a_list_that_is_not_the_last_key_keeps_what_follows(level: Path) -> None:
    path = level / "exercises" / "a_first" / "objective.yaml"
    path.write_text(FIRST + "\n# said on purpose\ncore_needed: 1\n")

    assert new(level, "three", "--objective", "A") == 0
    assert path.read_text().endswith("core_needed: 1\n")
    assert "# said on purpose" in path.read_text()
    assert [exercise.slug for exercise in load_level(ContentRoot.of_checkout(level), drafts=True).objective("A").exercises][-1] == "three"


@pytest.mark.parametrize(
    ("name", "objective", "message"),
    [
        ("add-two", "A", "There is an exercise `add-two` already."),
        ("Größe", "A", "`Größe` cannot be the name of an exercise."),
        ("three", "C", "Unknown objective `C`."),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_written(
    level: Path, capsys: Capture, name: str, objective: str, message: str
) -> None:
    before = {path: path.read_bytes() for path in level.rglob("*") if path.is_file()}

    assert new(level, name, "--objective", objective) == 2
    assert capsys.readouterr().err.startswith(message)
    assert {path: path.read_bytes() for path in level.rglob("*") if path.is_file()} == before


def test_a_file_in_the_way_is_never_overwritten(level: Path, capsys: Capture) -> None:
    (level / "solutions" / "a_first" / "three.py").write_text("# precious\n")

    assert new(level, "three", "--objective", "A") == 2
    assert "`solutions/a_first/three.py` is there already." in capsys.readouterr().err
    assert (level / "solutions" / "a_first" / "three.py").read_text() == "# precious\n"


def test_lint_of_a_clean_level_says_so(level: Path, capsys: Capture) -> None:
    assert main(["lint", "--level", str(level)]) == 0
    assert capsys.readouterr() == ("", "Nothing to mend.\n")


def test_lint_tells_findings_with_their_places(level: Path, capsys: Capture) -> None:
    (level / "solutions" / "a_first" / "add_two.py").unlink()

    assert main(["lint", "--level", str(level)]) == 1
    said = capsys.readouterr()
    assert said.out == "solutions/a_first/add_two.py:1:1: [missing-file] the solution of `add-two` is missing\n"
    assert said.err == "1 thing to mend.\n"


def test_lint_of_files_that_cannot_be_read_tells_all_problems(level: Path, capsys: Capture) -> None:
    (level / "exercises" / "a_first" / "objective.yaml").write_text(FIRST.replace("stars: 1", "stars: 9").replace("minutes", "minuts"))

    assert main(["lint", "--json", "--level", str(level)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [finding["rule"] for finding in document["data"]["findings"]].count("load") == 5
    assert document["data"]["findings"][0]["file"] == "exercises/a_first/objective.yaml"


def test_lint_looks_at_the_quizzes_too(level: Path, capsys: Capture) -> None:
    (level / "quizzes").mkdir()
    (level / "quizzes" / "misconceptions.yaml").write_text(MISCONCEPTIONS.replace("#what-a-sum-is", "#nowhere"))

    assert main(["lint", "--level", str(level)]) == 1
    assert (
        "quizzes/misconceptions.yaml:7:5: [names-exist] [sum-is-product] there is no `a_first#nowhere` in the notes\n"
        in capsys.readouterr().out
    )


def test_lint_without_pydantic_says_what_to_install() -> None:
    code = "import sys; sys.modules['pydantic'] = None; from grader.cli import main; sys.exit(main(['lint', '--rules']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.returncode == 2
    assert done.stderr == (
        "Linting quizzes needs pydantic, which is not installed.\n\nhint: python -m pip install 'attention-grader[author]'\n"
    )


def test_lint_lists_its_rules(capsys: Capture) -> None:
    assert main(["lint", "--rules"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed[:2] == ["load", "quiz-shape"]
    assert listed[2 : 2 + len(RULES)] == [rule.id for rule in RULES]


def test_a_folder_that_holds_no_level_is_wrong_usage(tmp_path: Path, capsys: Capture) -> None:
    assert main(["lint", "--level", str(tmp_path)]) == 2
    assert "No exercises/level.yaml in" in capsys.readouterr().err
