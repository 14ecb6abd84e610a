"""`grader explain`: what is typed is kept whatever it is, goes in with the work, and arrives where a class marks it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.classroom import explain as marking
from grader.cli import main
from grader.cli.explain import to_explain
from grader.content.strict_yaml import parse_strict
from grader.learner.explained import FILE_NAME, ToExplain, explained_text, read_explained
from tests.engine.classroom.fake import FakePool

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs one command line in a learner's folder, with lines typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["start"]) == 0
    capsys.readouterr()

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


def test_an_answer_of_several_lines_is_kept_and_can_be_added_to_by_hand(say: Say) -> None:
    code, out, _ = say("explain", "o1-q19", typed="First line: it's mine.\nSecond # line\n\n")

    assert (code, out.splitlines()[-1][:14]) == (0, "1 of 8 answere")
    assert read_explained(Path()) == {"o1-q19": "First line: it's mine.\nSecond # line"}

    text = Path(FILE_NAME).read_text("utf-8")
    assert "o2-q20: ''" in text
    Path(FILE_NAME).write_text(text.replace("o2-q20: ''", "o2-q20: by hand"), "utf-8")
    assert say("explain", "O3", typed="Three.\n\n")[0] == 0
    assert set(read_explained(Path())) == {"o1-q19", "o2-q20", "o3-q20"}


def test_enter_keeps_and_quit_stops(say: Say) -> None:
    say("explain", "o1-q19", typed="Mine.\n\n")
    _, out, _ = say("explain", "o1-q19", "o2-q20", typed="\nquit\n")

    assert "So far: Mine." in out
    assert read_explained(Path()) == {"o1-q19": "Mine."}


def test_an_overview_names_every_question_and_makes_the_file(say: Say) -> None:
    say("explain", "o1-q19", typed="Two words\n\n")
    code, out, _ = say("explain")
    data = json.loads(say("explain", "--json")[1])["data"]

    assert code == 0
    assert "o1-q19 (O1): 2 words" in out and "o2-q20 (O2): no answer yet" in out
    assert [row["question"] for row in data["answers"]] == [each.id for each in to_explain()]
    assert data["answers"][0]["answer"] in ("Two words", None)


def test_an_unknown_question_names_the_nearest_and_a_file_that_cannot_be_read_stays(say: Say) -> None:
    assert "Did you mean `o1-q19`?" in say("explain", "o1-q18")[2]

    Path(FILE_NAME).write_text("o1-q19: 'open\n")
    code, _, err = say("explain", "o1-q19", typed="Mine.\n\n")
    assert (code, "explain.yaml" in err) == (2, True)
    assert Path(FILE_NAME).read_text() == "o1-q19: 'open\n"


def test_what_was_explained_is_handed_in_and_can_be_marked(say: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: FakePool().opener())
    say("explain", "o1-q19", typed="Because the word before it says so.\n\n")
    Path("o3_weights/softmax_rows.py").write_text("# passed")
    class_folder = tmp_path / "class"
    class_folder.mkdir()
    (class_folder / "class.yaml").write_text("exercises: [softmax-rows]\n")
    assert say("submit", "-o", "class/ada.zip")[0] == 0
    with zipfile.ZipFile("class/ada.zip") as archive:
        assert FILE_NAME in archive.namelist()
    assert say("grade", "class", "-o", "graded")[0] == 0
    code, out, err = say("mark", "o1-q19", "--take", "class", "--by", "tk", typed="1\n")

    assert (code, err) == (0, "")
    assert "Because the word before it says so." in out
    assert out.endswith("1 of 1 answers to o1-q19 are marked.\n")


def test_both_sides_call_the_file_the_same() -> None:
    assert marking.FILE_NAME == FILE_NAME


@given(st.text(st.characters(exclude_categories=()), max_size=80))
def test_any_text_at_all_comes_back_as_it_was(text: str) -> None:
    questions = [ToExplain("o1-q1", "O1", "Why?")]
    written = explained_text(questions, {"o1-q1": text, "gone": "kept"}).encode("utf-8")
    loaded = parse_strict(written, shown=FILE_NAME)

    assert not loaded.problems
    assert loaded.data == {"o1-q1": "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text), "gone": "kept"}
