"""Frames between the coordinator and its grading processes, both trusted: a length and JSON. Never used across the wall."""

from __future__ import annotations

import json
import struct
from typing import IO, Any

from grader.results import CheckResult, Evidence, ExerciseEvidence, ExerciseResult, Misconception, Outcome, Verdict

LENGTH = struct.Struct("<Q")


def write_message(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Write one message and flush it."""
    body = json.dumps(message, separators=(",", ":")).encode()
    stream.write(LENGTH.pack(len(body)) + body)
    stream.flush()


def read_message(stream: IO[bytes]) -> dict[str, Any] | None:
    """The next message, or None at the end of the stream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        return None
    message: dict[str, Any] = json.loads(body)
    return message


def outcome_to_dict(outcome: Outcome) -> dict[str, Any]:
    """An outcome as plain data. By hand: `dataclasses.asdict` copies every number of every matrix, which took a fifth of grading."""
    result, evidence = _values(outcome.result), _values(outcome.evidence)
    result["checks"] = tuple(_values(check) for check in outcome.result.checks)
    result["misconceptions"] = tuple(_values(found) for found in outcome.result.misconceptions)
    evidence["by_check"] = {name: _values(found) for name, found in outcome.evidence.by_check.items()}
    return {"result": result, "evidence": evidence}


def _values(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__slots__}


def outcome_from_dict(data: dict[str, Any]) -> Outcome:
    """The outcome that `outcome_to_dict` wrote."""
    result, evidence = data["result"], data["evidence"]
    checks = tuple(CheckResult(**{**check, "verdict": Verdict(check["verdict"])}) for check in result["checks"])
    misconceptions = tuple(Misconception(**entry) for entry in result["misconceptions"])
    by_check = {name: _evidence(entry) for name, entry in evidence["by_check"].items()}
    return Outcome(
        ExerciseResult(**{**result, "verdict": Verdict(result["verdict"]), "checks": checks, "misconceptions": misconceptions}),
        ExerciseEvidence(**{**evidence, "by_check": by_check}),
    )


def _evidence(entry: dict[str, Any]) -> Evidence:
    entry = dict(entry)
    entry["lines"] = tuple(entry["lines"])
    entry["locals"] = tuple((name, text) for name, text in entry["locals"])
    for side in ("target", "actual"):
        if entry[side] is not None:
            entry[side] = tuple(tuple(row) for row in entry[side])
    return Evidence(**entry)
