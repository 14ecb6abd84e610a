"""Documents: results and evidence as canonical JSON, and back. Published: `grader/result/1`, `grader/evidence/1`, `grader/learner/1`.

`grader/result/1` holds verdicts and points and is byte-identical for equal inputs: no time, no duration, no machine name, sorted keys.
`grader/evidence/1` holds the rest, for readers who may see it. Knows dataclasses and JSON; nothing of files, SQL or pages.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from sys import intern
from types import MappingProxyType
from typing import Any

from grader.records import dataclass
from grader.results import (
    EVIDENCE_SCHEMA,
    RESULT_SCHEMA,
    CheckResult,
    Evidence,
    ExerciseEvidence,
    ExerciseResult,
    Misconception,
    SubmissionStatus,
    Verdict,
)

LEARNER_SCHEMA = "grader/learner/1"
NOTHING: Mapping[str, Evidence] = MappingProxyType({})
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Override:
    """A mark set by hand; the automatic one stays beside it."""

    points: float
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class MarkedExercise:
    """One exercise of one submission, on the class's own points. `points` is None when nothing could be judged: missing, untouched,
    or our fault. Zero is a mark; None is the absence of one. `late_percent` is what being late takes off it."""

    result: ExerciseResult
    points: float | None
    override: Override | None = None
    late_percent: float = 0.0


@dataclass(frozen=True, slots=True)
class ObjectivePoints:
    """What a submission earned on one objective's assigned exercises; `open_points` could not be judged."""

    id: str
    points: float
    max_points: float
    open_points: float


@dataclass(frozen=True, slots=True)
class MarkedSubmission:
    """One submission as it stands in a run. `points` is None when there is no mark at all (no work, unreadable)."""

    key: str
    name: str
    roster_id: str
    attempt: int
    submitted_at: str
    is_late: bool | None
    sha256: str
    status: SubmissionStatus
    problem: str
    warnings: tuple[str, ...]
    exercises: tuple[MarkedExercise, ...]
    objectives: tuple[ObjectivePoints, ...]
    points: float | None
    max_points: float
    open_points: float
    late_seconds: int | None = None  # after the learner's own deadline; None where no moment is known
    late_percent: float = 0.0  # taken off the mark for being late, all exercises together
    slip_days: int = 0
    members: tuple[str, ...] = ()

    @property
    def final_points(self) -> float | None:
        """The mark after what being late takes off."""
        return None if self.points is None else final_points(self.exercises)


def final_points(exercises: Sequence[MarkedExercise]) -> float:
    """What exercises are worth together after what being late takes off each."""
    return round(sum((marked.points or 0.0) * (1 - marked.late_percent / 100) for marked in exercises), 4)


def canonical(document: object) -> str:
    """The one text of a document: sorted keys, no spaces, pure ASCII, a final newline. ValueError for nan and infinity."""
    return json.dumps(document, sort_keys=True, ensure_ascii=True, allow_nan=False, separators=(",", ":")) + "\n"


def canonical_pieces(document: Json, name: str, rows: Iterable[object]) -> Iterator[str]:
    """The same text of `document` with the list of `rows` under `name`, piece by piece: a class need not be in memory twice."""
    for number, key in enumerate(sorted({*document, name})):
        yield f"{',' if number else '{'}{json.dumps(key)}:"
        if key != name:
            yield canonical(document[key]).removesuffix("\n")
            continue
        yield "["
        for place, row in enumerate(rows):
            yield ("," if place else "") + canonical(row).removesuffix("\n")
        yield "]"
    yield "}\n"


# --- one exercise -----------------------------------------------------------------------------------------------------------------


def result_json(result: ExerciseResult) -> Json:
    """An exercise's result as plain data."""
    return {
        "slug": result.slug,
        "objective": result.objective,
        "verdict": result.verdict.value,
        "checks": [check_json(check) for check in result.checks],
        "misconceptions": [{"id": found.id, "variant": found.variant, "evidence": found.evidence} for found in result.misconceptions],
        "auto_points": result.auto_points,
        "max_points": result.max_points,
        "source": {"path": result.source_path, "sha256": result.source_sha256},
        "failure_signature": result.failure_signature,
        "message": result.message,
    }


def check_json(check: CheckResult) -> Json:
    """A check's result as plain data."""
    return {
        "name": check.name,
        "sentence": check.sentence,
        "verdict": check.verdict.value,
        "category": check.category,
        "points": check.points,
        "max_points": check.max_points,
        "case_id": check.case_id,
        "message": check.message,
    }


