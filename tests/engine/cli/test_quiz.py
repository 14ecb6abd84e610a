"""`grader quiz` as a learner meets it: a whole sitting, broken off and gone on with, at 60 columns, and killed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.quiz.bank import load_bank
from grader.quiz.course import Course, load_choice
from grader.quiz.variants import realise
from grader.quiz.written import written_key
from grader.store.learner import LearnerStore
from tests.conftest import Opened

ROOT = Path(__file__).parents[3]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A learner's folder with a fixed secret, so that every run draws the same."""
    (tmp_path / ".grader").mkdir()
    with LearnerStore(tmp_path / ".grader") as store:
        store.set_setting("secret", "00" * 32)
    return tmp_path


def grader(folder: Path, *arguments: str, typed: str = "", columns: int = 80, **environment: str) -> subprocess.CompletedProcess[str]:
    """The real program in a learner's folder."""
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )


def current(folder: Path) -> str:
    """What to type for the question that is on: the right answer."""
    with LearnerStore(folder / ".grader") as store:
        quiz = store.last_quiz()
        assert quiz is not None
        asked = Course(load_bank(ROOT / "quizzes"), store, quiz).current()
    return "" if asked is None else written_key(asked.drawn)


def test_one_question_answered_wrongly_then_rightly(folder: Path) -> None:
    wrong = grader(folder, "quiz", "o3-q03", typed="1000\n3\n")
    assert wrong.returncode == 0, wrong.stderr
    assert "Not right" in wrong.stdout
    assert "You were sure" in wrong.stdout
    assert "Think again" in wrong.stdout
    assert "fresh numbers" in wrong.stdout
    assert "Right is" not in wrong.stdout

    right = grader(folder, "quiz", typed=f"{current(folder)}\n2\n")

    assert "Going on with the quiz you broke off" in right.stdout
    assert "✓ Right." in right.stdout
    assert "Right is" in right.stdout
    assert "O3  0 of 1, 1 more on a second try" in right.stdout


def test_what_cannot_be_read_costs_no_try(folder: Path, opened: Opened) -> None:
    done = grader(folder, "quiz", "o3-q03", typed="1,234\nabout three\nquit\n")

    assert " ".join(done.stdout.split()).count("This costs no try.") == 2
    assert opened(folder / ".grader").answers() == []


def test_after_the_last_try_every_option_has_its_reason(folder: Path) -> None:
    first = grader(folder, "quiz", "o1-q01", typed="quit\n").stdout
    letters = {text: letter for letter, text in re.findall(r"^  ([a-d])\) (.+)$", first, re.MULTILINE)}
    wrong = letters["Two different vectors, one per meaning."]

    done = grader(folder, "quiz", typed=f"{wrong}\n3\n{wrong}\n3\n")

    assert done.stdout.count("  ✗ ") == 3
    assert done.stdout.count("  ✓ ") == 1
    assert "This answer fits the belief" in done.stdout
    assert "o1_context/NOTES.md" in done.stdout
    assert "first in your next drill" in done.stdout
    drill = grader(folder, "drill", "--json")
    assert json.loads(drill.stdout)["data"]["due"][0]["reason"] == "brought forward"


def test_a_whole_level_check_passes_and_says_what_it_is_worth(folder: Path, opened: Opened) -> None:
    grader(folder, "quiz", "O5", "--check", typed="quit\n")
    for _ in range(8):
        grader(folder, "quiz", typed=f"{current(folder)}\n2\nquit\n")

    store = opened(folder / ".grader")
    assert [answer.standing for answer in store.answers()] == ["right"] * 8
    done = grader(folder, "quiz", "--review")
    assert "Nothing went wrong" in done.stdout


@pytest.mark.parametrize("kind", ["single", "multi", "numeric", "short", "order", "match", "matrix", "output", "hotspot", "free"])
def test_every_type_can_be_asked_and_answered_at_60_columns_without_colour(kind: str, folder: Path) -> None:
    name = next(name for name, question in load_bank(ROOT / "quizzes").questions.items() if question.kind == kind)
    grader(folder, "quiz", name, typed="quit\n")

    done = grader(folder, "quiz", typed=f"{current(folder)}\n2\n", columns=60, NO_COLOR="1")

    assert done.returncode == 0, done.stderr
    assert "Right" in done.stdout or "Compare with what a good answer says" in done.stdout
    assert "\x1b" not in done.stdout
    code = load_bank(ROOT / "quizzes").questions[name].code
    wide = [line for line in done.stdout.splitlines() if len(line.rpartition(": ")[0]) > 60 and line.strip() not in code]
    assert wide == []


def test_review_shows_the_question_the_answer_and_why(folder: Path) -> None:
    grader(folder, "quiz", "o3-q03", typed="1000\n3\n1000\n1\n")

    done = grader(folder, "quiz", "--review")

    assert done.stdout.count("o3-q03 · try") == 2
    assert "you were sure" in done.stdout
    assert "Your answer: 1000" in done.stdout
    data = json.loads(grader(folder, "quiz", "--json").stdout)["data"]
    assert [answer["standing"] for answer in data["answers"]] == ["wrong", "wrong"]


def test_an_unknown_objective_gets_the_nearest(folder: Path) -> None:
    done = grader(folder, "quiz", "O33")

    assert done.returncode == 2
    assert "Unknown objective `O33`" in done.stderr


def test_outside_a_learners_folder_the_program_says_how_to_make_one(tmp_path: Path) -> None:
    done = grader(tmp_path, "quiz")

    assert done.returncode == 2
    assert "grader start" in done.stderr


def test_a_killed_quiz_goes_on_at_the_same_question_with_the_same_numbers(folder: Path, opened: Opened) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "quiz", "O3"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )
    assert process.stdin is not None and process.stdout is not None
    seen = ""
    while "Question 1 of" not in seen:
        seen += process.stdout.read(1)
    process.stdin.write(f"{current(folder)}\n2\n")
    process.stdin.flush()
    while "Question 2 of" not in seen:
        seen += process.stdout.read(1)
    header = seen[seen.rindex("Question 2 of") :] + process.stdout.readline()
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()

    again = grader(folder, "quiz", typed="quit\n")

    assert header.strip() in again.stdout
    store = opened(folder / ".grader")
    assert len(store.answers()) == 1
    answer = store.answers()[0]
    assert written_key(realise(load_bank(ROOT / "quizzes").questions[answer.question], load_choice(answer.choice)))
