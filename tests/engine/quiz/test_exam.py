"""Exams: no key in what learners get, honest and broken answer files, statistics against a table worked out by hand."""

from __future__ import annotations

import base64
import json
import sqlite3
import zipfile
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.cli.exam import write_form
from grader.errors import UsageError
from grader.quiz.analysis import correlation, item_reports, misconception_counts, wilson
from grader.quiz.exam import (
    Exam,
    ExamKey,
    answer_text,
    drawn_of,
    key_document,
    mark_answers,
    mark_file,
    mark_submission,
    mended,
    read_key,
    release_form,
    shown_from,
)
from grader.quiz.examfiles import answers_template, load_form, load_key
from grader.quiz.marking import Standing
from grader.quiz.written import written_key
from tests.engine.quiz.made_up import EVERY_TYPE, NUMERIC, SECRET, SINGLE

CANARY = "Canary7Secret"


def exam_of(*questions: dict[str, Any], is_strict: bool = False) -> Exam:
    return Exam(
        "mid term", {data["id"]: ("O1" if at % 2 else "O2", data) for at, data in enumerate(questions)}, is_strict, ("query",), "v1"
    )


def every_type() -> list[dict[str, Any]]:
    return [{**deepcopy(data), "id": f"q-{kind}"} for kind, data in EVERY_TYPE.items() if kind != "free"]


def released(exam: Exam, learners: list[str]) -> tuple[dict[str, dict[str, Any]], ExamKey]:
    """Forms by learner, and the key as it is read back from its file."""
    forms = [release_form(exam, learner, SECRET) for learner in learners]
    document = key_document(exam, [key for _, key in forms], SECRET)
    return {form["learner"]: form for form, _ in forms}, read_key(json.loads(json.dumps(document)))


def right_answers(key: ExamKey, form: dict[str, Any]) -> dict[str, str]:
    """The key typed in by somebody who knows everything."""
    drawn = drawn_of(key, form["form"])
    names = [name for name, _, _ in key.forms[form["form"]].items]
    return {name: written_key(one) for name, one in zip(names, drawn, strict=True)}


