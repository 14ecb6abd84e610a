"""`grader exam` from release to marks: the zip a learner gets, answering offline, marking, mending, refusing."""

from __future__ import annotations

import json
import stat
import zipfile
from pathlib import Path

import pytest

from grader.quiz.exam import ExamKey, drawn_of
from grader.quiz.examfiles import answers_template, load_key
from grader.quiz.written import written_key
from tests.engine.cli.test_quiz import grader


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An exam for three learners over two objectives."""
    home = tmp_path_factory.mktemp("class")
    (home / "secret").write_bytes(b"for tests")
    (home / "roster.csv").write_text("key,name\namira,Amira\nben,Ben\n", "utf-8")
    arguments = ("-o", "exam", "--roster", "roster.csv", "--learners", "chi", "-O", "O3", "-O", "O5", "--secret-file", "secret")
    done = grader(home, "exam", "release", *arguments)
    assert done.returncode == 0, done.stderr
    return home


def filled_in(key: ExamKey, learner: str, home: Path) -> Path:
    """The answers of somebody who knows everything, in a folder as it is handed in."""
    form_key = next(form for form in key.forms.values() if form.learner == learner)
    with zipfile.ZipFile(home / "exam" / "forms" / f"{learner}.zip") as archive:
        form = json.loads(archive.read("exam.json"))
    names = [name for name, _, _ in form_key.items]
    given = {name: written_key(drawn) for name, drawn in zip(names, drawn_of(key, form_key.form), strict=True)}
    path = home / "handed-in" / learner / "answers.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(answers_template(form, given), "utf-8")
    return path


def test_everybody_gets_a_zip_and_the_key_is_the_instructors_alone(released: Path) -> None:
    assert sorted(path.name for path in (released / "exam" / "forms").iterdir()) == ["amira.zip", "ben.zip", "chi.zip"]
    assert stat.S_IMODE((released / "exam" / "exam-key.json").stat().st_mode) == 0o600
    again = grader(released, "exam", "release", "-o", "exam", "--learners", "dora")
    assert again.returncode == 2
    assert "holds an exam already" in again.stderr


def test_answers_are_given_offline_kept_at_once_and_gone_on_with(released: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(released / "exam" / "forms" / "ben.zip") as archive:
        archive.extractall(tmp_path)
    form = json.loads((tmp_path / "exam.json").read_text("utf-8"))

    first = grader(tmp_path, "exam", "take", "exam.json", typed="what?\nquit\n")
    assert "Question 1 of 6" in first.stdout
    (tmp_path / "answers.yaml").write_text(answers_template(form, {form["items"][0]["id"]: "r1c2"}), "utf-8")
    second = grader(tmp_path, "exam", "take", "exam.json", typed="\nquit\n")

    assert "So far: r1c2" in second.stdout
    assert "1 of 6 answered" in second.stdout


def test_marks_are_per_objective_and_a_stranger_is_refused(released: Path) -> None:
    key = load_key(released / "exam" / "exam-key.json")
    for learner in ("amira", "chi"):
        filled_in(key, learner, released)
    stranger = released / "handed-in" / "zoe" / "answers.yaml"
    stranger.parent.mkdir(exist_ok=True)
    stranger.write_text("format: grader/exam-answers/1\nexam: exam\nlearner: zoe\nform: none\nanswers: {}\n", "utf-8")

    done = grader(released, "exam", "mark", "exam/exam-key.json", "handed-in", "--csv", "marks.csv", "--items")
    data = json.loads(grader(released, "exam", "mark", "exam/exam-key.json", "handed-in", "--json").stdout)["data"]

    assert done.returncode == 4
    assert "amira: O3 3 of 3, O5 3 of 3" in done.stdout
    assert "zoe: refused." in done.stdout
    assert (released / "marks.csv").read_text("utf-8").splitlines()[1] == "amira,3.0,3,3.0,3,"
    assert [learner["learner"] for learner in data["learners"]] == ["amira", "chi", "zoe"]
    assert all(item["facility"] == 1 for item in data["items"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("release", "-o", "x"), "No learner is named"),
        (("release", "-o", "x", "--learners", "a,a"), "named twice"),
        (("release", "-o", "x", "--learners", "../up"), "cannot be the name of a file"),
        (("release", "-o", "x", "--learners", "a", "-q", "o3-q99"), "Unknown question"),
        (("mark", "none.json", "handed-in"), "There is no file"),
        (("take", "secret"), "no JSON"),
    ],
)
def test_wrong_usage_is_a_sentence(released: Path, arguments: tuple[str, ...], message: str) -> None:
    done = grader(released, "exam", *arguments)

    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("name;id\nJosé X;ada\nBen;Ben Example\n", 0, "2 forms of 1 questions"),
        ("\ufeffid\nada\n", 0, "1 forms of 1 questions"),
        ("ada\nben\n", 2, "has no column that identifies a learner"),
    ],
)
def test_forms_are_drawn_for_the_class_list_that_grading_reads(tmp_path: Path, text: str, code: int, said: str) -> None:
    (tmp_path / "roster.csv").write_text(text, "utf-8")

    done = grader(tmp_path, "exam", "release", "-o", "exam", "--roster", "roster.csv", "-O", "O3", "--per-objective", "1")

    assert (done.returncode, said in done.stdout + done.stderr) == (code, True)
    names = {path.name for path in (tmp_path / "exam" / "forms").glob("*")}
    assert names == ({"ada.zip", "Ben Example.zip"} if "Ben" in text else {"ada.zip"} if code == 0 else set())
