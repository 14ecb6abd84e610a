"""A run as it stands: stored rows → marked submissions, on the class's own points. Pure but for reading the store; decides what a blank is.

Three things look alike in a gradebook and are kept apart everywhere: a zero (tried, earned nothing), a blank (nothing was handed in), and
points that are open (our fault, or a file that cannot be told apart: nobody's mark is made of them).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from functools import lru_cache
from itertools import groupby

from grader.classroom.lateness import Lateness, LatePolicy, Taking, lateness, moment, policy_from_json, together
from grader.classroom.overrides import overrides_now
from grader.classroom.plan import Assigned, wanted_of
from grader.classroom.settings import Attempts
from grader.content.models import Level
from grader.documents import MarkedExercise, MarkedSubmission, ObjectivePoints, Override, evidence_from_json, final_points, result_from_json
from grader.records import dataclass
from grader.results import CheckResult, ExerciseEvidence, ExerciseResult, SubmissionStatus, Verdict
from grader.store.classes import ClassStore
from grader.store.rows import Run, StoredFile, StoredResult, StoredSubmission

WHY_COUNTS = {
    Attempts.LATEST: "the latest",
    Attempts.BEST: "the best",
    Attempts.IN_TIME: "the last in time, or the latest where none was",
}
BLANK = frozenset({Verdict.MISSING, Verdict.TODO, Verdict.NOT_RUN})


@dataclass(frozen=True, slots=True)
class GradedClass:
    """A whole run for documents and pages. `evidence` is by learner key, then by slug."""

    run: Run
    submissions: tuple[MarkedSubmission, ...]
    evidence: Mapping[str, Mapping[str, ExerciseEvidence]]
    skipped: tuple[tuple[str, str], ...]  # (key, reason)
    conflicts: int = 0

    @property
    def learners(self) -> tuple[MarkedSubmission, ...]:
        """The submissions that count in figures: those not marked hostile."""
        hostile = self.run.facts["hostile"]
        return tuple(submission for submission in self.submissions if submission.key not in hostile)


def assigned_of(run: Run, level: Level) -> tuple[Assigned, ...]:
    """The exercises of a stored run. UnknownName when the level no longer has one of them."""
    return tuple(Assigned(level.exercise(each.slug), each.suite_sha256, each.max_points) for each in run.exercises)


def graded_class(store: ClassStore, level: Level) -> GradedClass:
    """The current run of a store."""
    return graded_run(store, level, store.current_run())


def graded_run(store: ClassStore, level: Level, run: Run) -> GradedClass:
    """Any run of a store, with the marks set by hand."""
    work = assigned_of(run, level)
    result = lru_cache(maxsize=1024)(store.result)  # equal files share one; and a whole class of them would fill the memory
    marked, evidence, skipped = [], {}, []
    rules = MarkRules.of(run, overrides_now(store))

    def judged() -> Iterator[StoredSubmission]:
        for each in store.each_submission(run.id):
            if each.skipped:
                skipped.append((each.key, each.skipped))
            else:
                yield each

    for key, attempts in groupby(judged(), lambda each: each.key):
        tries = []
        for submission in attempts:
            asked = {each.exercise.slug: wanted_of(run, each, submission) for each in work}
            rows = {slug: row for slug, each in asked.items() if each is not None and (row := result(each.key)) is not None}
            tries.append((submission, marked_submission(submission, work, rows, rules), rows))
        chosen = counting([(submission, each) for submission, each, _ in tries], rules)
        marked.append(_with_choice(tries[chosen][1], [each for _, each, _ in tries], rules))
        evidence[key] = {slug: _evidence(row.evidence) for slug, row in tries[chosen][2].items()}
    return GradedClass(run, tuple(marked), evidence, tuple(skipped), store.conflicts())


def counting(tries: Sequence[tuple[StoredSubmission, MarkedSubmission]], rules: MarkRules) -> int:
    """Which attempt of one learner counts, by its place: the latest, the best (of equals the first), or the last that was in time."""
    latest = next((number for number, (submission, _) in enumerate(tries) if submission.is_latest), len(tries) - 1)
    if rules.attempts is Attempts.BEST:
        points = [-1.0 if each.final_points is None else each.final_points for _, each in tries]
        return points.index(max(points))
    if rules.attempts is Attempts.IN_TIME:
        in_time = [number for number, (submission, _) in enumerate(tries) if rules.lateness(submission).is_late is False]
        return latest if not in_time or latest in in_time else max(in_time, key=lambda number: (rules.moment(tries[number][0]), number))
    return latest


def _with_choice(chosen: MarkedSubmission, tries: Sequence[MarkedSubmission], rules: MarkRules) -> MarkedSubmission:
    """The attempt that counts, saying so where there were several."""
    if len(tries) == 1:
        return chosen
    newest = max(each.attempt for each in tries)
    said = f"Attempt {chosen.attempt} of {newest} counts: {WHY_COUNTS[rules.attempts]}."
    return replace(chosen, warnings=(*chosen.warnings, said))


@dataclass(frozen=True, slots=True)
class MarkRules:
    """What turns results into marks: deadlines, what being late takes, and marks set by hand by (learner, slug)."""

    due: str = ""
    extensions: Mapping[str, str] = field(default_factory=dict)
    late: LatePolicy = field(default_factory=LatePolicy)
    overrides: Mapping[tuple[str, str], Override] = field(default_factory=dict)
    exercise_due: Mapping[str, str] = field(default_factory=dict)
    attempts: Attempts = Attempts.LATEST
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, run: Run, overrides: Mapping[tuple[str, str], Override]) -> MarkRules:
        """The rules that a run was made with. An older run may lack some."""
        work, policy = run.facts["assignment"], run.facts["policy"]
        return cls(
            work["due"] or "",
            work.get("extensions", {}),
            policy_from_json(policy.get("late")),
            overrides,
            work.get("exercise_due", {}),
            Attempts(policy.get("attempts", Attempts.LATEST)),
            {key: tuple(members) for key, members in work.get("groups", {}).items()},
        )

    def deadline(self, key: str, slug: str = "") -> str:
        """A learner's deadline for an exercise, or for all; one's own extension moves each by as much as it moves the class's."""
        own, base = self.extensions.get(key), self.exercise_due.get(slug, self.due)
        if own is None or base == self.due:
            return own or base
        more = datetime.fromisoformat(own) - datetime.fromisoformat(self.due)
        return (datetime.fromisoformat(base) + more).strftime("%Y-%m-%dT%H:%M:%SZ")

    def moment(self, submission: StoredSubmission, slug: str = "") -> str:
        """When a submission came in, as far as that is known or proved."""
        due = self.deadline(submission.key, slug)
        return moment(submission.submitted_at, submission.seen_at, submission.absent_at, due, self.late)

    def lateness(self, submission: StoredSubmission, slug: str = "") -> Lateness:
        """How late a submission is for an exercise, or for the class's own deadline."""
        due = self.deadline(submission.key, slug)
        return lateness(submission.key, self.moment(submission, slug), due, submission.marked_late, self.late)

    def lateness_by_exercise(self, submission: StoredSubmission, slugs: Sequence[str]) -> dict[str, Lateness]:
        """How late a submission is for each exercise; worked out once where all have one deadline."""
        if not self.exercise_due:
            return dict.fromkeys(slugs, self.lateness(submission))
        return {slug: self.lateness(submission, slug) for slug in slugs}


