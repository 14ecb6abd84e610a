"""Exam answers that travel in submissions: taken in safely, marked by `grader grade`, side by side with the code."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.exams import exam_answers, marks_of
from grader.classroom.roster import Person, Roster
from grader.cli import main
from grader.content.load import load_level
from grader.quiz.bank import load_bank
from grader.quiz.exam import Exam, ExamKey, drawn_of, key_document, read_key, release_form
from grader.quiz.examfiles import answers_template
from grader.quiz.written import written_key
from tests.engine.classroom.fake import FakePool

ROOT = Path(__file__).parents[3]
LEARNERS = [f"learner-{number:02}" for number in range(40)]
QUESTIONS = ("o3-q03", "o3-q08", "o5-q02", "o5-q15")


@pytest.fixture(scope="module")
def exam() -> tuple[dict[str, Any], ExamKey, dict[str, Any]]:
    """Forms by learner, the key, and the key's document."""
    bank = load_bank(ROOT / "quizzes")
    made = Exam("test", {name: bank.plain_question(name) for name in QUESTIONS}, False, (), bank.version)
    forms = [release_form(made, learner, b"secret") for learner in LEARNERS]
    document = key_document(made, [key for _, key in forms], b"secret")
    return {form["learner"]: form for form, _ in forms}, read_key(json.loads(json.dumps(document))), document


def right(exam: tuple[dict[str, Any], ExamKey, dict[str, Any]], learner: str) -> str:
    """An answers file with everything right."""
    forms, key, _ = exam
    form = forms[learner]
    names = [name for name, _, _ in key.forms[form["form"]].items]
    return answers_template(form, {name: written_key(one) for name, one in zip(names, drawn_of(key, form["form"]), strict=True)})


def hand_in(folder: Path, learner: str, text: str | bytes, name: str = "answers.yaml") -> None:
    path = folder / learner / "work" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def test_a_class_of_forty_honest_and_broken_submissions_is_marked_or_refused(
    exam: tuple[dict[str, Any], ExamKey, dict[str, Any]], tmp_path: Path
) -> None:
    forms, key, _ = exam
    good = {learner: right(exam, learner) for learner in LEARNERS}
    for learner in LEARNERS[:30]:
        hand_in(tmp_path, learner, good[learner])
    broken = {
        30: (good[LEARNERS[30]].replace("exam-answers/1", "exam-answers/2"), "format"),
        31: (good[LEARNERS[0]], "was handed in by"),
        32: (good[LEARNERS[32]].replace(forms[LEARNERS[32]]["form"], "f" * 64), "edited"),
        33: (answers_template(forms[LEARNERS[33]]), ""),  # nothing answered: marked, with blanks
        34: (good[LEARNERS[34]] + "x" * 10_000_000, ""),
        35: (good[LEARNERS[35]] + good[LEARNERS[35]].splitlines()[-1] + "\n", "answers.yaml:"),
        36: (b"\x00\x01\x02", ""),
        37: (good[LEARNERS[37]].replace("answers:", "answers: .nan\nother:"), ""),
    }
    for number, (text, _) in broken.items():
        hand_in(tmp_path, LEARNERS[number], text)
    (tmp_path / LEARNERS[38]).mkdir()
    with zipfile.ZipFile(tmp_path / f"{LEARNERS[39]}.zip", "w") as archive:
        archive.writestr("deep/answers.yaml", good[LEARNERS[39]])

    marks = marks_of(exam_answers(tmp_path, load_level()), key)

    assert list(marks) == LEARNERS
    for number in (*range(30), 39):
        mark = marks[LEARNERS[number]]
        assert mark is not None
        assert mark.by_objective == {"O3": (2, 2), "O5": (2, 2)}
    for number, (_, word) in broken.items():
        mark = marks[LEARNERS[number]]
        assert mark is not None
        assert bool(mark.refused) == (number != 33), number
        assert word in mark.refused
    blank = marks[LEARNERS[33]]
    assert blank is not None
    assert blank.by_objective == {"O3": (0, 2), "O5": (0, 2)}
    assert marks[LEARNERS[38]] is None