def answers(form: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    return {"format": "grader/exam-answers/1", "exam": form["exam"], "learner": form["learner"], "form": form["form"], "answers": given}


def secretive(kind: str) -> dict[str, Any]:
    """A question with a canary in every field that a learner must not see."""
    data = {**deepcopy(EVERY_TYPE[kind]), "id": f"q-{kind}-{CANARY}".lower()}
    data |= {"explanation": CANARY, "misconception": CANARY.lower(), "needs": [CANARY], "not_with": [CANARY], "terms": [CANARY]}
    for option in data.get("options", ()):
        option["id"] = f"{CANARY}-{option['id']}"
        if not option.get("correct"):
            option |= {"misconception": CANARY.lower(), "feedback": CANARY}
    for wrong in data.get("wrong", ()):
        wrong |= {"misconception": CANARY.lower()} if kind == "match" else {"misconception": CANARY.lower(), "feedback": CANARY}
    if kind == "short":
        data |= {"accept": [CANARY], "wrong": [{"text": CANARY + "x", "misconception": CANARY.lower()}]}
    if kind == "numeric":
        data |= {"params": {**data["params"], CANARY: {"choice": [7, 8]}}, "require": [f"{CANARY} > 0"]}
    if kind == "output":
        data |= {"stdout": CANARY}
    if kind == "matrix":
        data |= {"transposed": CANARY.lower(), "column_sums": CANARY.lower()}
    return data


def test_no_secret_of_any_field_is_in_what_a_learner_gets(tmp_path: Path) -> None:
    exam = exam_of(*(secretive(kind) for kind in EVERY_TYPE))
    forms, _ = released(exam, ["amira"])
    path = write_form(tmp_path, forms["amira"])
    database = sqlite3.connect(tmp_path / "kept.sqlite")
    database.execute("CREATE TABLE form (text TEXT)")
    database.execute("INSERT INTO form VALUES (?)", (json.dumps(forms["amira"]),))
    database.commit()
    database.close()

    with zipfile.ZipFile(path) as archive:
        texts = {name: archive.read(name) for name in archive.namelist()}
    texts |= {"zip": path.read_bytes(), "sqlite": (tmp_path / "kept.sqlite").read_bytes()}

    assert set(texts) == {"exam.json", "answers.yaml", "exam.html", "zip", "sqlite"}
    for name, raw in texts.items():
        assert CANARY.lower().encode() not in raw.lower(), name
        assert base64.b64encode(CANARY.encode())[:12] not in raw, name


def test_a_form_has_no_word_of_keys_and_no_id_of_a_question() -> None:
    exam = exam_of(*every_type())
    forms, _ = released(exam, ["amira", "ben"])
    text = json.dumps(forms)

    for word in (
        "correct",
        "explanation",
        "feedback",
        "misconception",
        "accept",
        "pairs",
        "tolerance",
        "answer",
        "stdout",
        "wrong",
        "params",
    ):
        assert f'"{word}"' not in text
    assert not any(name in text for name in exam.questions)
    assert not {item["id"] for item in forms["amira"]["items"]} & {item["id"] for item in forms["ben"]["items"]}


def test_right_answers_stand_in_every_place_equally_often_over_3000_learners() -> None:
    exam = exam_of({**SINGLE, "id": "q-single"})
    places: Counter[str] = Counter()
    for number in range(3000):
        form, _ = release_form(exam, f"learner {number}", SECRET)
        item = form["items"][0]
        places[dict(zip(item["texts"], item["labels"], strict=True))["four"]] += 1

    assert set(places) == {"a", "b", "c"}
    assert all(900 < count < 1100 for count in places.values())


def test_a_form_is_the_same_bytes_every_time(tmp_path: Path) -> None:
    exam = exam_of(*every_type())
    first = write_form(tmp_path / "a", release_form(exam, "amira", SECRET)[0]).read_bytes()

    assert write_form(tmp_path / "b", release_form(exam, "amira", SECRET)[0]).read_bytes() == first


def test_who_knows_everything_gets_everything_per_objective() -> None:
    exam = exam_of(*every_type())
    forms, key = released(exam, ["amira", "ben"])

    for form in forms.values():
        mark = mark_answers(key, answers(form, right_answers(key, form)))
        assert mark.refused == ""
        assert mark.by_objective == {"O1": (4, 4), "O2": (5, 5)}


def test_a_filled_in_template_is_marked() -> None:
    exam = exam_of(*every_type())
    forms, key = released(exam, ["amira"])
    form = forms["amira"]

    text = answers_template(form, right_answers(key, form))

    assert mark_file(text.encode(), "answers.yaml", key).by_objective == {"O1": (4, 4), "O2": (5, 5)}
    assert mark_submission({"amira/answers.yaml": text.encode(), "amira/x.py": b""}, key) is not None
    assert mark_submission({"amira/x.py": b""}, key) is None
    twice = mark_submission({"answers.yaml": text.encode(), "b/answers.json": b"{}"}, key)
    assert twice is not None
    assert "one is needed" in twice.refused


def test_missing_answers_are_blank_and_unreadable_ones_say_why() -> None:
    exam = exam_of({**NUMERIC, "id": "q-a"}, {**deepcopy(NUMERIC), "id": "q-b", "prompt": "Again {{a}} {{b}}"})
    forms, key = released(exam, ["amira"])
    form = forms["amira"]
    first = form["items"][0]["id"]

    mark = mark_answers(key, answers(form, {first: "nan"}))

    assert mark.refused == ""
    assert sorted(item.standing for item in mark.items) == [Standing.BLANK, Standing.UNREADABLE]
    assert any("finite" in item.note for item in mark.items)
    assert all(item.score == 0 for item in mark.items)


def refused_files(form: dict[str, Any], other: dict[str, Any], given: dict[str, str]) -> dict[str, tuple[bytes, str]]:
    """Broken answer files, and a word that the refusal has to hold."""
    good = answers(form, given)

    def changed(**fields: Any) -> bytes:
        return json.dumps({**good, **fields}).encode()

    name = next(iter(given))
    return {
        "another version": (changed(format="grader/exam-answers/9"), "format"),
        "another exam": (changed(exam="final"), "final"),
        "somebody else's form": (changed(form=other["form"]), "somebody else"),
        "an edited form": (changed(form="0" * 64), "edited"),
        "no answers": (changed(answers=None), "missing"),
        "a question that is not there": (changed(answers={**given, "q0000000000": "1"}), "no question"),
        "ten megabytes": (changed(answers={name: "9" * 10_000_000}), "larger"),
        "a key twice": (f"format: grader/exam-answers/1\nanswers:\n  {name}: '1'\n  {name}: '2'\n".encode(), "answers.yaml:4"),
        "no YAML": (b"{[}", "answers.yaml:1"),
        "no text": (b"\xff\xfe\x00", "UTF-8"),
        "a list": (b"- 1\n", "no answers"),
        "an anchor": (b"answers: &a {x: *a}\n", "answers.yaml"),
        "nothing": (b"", "no answers"),
    }


@pytest.mark.parametrize("name", refused_files({"exam": "", "learner": "", "form": ""}, {"form": ""}, {"q": ""}))
def test_a_file_that_does_not_fit_is_refused_with_a_sentence(name: str) -> None:
    exam = exam_of(*every_type())
    forms, key = released(exam, ["amira", "ben"])
    raw, word = refused_files(forms["amira"], forms["ben"], right_answers(key, forms["amira"]))[name]

    mark = mark_file(raw, "answers.yaml", key)

    assert mark.items == ()
    assert word in mark.refused


@pytest.mark.parametrize("field", ["format", "exam", "learner", "form", "answers", "twice", "anchor"])
def test_what_is_said_of_a_refused_file_cannot_steer_a_terminal_and_is_short(field: str) -> None:
    form, key = next(iter([(forms["amira"], key) for forms, key in [released(exam_of(*every_type()), ["amira"])]]))
    steering = "\x1b[2J\u202e" + "x" * 5_000
    good = {"format": "grader/exam-answers/1", "exam": form["exam"], "learner": "amira", "form": form["form"], "answers": {}}
    quoted = json.dumps(steering)
    special = {"twice": f"{quoted}: 1\n{quoted}: 2\n", "anchor": f"a: !<{'x' * 5_000}> 1\n"}
    changed = {**good, field: {steering: "1"} if field == "answers" else steering}
    mark = mark_file(special.get(field, json.dumps(changed)).encode(), "answers.yaml", key)

    for text in (mark.refused, mark.learner, mark.form):
        assert text.isprintable(), text
        assert len(text) < 500, text
    assert mark.refused


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (3, "3"),
        (0.25, "0.25"),
        (float("nan"), "nan"),
        (True, "true"),
        (["a", "c"], "a c"),
        ([[1, 2], [3, 4]], "1 2; 3 4"),
        ({"1": "c", "2": "a"}, "1c 2a"),
        ("r1c2", "r1c2"),
    ],
)
def test_answers_may_be_written_as_lists_numbers_or_pairs(value: object, text: str) -> None:
    assert answer_text(value) == text


