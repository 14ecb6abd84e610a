"""What the two pages of one learner show: the one to hand back, made from `grader/learner/1` alone, and the instructor's. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.classroom.assemble import GradedClass
from grader.content.models import Level, MisconceptionEntry
from grader.documents import Json, MarkedExercise, MarkedSubmission
from grader.records import dataclass
from grader.report.charts import HeatGrid, Part, heat_pair
from grader.report.people import Person, person_of
from grader.report.text import plural, points
from grader.report.views import isolation_warning
from grader.report.words import STATUSES, VERDICTS, Word, check_words
from grader.results import CheckResult, Evidence, ExerciseEvidence, SubmissionStatus, Verdict

Grids = tuple[HeatGrid, HeatGrid]
MAX_LINES = 400


# --- the page to hand back --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do first."""

    slug: str
    title: str
    sentence: str
    ask: str


@dataclass(frozen=True, slots=True)
class ObjectiveRow:
    """How far a learner is with one objective."""

    id: str
    title: str
    sentence: str
    parts: tuple[Part, ...]
    says: str


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One check: its sentence, how it ended, and the failing call where that may be seen."""

    sentence: str
    word: Word
    category: str
    example: Json | None


@dataclass(frozen=True, slots=True)
class ExerciseCard:
    """One exercise on the handed-back page. `example` is the worked example when that is what failed."""

    slug: str
    title: str
    word: Word
    points: str
    max_points: str
    message: str
    beliefs: tuple[Json, ...]
    example: Json | None
    grids: Grids | None
    checks: tuple[CheckRow, ...]
    is_passed: bool
    by_hand: str = ""  # why the mark was set by hand
    solution: str = ""


@dataclass(frozen=True, slots=True)
class LearnerView:
    """The page to hand back."""

    name: str
    warning: str
    status: Word
    sentence: str
    next: NextStep | None
    objectives: tuple[ObjectiveRow, ...]
    exercises: tuple[ExerciseCard, ...]
    closing: str


def learner_view(document: Json) -> LearnerView:
    """The page, from the learner's document and nothing else: what is not in it cannot be shown."""
    submission = document["submission"]
    return LearnerView(
        name=submission["name"] or submission["key"],
        warning=isolation_warning(document["isolation"]),
        status=STATUSES[SubmissionStatus(submission["status"])],
        sentence=_sentence(document),
        next=_next_step(document),
        objectives=tuple(_objective(row) for row in document["objectives"]),
        exercises=tuple(_card(exercise) for exercise in document["exercises"]),
        closing=_closing(document),
    )


def _sentence(document: Json) -> str:
    exercises = document["exercises"]
    passed = sum(exercise["verdict"] == Verdict.PASSED for exercise in exercises)
    blank = sum(exercise["points"] is None and exercise["verdict"] in (Verdict.MISSING, Verdict.TODO) for exercise in exercises)
    started = len(exercises) - passed - blank
    parts = [f"{passed} of {plural(len(exercises), 'exercise')} passed"]
    parts += [f"{started} begun"] if started else []
    parts += [f"{blank} still blank"] if blank else []
    return ", ".join(parts) + "." + _open_sentence(document)


def _open_sentence(document: Json) -> str:
    """What became of points that are neither earned nor lost, and through whom."""
    open_points = document["submission"]["open_points"]
    if not open_points or document["submission"]["problem"]:
        return ""
    is_ours = any(exercise["verdict"] == Verdict.BROKEN for exercise in document["exercises"])
    return f" {points(open_points)} points are open{' through our own fault' if is_ours else ': see below'}."


