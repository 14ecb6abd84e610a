"""`grader mark` and `grader class`: blind, resumable marks beside the grade; figures and similar programs on a screen."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli import main
from tests.engine.classroom.fake import FakePool

Say = Callable[..., tuple[int, str, str]]
PROGRAM = "def f(q, k):\n    total = 0\n    for x in q:\n        total += x * k[0]\n    return [total / len(q) for y in k if y]\n# passed\n"


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs one command line, with lines typed, beside a graded class of three who answered one question."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: FakePool().opener())
    for number, key in enumerate(("ada", "ben", "cyd")):
        (tmp_path / "work" / key).mkdir(parents=True)
        (tmp_path / "work" / key / "softmax_rows.py").write_text(PROGRAM)
        (tmp_path / "work" / key / "explain.yaml").write_text(f"o1-q19: 'Answer {number} of somebody.'\n")
    (tmp_path / "work" / "ben" / "explain.yaml").write_text("o1-q19: Mine.\no1-q1: B\n")
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n")

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    assert run("grade", "work")[0] == 0
    return run


def test_answers_are_marked_without_names_and_the_same_command_goes_on(say: Say) -> None:
    before = Path("graded/result.json").read_bytes()
    code, out, err = say("mark", "o1-q19", "--take", "work", "--by", "tk", typed="1 3\nnonsense\n0\nq\n")

    assert code == 1
    assert out.startswith("3 answers taken from work.\n")
    assert "ben: `o1-q1` is no question that is answered in words" in err
    assert not [name for name in ("ada", "ben", "cyd") if name in out.partition("\n")[2]]
    assert "Type numbers from 1 to 3" in out
    assert out.endswith("2 of 3 answers to o1-q19 are marked.\n")

    code, out, _ = say("mark", "o1-q19", "--by", "tk", typed="2\n")
    assert (code, out.count("— answer")) == (0, 1)
    assert say("mark", "o1-q19", "--by", "tk")[0] == 5

    say("mark", "--table", "marks.csv")
    table = Path("marks.csv").read_text().splitlines()
    assert table[0] == "learner,question,objective,met,of,points_met,by"
    assert sorted(line.split(",", 3)[3] for line in table[1:]) == ["0,3,,tk", "1,3,2,tk", "2,3,1 3,tk"]
    say("report", "graded")
    assert Path("graded/result.json").read_bytes() == before, "marks of words stand beside the grade"


def test_a_changed_answer_has_no_mark_yet(say: Say) -> None:
    say("mark", "o1-q19", "--take", "work", "--by", "tk", typed="1\n1\n1\n")
    Path("work/ada/explain.yaml").write_text("o1-q19: Another one.\n")
    code, out, _ = say("mark", "--take", "work")

    assert (code, out.splitlines()[-1]) == (0, "o1-q19 (O1): 2 of 3 answers marked")


def test_a_question_that_nobody_answered_is_not_called_marked(say: Say) -> None:
    code, _, err = say("mark", "o1-q19")

    assert code == 5
    assert err.startswith("Nobody has answered o1-q19.")


def test_a_number_of_a_point_that_is_far_too_long_is_asked_for_again(say: Say) -> None:
    _, out, _ = say("mark", "o1-q19", "--take", "work", typed=f"{'1' * 5_000}\nq\n")

    assert "Type numbers from 1 to 3" in out


def test_an_unknown_question_names_the_nearest(say: Say) -> None:
    assert say("mark", "o1-q18")[0] == 2


def test_figures_on_the_screen_and_as_json(say: Say) -> None:
    code, out, _ = say("class", "stats", "graded")

    assert code == 0
    assert "Below 30 learners figures say little" in out
    assert "n/a" in out and "nan" not in out
    data = json.loads(say("class", "stats", "graded", "--json")[1])["data"]
    assert (data["learners"], data["alpha"], data["items"][0]["facility"]) == (3, None, 1.0)


def test_similar_programs_come_with_how_usual_they_are(say: Say) -> None:
    code, out, _ = say("class", "similar", "graded", "--show", "1")

    assert code == 0
    assert "Similar is not copied" in out
    assert "1. ada and ben: 1.00 (100 % of pairs are at least as similar)" in out
    assert "total += x * k[0]" in out
    assert not [word for word in ("cheat", "plagiar", "suspect", "guilty") if word in out.lower()]