def test_a_class_of_forty_is_marked_as_a_table_worked_out_by_hand() -> None:
    """Two questions, 40 learners: 10 know both, 10 the first, 10 the second (apples fly), 10 neither, five of them blank."""
    exam = exam_of({**SINGLE, "id": "q-x"}, {**deepcopy(SINGLE), "id": "q-y", "prompt": "And this?"})
    learners = [f"learner {number:02}" for number in range(40)]
    forms, key = released(exam, learners)
    marks = []
    for number, learner in enumerate(learners):
        form = forms[learner]
        given = {}
        for name, question, _ in key.forms[form["form"]].items:
            text = "six"
            if number < 10 or (number < 20 and question == "q-x") or (20 <= number < 30 and question == "q-y"):
                text = "four"
            elif 20 <= number < 30:
                text = "five"
            item = next(item for item in form["items"] if item["id"] == name)
            given[name] = dict(zip(item["texts"], item["labels"], strict=True))[text]
        marks.append(mark_answers(key, answers(form, {} if number >= 35 else given)))

    reports = {report.question: report for report in item_reports(marks)}

    assert {name: (report.n, report.facility, report.blank) for name, report in reports.items()} == {
        "q-x": (40, Fraction(1, 2), 5),
        "q-y": (40, Fraction(1, 2), 5),
    }
    assert reports["q-x"].discrimination == pytest.approx(0)  # 10 both, 10 only x, 10 only y, 10 none
    assert dict(reports["q-x"].misconceptions) == {"apples-fly": 10, "slip-count/two": 5}
    assert misconception_counts(marks) == {"slip-count": 15, "apples-fly": 10}
    assert reports["q-x"].interval is None