def marked_submission(
    submission: StoredSubmission, work: Iterable[Assigned], found: Mapping[str, StoredResult], rules: MarkRules | None = None
) -> MarkedSubmission:
    """One submission with its marks; `found` holds its results by slug."""
    files = {file.slug: file for file in submission.files}
    rules = rules or MarkRules()
    lates = rules.lateness_by_exercise(submission, [each.exercise.slug for each in work])
    exercises = tuple(
        _finished(
            _marked(each, submission, files.get(slug), found.get(slug)),
            rules.overrides.get((submission.key, slug)),
            lates[slug].percent,
        )
        for each in work
        for slug in (each.exercise.slug,)
    )
    status = _status(submission, exercises, files)
    is_by_hand = any(marked.override is not None for marked in exercises)
    has_marks = is_by_hand or status not in (SubmissionStatus.NO_WORK, SubmissionStatus.UNREADABLE)
    late = together(lates.values()) if lates else rules.lateness(submission)
    points = _sum(marked.points or 0.0 for marked in exercises) if has_marks else None
    return MarkedSubmission(
        key=submission.key,
        name=submission.name,
        roster_id=submission.roster_id,
        attempt=submission.attempt,
        submitted_at=submission.submitted_at,
        is_late=late.is_late,
        sha256=submission.sha256,
        status=status,
        problem=submission.problem,
        warnings=(*submission.warnings, *_late_unknown(late, rules), *_moment_doubtful(submission)),
        exercises=exercises,
        objectives=_objectives(exercises),
        points=points,
        max_points=_sum(marked.result.max_points for marked in exercises),
        open_points=_sum(open_points(marked) for marked in exercises),
        late_seconds=late.seconds,
        late_percent=_percent_of_all(exercises, points),
        slip_days=late.slip_days,
        members=rules.groups.get(submission.key, submission.members),
    )