def _next_step(document: Json) -> NextStep | None:
    """The first exercise that was tried and is not passed; else the first blank one."""
    open_verdicts = (Verdict.PASSED, Verdict.BROKEN)
    left = [exercise for exercise in document["exercises"] if exercise["verdict"] not in open_verdicts]
    if not left or document["submission"]["problem"]:
        return None
    tried = [exercise for exercise in left if exercise["points"] is not None]
    first = (tried or left)[0]
    if not tried:
        return NextStep(first["slug"], first["title"], "Open its file, read the task at the top, and write the first version.", "")
    if first["misconceptions"]:
        belief = first["misconceptions"][0]
        return NextStep(first["slug"], first["title"], belief["correction"], belief["nudge"])
    unpassed = [check for check in first["checks"] if check["verdict"] != Verdict.PASSED]
    if not unpassed:
        return NextStep(first["slug"], first["title"], first["message"] or "Read it once more from the top.", "")
    return NextStep(first["slug"], first["title"], f"Make this true first: {unpassed[0]['sentence']}", "")


def _objective(row: Json) -> ObjectiveRow:
    possible = row["max_points"] or 1.0
    earned, still_open = row["points"] / possible * 100, row["open_points"] / possible * 100
    parts = [Part("pass", 0.0, round(earned, 3), 1, "earned")] if earned else []
    parts += [Part("open", round(earned, 3), round(still_open, 3), 1, "open")] if still_open else []
    return ObjectiveRow(row["id"], row["title"], row["sentence"], tuple(parts), f"{points(row['points'])} of {points(row['max_points'])}")


def _card(exercise: Json) -> ExerciseCard:
    worked = next((check["example"] for check in exercise["checks"] if check["example"] and check["example"]["is_worked_example"]), None)
    return ExerciseCard(
        slug=exercise["slug"],
        title=exercise["title"],
        word=VERDICTS[Verdict(exercise["verdict"])],
        points=points(exercise["points"]),
        max_points=points(exercise["max_points"]),
        message=exercise["message"],
        beliefs=tuple({**belief, "note": note_words(belief["note"])} for belief in exercise["misconceptions"]),
        example=worked,
        grids=_grids(worked["target"], worked["actual"]) if worked else None,
        checks=tuple(_check_row(check) for check in exercise["checks"]),
        is_passed=exercise["verdict"] == Verdict.PASSED,
        by_hand=exercise["override"]["reason"] if exercise["override"] else "",
        solution=exercise["solution"] or "",
    )


def _check_row(check: Json) -> CheckRow:
    example = check["example"]
    is_shown_above = example is not None and example["is_worked_example"]
    verdict = Verdict(check["verdict"])
    why = check_words(verdict, check["category"], check["points"], check["max_points"])
    return CheckRow(check["sentence"], VERDICTS[verdict], why, None if is_shown_above else example)


def _grids(target: Any, actual: Any) -> Grids | None:
    """Heat maps of a document's matrices; "nan" and "inf" are numbers again."""
    if not target or not actual:
        return None
    numbers = [[[float(value) for value in row] for row in matrix] for matrix in (target, actual)]
    return heat_pair(numbers[0], numbers[1])


def note_words(note: str) -> str:
    """`o3_weights#which-axis` → `o3_weights/NOTES.md, “which axis”`."""
    folder, _, anchor = note.partition("#")
    return f"{folder}/NOTES.md, “{anchor.replace('-', ' ')}”" if anchor else ""


def _closing(document: Json) -> str:
    if document["feedback"] == "full":
        return "The deadline has passed, so the inputs that were drawn for this class are shown."
    return (
        "The inputs of most checks were drawn for this class and are not shown: the sentence of a check says what has to hold "
        "for every input. At home, grader check draws fresh ones and shows them."
    )


# --- the instructor's page --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One check with everything that is known of it."""

    sentence: str
    word: Word
    category: str
    message: str
    rows: tuple[tuple[str, str], ...]
    grids: Grids | None
    printed: str
    snippet: str


@dataclass(frozen=True, slots=True)
class EvidenceCard:
    """One exercise on the instructor's page."""

    slug: str
    title: str
    word: Word
    points: str
    max_points: str
    path: str
    time: str
    message: str
    beliefs: tuple[tuple[MisconceptionEntry, str], ...]
    checks: tuple[EvidenceRow, ...]
    source: tuple[str, ...]
    hit_lines: frozenset[int]
    is_passed: bool


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """The instructor's page of one learner."""

    person: Person
    warning: str
    status: Word
    points: str
    max_points: str
    problem: str
    warnings: tuple[str, ...]
    facts: tuple[str, ...]
    exercises: tuple[EvidenceCard, ...]