def test_few_learners_get_an_interval_and_no_discrimination() -> None:
    exam = exam_of(*every_type())
    forms, key = released(exam, [f"l{n}" for n in range(10)])
    marks = [mark_answers(key, answers(form, right_answers(key, form))) for form in forms.values()]

    report = item_reports(marks)[0]

    assert report.discrimination is None
    assert report.interval == pytest.approx((0.7225, 1.0), abs=1e-3)


def test_statistics_are_the_textbook_ones() -> None:
    assert correlation([Fraction(n) for n in (1, 2, 3)], [Fraction(n) for n in (2, 4, 6)]) == pytest.approx(100)
    assert correlation([Fraction(n) for n in (1, 2, 3, 4)], [Fraction(n) for n in (1, 3, 2, 4)]) == pytest.approx(80)
    assert correlation([Fraction(1)] * 3, [Fraction(n) for n in (1, 2, 3)]) is None
    assert wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_a_mended_question_changes_the_marks_and_keeps_what_was_shown() -> None:
    exam = exam_of({**SINGLE, "id": "q-x"})
    forms, key = released(exam, ["amira"])
    form = forms["amira"]
    letter = dict(zip(form["items"][0]["texts"], form["items"][0]["labels"], strict=True))["five"]
    document = answers(form, {form["items"][0]["id"]: letter})
    fixed = deepcopy(SINGLE) | {"id": "q-x"}
    fixed["options"][0] = {"id": "a", "text": "four", "misconception": "slip-count"}
    fixed["options"][1] = {"id": "b", "text": "five", "correct": True}

    before, after = mark_answers(key, document), mark_answers(mended(key, {"q-x": ("O2", fixed)}), document)

    assert (before.items[0].score, after.items[0].score) == (0, 1)
    assert before.items[0].raw == after.items[0].raw


def test_strict_exams_tick_all_or_nothing() -> None:
    exam = exam_of({**deepcopy(EVERY_TYPE["multi"]), "id": "q-m"}, is_strict=True)
    forms, key = released(exam, ["amira"])
    item = forms["amira"]["items"][0]
    letter = dict(zip(item["texts"], item["labels"], strict=True))["two"]

    assert mark_answers(key, answers(forms["amira"], {item["id"]: letter})).items[0].score == 0
    assert "anything else is 0" in item["rule"]


@pytest.mark.parametrize("document", [None, [], {}, {"format": "x"}, {"format": "grader/exam-key/1"}, "text"])
def test_what_is_no_key_is_refused(document: object) -> None:
    with pytest.raises(UsageError):
        read_key(document)


def test_a_file_that_is_nested_without_end_is_no_key_and_no_form(tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text("[" * 100_000)

    for load, what in ((load_key, "key"), (load_form, "form")):
        with pytest.raises(UsageError, match=f"is not an exam {what}: it is no JSON"):
            load(tmp_path / "deep.json")


def test_a_damaged_form_is_refused() -> None:
    with pytest.raises(UsageError, match="damaged"):
        shown_from({"kind": "single"})