def _percent_of_all(exercises: Sequence[MarkedExercise], points: float | None) -> float:
    """What being late takes off the whole mark: the one percentage of all exercises, or what theirs come to."""
    percents = {marked.late_percent for marked in exercises}
    if len(percents) < 2 or not points:
        return max(percents, default=0.0)
    return _rounded(100 * (1 - final_points(exercises) / points))


def _late_unknown(late: Lateness, rules: MarkRules) -> tuple[str, ...]:
    """What to say of work that is marked late while nobody says by how much: nothing is taken off in silence."""
    if late.is_late and late.seconds is None and rules.late.take is not Taking.NOTHING:
        return ("Marked late by the system it came from, which does not say by how much: nothing was taken off.",)
    return ()


def _moment_doubtful(submission: StoredSubmission) -> tuple[str, ...]:
    """A moment that a snapshot speaks against, as when somebody sets the time of a commit. Told and not judged."""
    if submission.submitted_at and submission.submitted_at < submission.absent_at:
        return (f"It says to be of {submission.submitted_at}, and the snapshot of {submission.absent_at} does not have it.",)
    return ()


def _finished(marked: MarkedExercise, override: Override | None, late_percent: float) -> MarkedExercise:
    """With a mark set by hand in place of the automatic one, which stays in the result, and with what being late takes off."""
    if override is not None:
        marked = replace(marked, points=override.points, override=override)
    return replace(marked, late_percent=late_percent) if late_percent else marked


def _marked(each: Assigned, submission: StoredSubmission, file: StoredFile | None, stored: StoredResult | None) -> MarkedExercise:
    blank = ExerciseResult(each.exercise.slug, each.exercise.objective_id, Verdict.MISSING, max_points=each.max_points)
    if submission.problem:
        return MarkedExercise(replace(blank, verdict=Verdict.UNREADABLE, message=submission.problem), None)
    if file is None:
        return MarkedExercise(replace(blank, message="Not handed in."), None)
    if not file.sha256:
        return MarkedExercise(replace(blank, verdict=Verdict.UNREADABLE, message=file.problem, source_path=file.path), None)
    if stored is None:
        return MarkedExercise(
            replace(blank, verdict=Verdict.NOT_RUN, message="Not graded yet.", source_path=file.path, source_sha256=file.sha256), None
        )
    return _as_marked(stored.result, file.path, file.sha256, each.max_points, each.exercise.points)


