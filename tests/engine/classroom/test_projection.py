"""What a learner is handed back, against the who-sees-what table."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import jsonschema
import pytest

from grader.classroom.outputs import class_document, class_evidence
from grader.classroom.projection import learner_document
from grader.classroom.releasing import released
from grader.classroom.settings import Feedback
from grader.content.models import Level
from grader.results import Verdict
from grader.schemas import schema_of
from tests.engine.classroom.made_up import SECRET_TEXT, graded

MARKS = {
    "ada": {
        "softmax-by-hand": (Verdict.PASSED, ""),
        "softmax-rows": (Verdict.FAILED, "softmax-wrong-axis/columns"),
        "mask-and-count": (Verdict.RAISED, ""),
    },
    "ben": {"softmax-rows": (Verdict.BROKEN, "")},
}


def document(level: Level, *, shows_inputs: bool = False, is_public: bool = False, key: int = 0) -> dict[str, object]:
    made = graded(level, MARKS, is_public=is_public)
    return learner_document(made, made.submissions[key], level, shows_inputs=shows_inputs)


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict not in (Verdict.UNREADABLE, Verdict.MISSING)])
def test_no_hidden_input_print_text_or_local_is_handed_back(level: Level, verdict: Verdict) -> None:
    made = graded(level, {"ada": {"softmax-rows": (verdict, "")}})

    assert SECRET_TEXT not in json.dumps(learner_document(made, made.submissions[0], level, shows_inputs=False))


def test_a_file_that_cannot_be_read_is_shown_its_line(level: Level) -> None:
    made = graded(level, {"ada": {"softmax-rows": (Verdict.UNREADABLE, "")}})
    shown = learner_document(made, made.submissions[0], level, shows_inputs=False)

    assert shown["exercises"][1]["message"].endswith("Look at line 7.")


def test_full_feedback_shows_calls_and_values_but_never_prints_texts_or_locals(level: Level) -> None:
    text = json.dumps(document(level, shows_inputs=True))

    assert f"softmax_np({SECRET_TEXT})" in text
    assert f"expected {SECRET_TEXT}" in text
    for kind in ("text", "local", "print", "snippet", "message"):
        assert f"{kind} {SECRET_TEXT}" not in text


def test_the_public_worked_example_is_always_shown_with_its_pictures(level: Level) -> None:
    exercises = document(level, is_public=True)["exercises"]
    example = exercises[1]["checks"][1]["example"]  # type: ignore[index]  # plain data

    assert example == {
        "is_worked_example": True,
        "call": "softmax_np([[0, 0]])",
        "expected": "[[0.5, 0.5]]",
        "got": "[[0.5, 0.25]]",
        "where": "first at [0, 1]",
        "target": [[0.5, 0.5], [0.25, 0.75]],
        "actual": [[0.5, 0.25], [0.5, 0.75]],
    }


def test_a_misconception_comes_with_its_correction(level: Level) -> None:
    belief = document(level)["exercises"][1]["misconceptions"][0]  # type: ignore[index]  # plain data

    assert belief["id"] == "softmax-wrong-axis"
    assert belief["correction"] == level.misconceptions["softmax-wrong-axis"].correction


def test_what_the_catalogue_has_lost_is_left_out_not_a_crash(level: Level) -> None:
    made = graded(level, {"ada": {"softmax-rows": (Verdict.FAILED, "no-such-belief")}})
    shown = learner_document(made, made.submissions[0], level, shows_inputs=False)

    assert [exercise["misconceptions"] for exercise in shown["exercises"]] == [[], [], []]


@pytest.mark.parametrize("shows_inputs", [False, True])
@pytest.mark.parametrize("key", [0, 1])
def test_documents_fit_their_schemas(level: Level, shows_inputs: bool, key: int) -> None:
    made = graded(level, MARKS)
    whole = [json.loads("".join(pieces)) for pieces in (class_document(made), class_evidence(made))]
    for each in (*whole, document(level, shows_inputs=shows_inputs, key=key)):
        jsonschema.Draft202012Validator(schema_of(each["schema"])).validate(each)


def test_inputs_are_shown_after_the_deadline_of_full_feedback_and_never_before(level: Level) -> None:
    due = datetime(2026, 10, 5, 21, 59, tzinfo=UTC)
    full = graded(level, MARKS, feedback=Feedback.FULL, due=due)
    brief = graded(level, MARKS, due=due)

    assert not released(full, due).inputs
    assert released(full, datetime(2026, 10, 5, 22, 0, tzinfo=UTC)).inputs
    assert not released(brief, datetime(2027, 1, 1, tzinfo=UTC)).inputs


def test_inputs_and_solutions_wait_for_the_last_who_has_an_extension(level: Level) -> None:
    due, solutions = datetime(2026, 10, 5, 21, 59, tzinfo=UTC), datetime(2026, 10, 6, 12, 0, tzinfo=UTC)
    extended = {"ada": datetime(2026, 10, 8, 21, 59, tzinfo=UTC)}
    more = {"softmax-rows": datetime(2026, 10, 6, 21, 59, tzinfo=UTC)}
    one = graded(level, MARKS, feedback=Feedback.FULL, due=due, solutions=solutions, extensions=extended)
    two = graded(level, MARKS, feedback=Feedback.FULL, due=due, solutions=solutions, extensions=extended, exercise_due=more)
    never = graded(level, MARKS, feedback=Feedback.FULL, due=due)
    found = [
        [(may.inputs, may.solutions) for day in (7, 9, 10) for may in (released(each, datetime(2026, 10, day, 10, 0, tzinfo=UTC)),)]
        for each in (one, two, never)
    ]

    assert found == [
        [(False, False), (True, True), (True, True)],
        [(False, False), (False, False), (True, True)],
        [(True, False), (True, False), (True, False)],
    ]


def test_solutions_are_shown_once_they_are_released(level: Level) -> None:
    made = graded(level, MARKS)
    kept, shown = (learner_document(made, made.submissions[0], level, shows_inputs=False, shows_solutions=each) for each in (False, True))

    assert {each["solution"] for each in kept["exercises"]} == {None}
    assert all(f"def {level.exercise(each['slug']).functions[0]}" in each["solution"] for each in shown["exercises"])
    jsonschema.Draft202012Validator(schema_of(shown["schema"])).validate(shown)