@pytest.mark.slow
def test_grade_marks_the_exam_and_joins_it_with_the_code(exam: tuple[dict[str, Any], ExamKey, dict[str, Any]], tmp_path: Path) -> None:
    submissions = tmp_path / "submissions"
    solution = (ROOT / "solutions" / "o3_weights" / "softmax_by_hand.py").read_text("utf-8")
    for learner in LEARNERS[:2]:
        hand_in(submissions, learner, right(exam, learner))
        hand_in(submissions, learner, solution, "softmax_by_hand.py")
    (tmp_path / "exam-key.json").write_text(json.dumps(exam[2]), "utf-8")
    command = [sys.executable, "-m", "grader", "grade", "submissions", "-o", "graded", "-j", "1", "--only", "softmax-by-hand"]

    done = subprocess.run(
        [*command, "--exam-key", "exam-key.json"], cwd=tmp_path, capture_output=True, text=True, env=_environment(), check=False
    )

    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO((tmp_path / "graded" / "exam.csv").read_text("utf-8"))))
    assert [row["learner"] for row in rows] == LEARNERS[:2]
    assert all(row["O3 exam"] == "2.0" and row["O5 exam"] == "2.0" for row in rows)
    assert all(row["O3 code"] == row["O3 code of"] for row in rows)
    document = json.loads((tmp_path / "graded" / "exam.json").read_text("utf-8"))
    assert {learner["status"] for learner in document["learners"]} == {"marked"}
    assert exam[2]["secret"] not in (tmp_path / "graded" / "exam.json").read_text("utf-8")


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_a_mended_key_is_a_regrade_from_the_store_alone(
    exam: tuple[dict[str, Any], ExamKey, dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Another answer to one question is right now: everyone who had it right by the old key loses its point, and that is shown first."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: FakePool().opener())
    _, _, document = exam
    for learner in LEARNERS[:3]:
        hand_in(tmp_path / "work", learner, right(exam, learner))
        (tmp_path / "work" / learner / "softmax_rows.py").write_text("# passed")
    (tmp_path / "work" / LEARNERS[3]).mkdir()
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n")
    Path("key.json").write_text(json.dumps(document))
    mended = json.loads(json.dumps(document))
    mended["questions"]["o3-q03"]["data"]["answer"] = "dot(weights, column) + 1"
    Path("mended.json").write_text(json.dumps(mended))
    assert main(["grade", "work", "--exam-key", "key.json"]) == 0
    before = Path("graded/exam.json").read_bytes()
    shutil.rmtree("work")
    capsys.readouterr()

    assert main(["regrade", "--preview", "--exam-key", "key.json"]) == 0
    assert main(["regrade", "--preview", "--exam-key", "mended.json", "--json"]) == 1
    shown = json.loads(capsys.readouterr().out.split("same.\n", 1)[1])["data"]["changes"]
    assert [(each["key"], each["exercise"], each["before"], each["after"], each["why"]) for each in shown] == [
        (learner, "exam O3", 2.0, 1.0, ["o3-q03 1 → 0"]) for learner in LEARNERS[:3]
    ]

    assert main(["report", "graded"]) == 0 and Path("graded/exam.json").read_bytes() == before, "nothing counts yet"
    assert main(["regrade", "--drop"]) == 0
    assert main(["report", "graded"]) == 0 and Path("graded/exam.json").read_bytes() == before, "it was dropped"
    main(["regrade", "--preview", "--exam-key", "mended.json"])
    assert main(["regrade", "--apply"]) == 0 and main(["report", "graded"]) == 0
    after = {row["key"]: row for row in json.loads(Path("graded/exam.json").read_text("utf-8"))["learners"]}
    assert after[LEARNERS[0]]["exam"]["O3"] == {"points": "1", "of": 2}
    assert after[LEARNERS[3]]["status"] == "no answers"


def test_answers_come_in_a_course_systems_download_under_any_id_of_the_class_list(
    exam: tuple[dict[str, Any], ExamKey, dict[str, Any]], tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "submissions.zip", "w") as archive:
        for learner, uid in ((LEARNERS[0], 20114), (LEARNERS[1], 20115)):
            archive.writestr(f"fakename{uid}_{uid}_9900{uid}_answers.yaml", right(exam, learner))
    answers = exam_answers(tmp_path / "submissions.zip", load_level())
    people = Roster((Person("S0114", others=("20114", LEARNERS[0])), Person("S0115", others=("20115",))))
    marks = marks_of(answers, exam[1], people)
    first, second = marks["20114"], marks["20115"]
    assert first is not None and second is not None

    assert (first.learner, first.refused, first.by_objective) == ("20114", "", {"O3": (2, 2), "O5": (2, 2)})
    assert second.refused == f"The form of `{LEARNERS[1]}` was handed in by `20115`."