def evidence_view(graded: GradedClass, submission: MarkedSubmission, level: Level, sources: Mapping[str, bytes]) -> EvidenceView:
    """Everything about one learner. `sources` maps a sha256 to the bytes that were graded."""
    evidence = graded.evidence.get(submission.key, {})
    late = {True: ("late",), False: ("on time",), None: ()}[submission.is_late]
    return EvidenceView(
        person=person_of(submission),
        warning=isolation_warning(graded.run.facts["isolation"]["level"]),
        status=STATUSES[submission.status],
        points=points(submission.points),
        max_points=points(submission.max_points),
        problem=submission.problem,
        warnings=submission.warnings,
        facts=(f"key {submission.key}", f"attempt {submission.attempt}", *late),
        exercises=tuple(_evidence_card(marked, level, evidence.get(marked.result.slug), sources) for marked in submission.exercises),
    )


def _evidence_card(marked: MarkedExercise, level: Level, evidence: ExerciseEvidence | None, sources: Mapping[str, bytes]) -> EvidenceCard:
    result = marked.result
    by_check = evidence.by_check if evidence is not None else {}
    ways = {found.id.partition("/")[0]: found.evidence for found in result.misconceptions}
    return EvidenceCard(
        slug=result.slug,
        title=level.exercise(result.slug).title,
        word=VERDICTS[result.verdict],
        points=points(marked.points),
        max_points=points(result.max_points),
        path=result.source_path,
        time=f"{evidence.cpu_s:.2f} s of CPU" if evidence is not None and evidence.cpu_s else "",
        message=result.message,
        beliefs=tuple((level.misconceptions[tag], way) for tag, way in ways.items() if tag in level.misconceptions),
        checks=tuple(_evidence_row(check, by_check.get(check.name)) for check in result.checks),
        source=source_lines(sources.get(result.source_sha256, b"")),
        hit_lines=frozenset(line for found in by_check.values() for line in found.lines[-1:]),
        is_passed=result.verdict is Verdict.PASSED,
    )


def _evidence_row(check: CheckResult, found: Evidence | None) -> EvidenceRow:
    word, category = VERDICTS[check.verdict], check_words(check.verdict, check.category, check.points, check.max_points)
    if found is None:
        return EvidenceRow(check.sentence, word, category, check.message, (), None, "", "")
    lost = f"\n… {found.printed_lost:,} more characters were not kept" if found.printed_lost else ""
    return EvidenceRow(
        check.sentence,
        word,
        category,
        check.message,
        tuple(_evidence_facts(found)),
        heat_pair(found.target, found.actual) if found.target and found.actual else None,
        found.printed + lost,
        found.snippet,
    )


def _evidence_facts(found: Evidence) -> list[tuple[str, str]]:
    """Names and texts, those that are empty left out."""
    raised = ": ".join(part for part in (found.exception, found.exception_text) if part)
    lines = ", ".join(map(str, found.lines))
    rows = [
        ("Call", found.call + (" (the worked example)" if found.is_public else "")),
        ("Expected", found.expected),
        ("Got", found.got),
        ("Where", found.where),
        ("Raised", raised),
        ("Lines", lines),
        *((f"Local {name}", text) for name, text in found.locals),
    ]
    return [(name, text) for name, text in rows if text]


def source_lines(source: bytes) -> tuple[str, ...]:
    """A learner's file as lines, whatever its encoding; long files are cut with a note."""
    lines = source.decode("utf-8-sig", "replace").splitlines()
    left = len(lines) - MAX_LINES
    return (*lines[:MAX_LINES], f"… {left:,} more lines") if left > 0 else tuple(lines)
