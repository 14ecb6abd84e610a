"""A graded class of made-up marks, for figures, documents and pages; nothing is run for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.classroom.assemble import GradedClass
from grader.classroom.plan import Measured, assigned, planned
from grader.classroom.settings import ClassSettings, Feedback, default_settings
from grader.content.models import Level
from grader.documents import MarkedSubmission, evidence_json, result_json
from grader.documents import canonical as text
from grader.results import Evidence, ExerciseEvidence, IsolationLevel, Outcome, Verdict
from grader.store.rows import NewSubmission, ResultKey, StoredFile, StoredResult, StoredSubmission
from tests.engine.classroom.fake import ENVIRONMENT, outcome

SLUGS = ("softmax-by-hand", "softmax-rows", "mask-and-count")
TARGET = ((0.5, 0.5), (0.25, 0.75))
ACTUAL = ((0.5, 0.25), (0.5, 0.75))
SECRET_TEXT = "hidden-input-4711"


def settings(level: Level, **more: object) -> ClassSettings:
    """Three assigned exercises."""
    return replace(default_settings(level), title="Week 3", slugs=SLUGS, **more)  # type: ignore[arg-type]  # by keyword


def seen(verdict: Verdict, *, is_public: bool) -> Evidence:
    """Evidence that carries what must never be handed back in its texts."""
    return Evidence(
        call="softmax_np([[0, 0]])" if is_public else f"softmax_np({SECRET_TEXT})",
        expected="[[0.5, 0.5]]" if is_public else f"expected {SECRET_TEXT}",
        got="[[0.5, 0.25]]" if is_public else f"got {SECRET_TEXT}",
        where="first at [0, 1]",
        exception="ValueError" if verdict is Verdict.RAISED else "",
        exception_text=f"text {SECRET_TEXT}",
        lines=(7,),
        locals=(("x", f"local {SECRET_TEXT}"),),
        printed=f"print {SECRET_TEXT}",
        target=TARGET,
        actual=ACTUAL,
        snippet=f"snippet {SECRET_TEXT}",
        is_public=is_public,
    )


def graded(
    level: Level,
    marks: Mapping[str, Mapping[str, tuple[Verdict, str]]],
    *,
    names: Mapping[str, str] | None = None,
    isolation: IsolationLevel = IsolationLevel.CONTAINED,
    hostile: tuple[str, ...] = (),
    feedback: Feedback = Feedback.BRIEF,
    is_public: bool = False,
    problems: Mapping[str, str] | None = None,
    warnings: tuple[str, ...] = (),
    **more: object,
) -> GradedClass:
    """A class from {learner: {slug: (verdict, misconception)}}; a slug that is left out was not handed in."""
    wanted = settings(level, feedback=feedback, hostile=frozenset(hostile), **more)
    work = assigned(level, wanted)
    measured = Measured(isolation, {"seccomp": "on"}, ENVIRONMENT)
    news = [NewSubmission(key, (names or {}).get(key, ""), f"{number:064x}", ()) for number, key in enumerate(marks)]
    run = planned(level, wanted, work, measured, secret_id="0" * 16, own=False, submissions=news)
    run = replace(run, started_at="2026-10-05T09:30:00Z", finished_at="2026-10-05T09:31:00Z")
    marked, evidence = [], {}
    for new in news:
        outcomes = {slug: _outcome(level, slug, *mark, is_public=is_public) for slug, mark in marks[new.key].items()}
        marked.append(_marked(new, outcomes, work, (problems or {}).get(new.key, ""), warnings))
        evidence[new.key] = {slug: each.evidence for slug, each in outcomes.items()}
    return GradedClass(run, tuple(marked), evidence, ())


def _outcome(level: Level, slug: str, verdict: Verdict, misconception: str, *, is_public: bool) -> Outcome:
    exercise = level.exercise(slug)
    found = outcome(slug, verdict, objective=exercise.objective_id, points=float(exercise.points), misconception=misconception)
    by_check = {
        check.name: seen(check.verdict, is_public=is_public) for check in found.result.checks if check.verdict is not Verdict.PASSED
    }
    message = "The file cannot be read as Python." if verdict is Verdict.UNREADABLE else f"message {SECRET_TEXT}"
    return Outcome(replace(found.result, message=message), ExerciseEvidence(slug, by_check, 0.1, 0.1, "contained"))


def _marked(
    new: NewSubmission, outcomes: Mapping[str, Outcome], work: tuple[object, ...], problem: str, warnings: tuple[str, ...]
) -> MarkedSubmission:
    from grader.classroom.assemble import marked_submission

    files = tuple(StoredFile(slug, f"{slug.replace('-', '_')}.py", "a" * 64, "") for slug in outcomes)
    stored = StoredSubmission(1, new.key, new.name, "", 1, "", new.sha256, problem, warnings, "", files)
    key = ResultKey("a", "a", "a", "a", "a")
    rows = {
        slug: StoredResult(key, each.result.verdict.value, text(result_json(each.result)), text(evidence_json(each.evidence)))
        for slug, each in outcomes.items()
    }
    return marked_submission(stored, work, rows)  # type: ignore[arg-type]  # what `assigned` gave
