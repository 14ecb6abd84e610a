"""What one learner is handed back: `grader/learner/1`. Exactly what the who-sees-what table allows, and nothing that learner code chose.

Of a check: its sentence, verdict, category and points. Call, expected and got: of the public worked example; of drawn inputs only with
`feedback: full` after the deadline. Never own prints, exception texts, local values or line numbers, which may carry hidden inputs.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.classroom.assemble import GradedClass
from grader.content.models import Level
from grader.documents import LEARNER_SCHEMA, Json, MarkedExercise, MarkedSubmission, matrix_json
from grader.results import Evidence, ExerciseEvidence, ExerciseResult, Verdict

# Verdicts that were made before any input was handed over: their message cannot carry one.
SAFE_MESSAGES = frozenset({Verdict.UNREADABLE, Verdict.MISSING})
# Their own messages may name what learner code chose at run time, or what a check of ours tripped over.
FIXED_MESSAGES = {
    Verdict.NOT_ALLOWED: "It uses something that this exercise does not allow; the task at the top of the file says what it does.",
    Verdict.BROKEN: "A check failed by itself. That is our fault: it gives no marks and takes none.",
}


def learner_document(
    graded: GradedClass, submission: MarkedSubmission, level: Level, *, shows_inputs: bool, shows_solutions: bool = False
) -> Json:
    """The document for one learner. `shows_inputs`: the class gives full feedback and its last deadline has passed."""
    facts = graded.run.facts
    evidence = graded.evidence.get(submission.key, {})
    return {
        "schema": LEARNER_SCHEMA,
        "level": {"id": level.id, "title": level.title},
        "assignment": {"title": facts["assignment"]["title"], "due": facts["assignment"]["due"]},
        "isolation": facts["isolation"]["level"],
        "feedback": "full" if shows_inputs else "brief",
        "submission": {
            "key": submission.key,
            "name": submission.name,
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
            "late_percent": submission.late_percent,
            "final_points": submission.final_points,
        },
        "objectives": [
            {
                "id": row.id,
                "title": level.objective(row.id).title,
                "sentence": level.objective(row.id).sentence,
                "points": row.points,
                "max_points": row.max_points,
                "open_points": row.open_points,
            }
            for row in submission.objectives
        ],
        "exercises": [
            {
                **_exercise(marked, level, evidence.get(marked.result.slug), shows_inputs),
                "solution": _solution(level, marked.result.slug) if shows_solutions else None,
            }
            for marked in submission.exercises
        ],
    }


def _exercise(marked: MarkedExercise, level: Level, evidence: ExerciseEvidence | None, shows_inputs: bool) -> Json:
    result = marked.result
    by_check: Mapping[str, Evidence] = evidence.by_check if evidence is not None else {}
    return {
        "slug": result.slug,
        "title": level.exercise(result.slug).title,
        "objective": result.objective,
        "verdict": result.verdict.value,
        "message": _message(result, by_check),
        "points": marked.points,
        "max_points": result.max_points,
        "override": None if marked.override is None else {"points": marked.override.points, "reason": marked.override.reason},
        "checks": [
            {
                "sentence": check.sentence,
                "verdict": check.verdict.value,
                "category": check.category,
                "points": check.points,
                "max_points": check.max_points,
                "example": _example(by_check.get(check.name), shows_inputs),
            }
            for check in result.checks
        ],
        "misconceptions": [belief for found in result.misconceptions if (belief := _belief(found.id, level)) is not None],
    }


def _solution(level: Level, slug: str) -> str:
    return level.exercise(slug).solution_path.read_text(encoding="utf-8")


def _message(result: ExerciseResult, by_check: Mapping[str, Evidence]) -> str:
    """Why nothing could be run. A line number is given only for a file that never ran: then it can carry nothing."""
    if result.verdict not in SAFE_MESSAGES:
        return FIXED_MESSAGES.get(result.verdict, "")
    found = next((found for found in by_check.values() if found.lines), None)
    is_told = found is not None and result.message == f"{found.exception_text}."
    if result.verdict is Verdict.UNREADABLE and found is not None and not is_told:
        said = f": {found.exception_text}" if found.exception == "SyntaxError" and found.exception_text else ""
        return f"{result.message} Look at line {found.lines[-1]}{said}."
    return result.message


def _example(evidence: Evidence | None, shows_inputs: bool) -> Json | None:
    """The failing call, where it may be seen."""
    if evidence is None or not evidence.call or not (evidence.is_public or shows_inputs):
        return None
    return {
        "is_worked_example": evidence.is_public,
        "call": evidence.call,
        "expected": evidence.expected,
        "got": evidence.got,
        "where": evidence.where,
        "target": matrix_json(evidence.target),
        "actual": matrix_json(evidence.actual),
    }


def _belief(tag: str, level: Level) -> Json | None:
    """A misconception in the words of the catalogue; None when the catalogue has lost it, which lint reports."""
    entry = level.misconceptions.get(tag.partition("/")[0])
    if entry is None:
        return None
    return {
        "id": entry.id,
        "kind": entry.kind.value,
        "statement": entry.statement,
        "correction": entry.correction,
        "nudge": entry.nudge,
        "note": entry.note,
    }
