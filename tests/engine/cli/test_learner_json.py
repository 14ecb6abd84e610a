"""Every answer a learner gets is to be had as one JSON envelope, errors included."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli import main
from grader.cli.learner import here_and_now
from grader.content.load import load_level
from grader.learner.checking import Checked
from grader.learner.desk import Desk
from grader.results import CheckResult, ExerciseEvidence, ExerciseResult, ExitCode, Outcome, Verdict

SLUG = "softmax-rows"


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["start"]) == 0
    capsys.readouterr()
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, object]:
    assert main([*words, "--json"]) == code
    shown = capsys.readouterr()
    assert shown.err == ""
    envelope = json.loads(shown.out)
    assert envelope["command"] == words[0]
    assert (envelope["status"] == "done") == (code == 0)
    return {**(envelope["data"] or {}), "errors": envelope["errors"]}


def test_starting_again_counts_what_stays(capsys: pytest.CaptureFixture[str], mine: Path) -> None:
    told = answer(capsys, "start", str(mine))

    assert told["written"] == 0
    assert told["kept"] == len([path for path in mine.rglob("*") if path.is_file() and ".grader" not in path.parts])
    assert told["next"] == load_level().exercises[0].slug


def test_the_list_tells_of_every_exercise(capsys: pytest.CaptureFixture[str]) -> None:
    rows = answer(capsys, "list")["exercises"]

    assert isinstance(rows, list)
    assert [row["slug"] for row in rows] == [exercise.slug for exercise in load_level().exercises]
    assert not any(row["passed"] or row["attempts"] or row["changed_since_pass"] for row in rows)


def test_what_comes_next_is_an_exercise(capsys: pytest.CaptureFixture[str]) -> None:
    row = answer(capsys, "next")["exercise"]

    assert isinstance(row, dict)
    assert (row["number"], row["again_from_blank"]) == (1, False)


def test_hints_come_level_by_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert [answer(capsys, "hint", SLUG)["level"] for _ in range(4)] == [1, 2, 3, 3]


def test_a_solution_is_refused_and_then_given_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "solution", SLUG, code=ExitCode.USAGE)["errors"]
    told = answer(capsys, "solution", SLUG, "--give-up", "--yes")

    assert told["solution"] == load_level().exercise(SLUG).solution_path.read_text(encoding="utf-8")
    assert told["alternatives"]
    assert told["yours"] is None


def test_reset_and_undo_name_the_copies(capsys: pytest.CaptureFixture[str], mine: Path) -> None:
    file = mine / "o3_weights" / "softmax_rows.py"
    file.write_text("mine\n")
    (told,) = answer(capsys, "reset", SLUG)["files"]  # type: ignore[misc]  # a list of one

    assert told["file"] == "o3_weights/softmax_rows.py"
    assert (mine / told["copy"]).read_text() == "mine\n"
    assert answer(capsys, "undo", SLUG)["file"] == "o3_weights/softmax_rows.py"
    assert file.read_text() == "mine\n"


def test_a_case_that_is_not_there_and_work_that_is_not_begun_are_errors(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("case", SLUG), ("submit", "-o", "work.zip")):
        (error,) = answer(capsys, *words, code=ExitCode.NOTHING_TO_DO)["errors"]  # type: ignore[misc]  # a list of one
        assert error["type"] == "NothingToDo"
        assert error["hint"]


def test_a_zip_tells_what_is_in_it(capsys: pytest.CaptureFixture[str], mine: Path) -> None:
    (mine / "o3_weights" / "softmax_rows.py").write_text("mine\n")
    told = answer(capsys, "submit", "-o", "work.zip")

    assert told["entries"] == ["manifest.json", "o3_weights/softmax_rows.py"]
    assert SLUG not in told["untouched"]  # type: ignore[operator]  # a list
    assert told["missing"] == []


def noted(verdict: Verdict) -> None:
    """A check of the exercise that ended like this, in the learner's log."""
    level = load_level()
    result = ExerciseResult(SLUG, "O3", verdict, (CheckResult("check_one", "It holds.", verdict),))
    with Desk(level) as desk:
        desk.note(Checked(level.exercise(SLUG), Outcome(result, ExerciseEvidence(SLUG))), here_and_now())


def test_a_pass_stands_when_the_exercise_changes_and_that_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted(Verdict.PASSED)
    monkeypatch.setattr("grader.learner.desk.suite_hash", lambda exercise: "another")
    rows = {row["slug"]: row for row in answer(capsys, "list")["exercises"]}  # type: ignore[attr-defined]  # a list

    assert (rows[SLUG]["passed"], rows[SLUG]["changed_since_pass"]) == (True, True)
    assert main(["list"]) == 0
    assert capsys.readouterr().out.count("changed since you passed it; your pass stands") == 1


def test_a_hint_without_a_name_is_about_the_exercise_at_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "hint")["exercise"] == load_level().exercises[0].slug
    noted(Verdict.FAILED)
    assert answer(capsys, "hint")["exercise"] == SLUG
    noted(Verdict.PASSED)
    assert answer(capsys, "hint")["exercise"] == load_level().exercises[0].slug


def test_an_exercise_that_is_named_twice_is_checked_once(capsys: pytest.CaptureFixture[str]) -> None:
    rows = answer(capsys, "check", SLUG, "o3_weights/softmax_rows.py", code=1)["exercises"]

    assert isinstance(rows, list)
    assert [row["slug"] for row in rows] == [SLUG]


def test_the_way_into_a_folder_can_be_typed_as_it_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["start", "my work"]) == 0
    assert "  cd 'my work'\n" in capsys.readouterr().out
