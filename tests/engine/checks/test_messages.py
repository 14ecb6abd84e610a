"""What a grading process tells its coordinator arrives whole."""

from __future__ import annotations

import dataclasses
import io
import typing
from typing import Any

from grader.checks.messages import outcome_from_dict, outcome_to_dict, read_message, write_message
from grader.results import CheckResult, Evidence, ExerciseEvidence, ExerciseResult, Misconception, Outcome, Verdict


def filled(kind: Any, **given: Any) -> Any:
    """A record with a value of its own in every field that is not given, so that none can be left out or mixed up unnoticed."""
    hints = typing.get_type_hints(kind)
    values = {}
    for number, field in enumerate(dataclasses.fields(kind), 1):
        made = {str: f"{field.name} {number}", float: number / 4, int: number, bool: True, Verdict: Verdict.FAILED}
        values[field.name] = given[field.name] if field.name in given else made[hints[field.name]]
    return kind(**values)


EVIDENCE = filled(Evidence, lines=(3, 7), locals=(("x", "1"), ("y", "2")), target=((1.0, 0.5),), actual=None)
OUTCOME = Outcome(
    filled(ExerciseResult, checks=(filled(CheckResult),), misconceptions=(filled(Misconception),)),
    filled(ExerciseEvidence, by_check={"check_a": EVIDENCE, "check_b": Evidence()}),
)


def test_an_outcome_crosses_the_pipe_unchanged() -> None:
    pipe = io.BytesIO()

    write_message(pipe, {"outcome": outcome_to_dict(OUTCOME)})
    pipe.seek(0)
    message = read_message(pipe)

    assert message is not None
    assert outcome_from_dict(message["outcome"]) == OUTCOME


def test_an_outcome_is_plain_data_all_the_way_down() -> None:
    assert outcome_to_dict(OUTCOME) == dataclasses.asdict(OUTCOME)