def result_from_json(data: Json) -> ExerciseResult:
    """What `result_json` wrote."""
    return ExerciseResult(
        slug=data["slug"],
        objective=data["objective"],
        verdict=Verdict(data["verdict"]),
        checks=tuple(CheckResult(**{**check, "verdict": Verdict(check["verdict"])}) for check in data["checks"]),
        misconceptions=tuple(Misconception(**found) for found in data["misconceptions"]),
        auto_points=data["auto_points"],
        max_points=data["max_points"],
        source_path=data["source"]["path"],
        source_sha256=data["source"]["sha256"],
        failure_signature=data["failure_signature"],
        message=data["message"],
    )


def evidence_json(evidence: ExerciseEvidence) -> Json:
    """An exercise's evidence as plain data; numbers that JSON lacks become the words "nan", "inf" and "-inf"."""
    return {
        "slug": evidence.slug,
        "checks": {name: _one_evidence(found) for name, found in evidence.by_check.items()},
        "duration_s": round(evidence.duration_s, 4),
        "cpu_s": round(evidence.cpu_s, 4),
        "isolation": evidence.isolation,
    }


def _one_evidence(evidence: Evidence) -> Json:
    data: Json = {field.name: getattr(evidence, field.name) for field in fields(evidence)}
    data["lines"] = list(evidence.lines)
    data["locals"] = [list(pair) for pair in evidence.locals]
    data["duration_cpu_s"] = round(evidence.duration_cpu_s, 4)
    for name in ("target", "actual"):
        data[name] = matrix_json(data[name])
    return data


def matrix_json(matrix: Sequence[Sequence[float]] | None) -> list[list[float | str]] | None:
    """A small matrix as plain data; numbers that JSON lacks become the words "nan", "inf" and "-inf"."""
    return None if matrix is None else [[_number(value) for value in row] for row in matrix]


def evidence_from_json(data: Json) -> ExerciseEvidence:
    """What `evidence_json` wrote."""
    return ExerciseEvidence(
        slug=intern(data["slug"]),  # a large class has it in memory for every file
        by_check={intern(name): _evidence_back(found) for name, found in data["checks"].items()} or NOTHING,
        duration_s=data["duration_s"],
        cpu_s=data["cpu_s"],
        isolation=intern(data["isolation"]),
    )


def _evidence_back(data: Json) -> Evidence:
    known = dict(data)
    known["lines"] = tuple(data["lines"])
    known["locals"] = tuple((name, text) for name, text in data["locals"])
    for name in ("target", "actual"):
        known[name] = None if data[name] is None else tuple(tuple(float(value) for value in row) for row in data[name])
    return Evidence(**known)


def _number(value: float) -> float | str:
    return value if math.isfinite(value) else str(float(value))


# --- the whole class --------------------------------------------------------------------------------------------------------------


def result_text(run: Json, submissions: Iterable[MarkedSubmission]) -> Iterator[str]:
    """`grader/result/1` of a class run, piece by piece; `run` is what RunFacts says of it."""
    return canonical_pieces({"schema": RESULT_SCHEMA, "run": run}, "submissions", map(submission_json, submissions))


def submission_json(submission: MarkedSubmission) -> Json:
    """One submission of `grader/result/1`."""
    return {
        "key": submission.key,
        "name": submission.name,
        "roster_id": submission.roster_id,
        "attempt": submission.attempt,
        "submitted_at": submission.submitted_at or None,
        "late": submission.is_late,
        "sha256": submission.sha256,
        "status": submission.status.value,
        "problem": submission.problem,
        "warnings": list(submission.warnings),
        "points": submission.points,
        "max_points": submission.max_points,
        "open_points": submission.open_points,
        "late_seconds": submission.late_seconds,
        "late_percent": submission.late_percent,
        "slip_days": submission.slip_days,
        "final_points": submission.final_points,
        "members": list(submission.members),
        "objectives": [_objective_json(row) for row in submission.objectives],
        "exercises": [_marked_json(marked) for marked in submission.exercises],
    }


def _objective_json(row: ObjectivePoints) -> Json:
    return {"id": row.id, "points": row.points, "max_points": row.max_points, "open_points": row.open_points}


def _marked_json(marked: MarkedExercise) -> Json:
    override = marked.override
    return {
        **result_json(marked.result),
        "points": marked.points,
        "late_percent": marked.late_percent,
        "override": None if override is None else {"points": override.points, "reason": override.reason, "by": override.by},
    }


def evidence_text(
    run_id: str, started_at: str, finished_at: str, by_learner: Mapping[str, Mapping[str, ExerciseEvidence]]
) -> Iterator[str]:
    """`grader/evidence/1` of a class run, piece by piece: what only the instructor may see, and the times."""
    run = {"id": run_id, "started_at": started_at, "finished_at": finished_at or None}
    rows = ({"key": key, "exercises": [evidence_json(found[slug]) for slug in sorted(found)]} for key, found in sorted(by_learner.items()))
    return canonical_pieces({"schema": EVIDENCE_SCHEMA, "run": run}, "submissions", rows)