@lru_cache(maxsize=4096)  # those who handed in the same file under the same name share what became of it
def _as_marked(text: str, path: str, sha256: str, max_points: float, own_points: int) -> MarkedExercise:
    result = _result(text)
    scaled = _scaled(replace(result, source_path=path, source_sha256=sha256), max_points, own_points)
    return MarkedExercise(scaled, _points(scaled, has_any=result.max_points > 0))


def _points(result: ExerciseResult, *, has_any: bool) -> float | None:
    """The mark, or None for a blank and for what is wholly our fault."""
    if result.verdict is Verdict.BROKEN:
        return result.auto_points if has_any else None
    is_blank = result.verdict in BLANK and all(check.verdict in BLANK for check in result.checks)
    return None if is_blank else result.auto_points


def _scaled(result: ExerciseResult, max_points: float, own_points: int) -> ExerciseResult:
    """The result on the class's points. Its maximum is what it is worth in class: a broken check makes points open, not fewer."""
    factor = max_points / own_points
    checks = tuple(
        replace(check, points=_rounded(check.points * factor), max_points=_rounded(check.max_points * factor)) for check in result.checks
    )
    return replace(result, checks=_same(checks), auto_points=_rounded(result.auto_points * factor), max_points=max_points)


@lru_cache(maxsize=4096)  # equal files share one row: what it says is read, and held, once
def _result(text: str) -> ExerciseResult:
    return result_from_json(json.loads(text))


@lru_cache(maxsize=4096)
def _evidence(text: str) -> ExerciseEvidence:
    return evidence_from_json(json.loads(text))


@lru_cache(maxsize=50_000)
def _same(checks: tuple[CheckResult, ...]) -> tuple[CheckResult, ...]:
    """The first of all equal checks: most learners of a class end an exercise alike, and so hold it once in memory."""
    return checks


def open_points(marked: MarkedExercise) -> float:
    """Points that are neither earned nor lost: checks that broke, files that cannot be told apart, exercises not graded yet."""
    result = marked.result
    if marked.override is not None:
        return 0.0
    if result.verdict is Verdict.BROKEN:
        judged = sum(check.max_points for check in result.checks if check.verdict is not Verdict.BROKEN)
        return _rounded(max(0.0, result.max_points - judged))
    is_open = result.verdict is Verdict.NOT_RUN or (result.verdict is Verdict.UNREADABLE and marked.points is None)
    return result.max_points if is_open else 0.0


def _status(submission: StoredSubmission, exercises: tuple[MarkedExercise, ...], files: Mapping[str, StoredFile]) -> SubmissionStatus:
    verdicts = [marked.result.verdict for marked in exercises]
    handed_in = [files[marked.result.slug] for marked in exercises if marked.result.slug in files]
    if submission.problem or (handed_in and not any(file.sha256 for file in handed_in)):
        return SubmissionStatus.UNREADABLE
    if Verdict.BROKEN in verdicts:
        return SubmissionStatus.BROKEN
    if all(marked.points is None and marked.result.verdict in (Verdict.MISSING, Verdict.TODO) for marked in exercises):
        return SubmissionStatus.NO_WORK
    if any(verdict in BLANK or verdict is Verdict.UNREADABLE for verdict in verdicts):
        return SubmissionStatus.PARTIAL
    return SubmissionStatus.GRADED


def _objectives(exercises: tuple[MarkedExercise, ...]) -> tuple[ObjectivePoints, ...]:
    ids = list(dict.fromkeys(marked.result.objective for marked in exercises))
    rows = []
    for objective_id in ids:
        own = [marked for marked in exercises if marked.result.objective == objective_id]
        rows.append(
            ObjectivePoints(
                objective_id,
                points=_sum(marked.points or 0.0 for marked in own),
                max_points=_sum(marked.result.max_points for marked in own),
                open_points=_sum(open_points(marked) for marked in own),
            )
        )
    return tuple(rows)


def _sum(values: Iterable[float]) -> float:
    return _rounded(sum(values))


def _rounded(points: float) -> float:
    return round(points, 4)
