"""What the instructor's page shows, worked out: rows, cells and sentences. Templates only write it down. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.classroom.assemble import GradedClass, open_points
from grader.classroom.figures import Bucket, ClassFigures, ExerciseFigures, NeedsHelp, bucket, class_figures, share_of
from grader.content.models import Level, MisconceptionEntry, MisconceptionKind
from grader.documents import MarkedSubmission
from grader.report.charts import Histogram, Part, histogram, level_of, stacked
from grader.report.names import page_name
from grader.report.text import percent, plural, points
from grader.report.words import BUCKETS, STATUSES, VERDICTS, Word
from grader.results import IsolationLevel, SubmissionStatus, Verdict

MOST_BELIEFS = 6
MOST_NAMES = 40  # of those who share a belief; the heat map has everyone


@dataclass(frozen=True, slots=True)
class Person:
    """A learner on a page: how they are called, and their two pages."""

    key: str
    name: str
    page: str
    evidence_page: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a heat map: its style, its short text, and the whole sentence."""

    style: str
    text: str
    says: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One learner's row."""

    person: Person
    cells: tuple[Cell, ...]
    total: str


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column of a heat map."""

    head: str
    below: str
    says: str


@dataclass(frozen=True, slots=True)
class BeliefRow:
    """One misconception over the class."""

    entry: MisconceptionEntry
    kind: str
    people: tuple[Person, ...]
    more_people: int
    exercises: tuple[str, ...]
    share: float
    says: str


@dataclass(frozen=True, slots=True)
class HelpRow:
    """One learner to talk to first, and why."""

    person: Person
    share: str
    reasons: tuple[str, ...]
    start: str


@dataclass(frozen=True, slots=True)
class ExerciseRow:
    """One exercise over the class."""

    title: str
    slug: str
    objective: str
    parts: tuple[Part, ...]
    pass_rate: str
    mean: str
    hardest: str


@dataclass(frozen=True, slots=True)
class LookRow:
    """Something that a person has to look at."""

    person: Person
    word: Word
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HostileRow:
    """A submission marked hostile: how each exercise it handed in ended."""

    person: Person
    ended: tuple[tuple[str, Word], ...]
    points: str


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure at the top."""

    figure: str
    label: str


@dataclass(frozen=True, slots=True)
class IndexView:
    """The instructor's page."""

    title: str
    level_title: str
    meta: tuple[str, ...]
    warning: str
    tiles: tuple[Tile, ...]
    help_first: tuple[HelpRow, ...]
    beliefs: tuple[BeliefRow, ...]
    rarer_beliefs: tuple[BeliefRow, ...]
    objective_columns: tuple[Column, ...]
    objective_rows: tuple[HeatRow, ...]
    exercise_columns: tuple[Column, ...]
    exercise_rows: tuple[HeatRow, ...]
    histogram: Histogram
    exercises: tuple[ExerciseRow, ...]
    look: tuple[LookRow, ...]
    faults: tuple[LookRow, ...]
    conflicts: int
    hostile: tuple[HostileRow, ...]
    skipped: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    is_small: bool


def person_of(submission: MarkedSubmission) -> Person:
    """How a learner is called; the key when there is no name."""
    page = page_name(submission.key)
    return Person(submission.key, submission.name or submission.key, f"learners/{page}", f"evidence/{page}")


def index_view(graded: GradedClass, level: Level) -> IndexView:
    """Everything on the instructor's page."""
    facts = graded.run.facts
    learners = graded.learners
    figures = class_figures(learners)
    people = {submission.key: person_of(submission) for submission in graded.submissions}
    beliefs = tuple(_beliefs(figures, people, level))
    ordered = sorted(learners, key=lambda each: ((share := share_of(each)) is None, -(share or 0.0), each.key))
    objective_ids = [row.id for row in learners[0].objectives] if learners else []
    return IndexView(
        title=facts["assignment"]["title"],
        level_title=level.title,
        meta=_meta(graded),
        warning=isolation_warning(facts["isolation"]["level"]),
        tiles=_tiles(figures, graded),
        help_first=tuple(_help_row(row, people, level) for row in figures.help_first),
        beliefs=beliefs[:MOST_BELIEFS],
        rarer_beliefs=beliefs[MOST_BELIEFS:],
        objective_columns=tuple(Column(id_, level.objective(id_).title, level.objective(id_).sentence) for id_ in objective_ids),
        objective_rows=tuple(_objective_row(submission, people) for submission in ordered),
        exercise_columns=tuple(Column(each.slug, "", level.exercise(each.slug).title) for each in figures.exercises),
        exercise_rows=tuple(_exercise_row(submission, people, level) for submission in ordered),
        histogram=histogram(figures.histogram),
        exercises=tuple(_exercise(each, level) for each in figures.exercises),
        look=tuple(_look(learners, people)),
        faults=tuple(_faults(graded.submissions, people)),
        conflicts=graded.conflicts,
        hostile=tuple(_hostile_row(each, people, level) for each in graded.submissions if each.key in facts["hostile"]),
        skipped=graded.skipped,
        facts=_facts(graded),
        is_small=figures.is_small,
    )


def isolation_warning(level: str) -> str:
    """What every page says when learner code was not contained; "" otherwise."""
    if IsolationLevel(level).is_at_least(IsolationLevel.CONTAINED):
        return ""
    return (
        f"Graded at the isolation level “{level}”: learner code ran in a process of its own, but was not locked in. "
        "Code that means harm could have changed results."
    )


def _meta(graded: GradedClass) -> tuple[str, ...]:
    facts = graded.run.facts
    exercises = facts["assignment"]["exercises"]
    possible = sum(each["max_points"] for each in exercises)
    due = facts["assignment"]["due"]
    hostile = f" and {len(facts['hostile'])} marked hostile" if facts["hostile"] else ""
    return (
        plural(len(graded.submissions) - len(facts["hostile"]), "submission") + hostile,
        plural(len(exercises), "exercise"),
        f"{points(possible)} points",
        *((f"due {due[:16].replace('T', ' ')} UTC",) if due else ()),
        f"isolation: {facts['isolation']['level']}",
    )


def _tiles(figures: ClassFigures, graded: GradedClass) -> tuple[Tile, ...]:
    passed = sum(each.counts[Bucket.PASSED] for each in figures.exercises)
    judged = sum(sum(each.counts[kind] for kind in (Bucket.PASSED, Bucket.PARTLY, Bucket.ZERO)) for each in figures.exercises)
    no_work = figures.statuses.get(SubmissionStatus.NO_WORK, 0)
    unreadable = figures.statuses.get(SubmissionStatus.UNREADABLE, 0)
    faults = sum(marked.result.verdict is Verdict.BROKEN for each in graded.submissions for marked in each.exercises)
    return (
        Tile(percent(figures.median_share), "of the points: the middle learner"),
        Tile(percent(passed / judged if judged else None), "of judged exercises passed"),
        Tile(str(len(figures.misconceptions)), "misconceptions and slips found"),
        Tile(str(no_work), "with no work yet"),
        Tile(str(unreadable), "submissions that cannot be read"),
        Tile(str(faults), "faults of our own"),
    )


def _help_row(row: NeedsHelp, people: dict[str, Person], level: Level) -> HelpRow:
    beliefs = [entry.statement for tag in row.misconceptions if (entry := level.misconceptions.get(tag)) is not None]
    blanks = (f"{plural(row.blanks, 'exercise')} blank",) if row.blanks else ()
    start = level.exercise(row.start).title if row.start else ""
    return HelpRow(people[row.key], percent(row.share), (*beliefs, *blanks), start)


def _beliefs(figures: ClassFigures, people: dict[str, Person], level: Level) -> Iterable[BeliefRow]:
    for row in figures.misconceptions:
        entry = level.misconceptions.get(row.id)
        if entry is None:
            continue
        yield BeliefRow(
            entry,
            "slip" if entry.kind is MisconceptionKind.SLIP else "misconception",
            tuple(people[key] for key in row.keys[:MOST_NAMES]),
            max(0, len(row.keys) - MOST_NAMES),
            tuple(level.exercise(slug).title for slug in row.slugs),
            len(row.keys) / figures.submissions,
            f"{len(row.keys)} of {plural(figures.submissions, 'learner')}",
        )


def _objective_row(submission: MarkedSubmission, people: dict[str, Person]) -> HeatRow:
    cells = []
    for row in submission.objectives:
        own = [marked for marked in submission.exercises if marked.result.objective == row.id]
        judged = row.max_points - row.open_points
        if judged <= 0:
            cells.append(Cell("open", "!", f"{row.id}: open, no mark can be made"))
        elif all(marked.points is None for marked in own):
            cells.append(Cell("blank", "–", f"{row.id}: nothing handed in"))
        else:
            cells.append(
                _share_cell(row.points / judged, f"{row.id}: {points(row.points)} of {points(row.max_points)} points", row.open_points)
            )
    return HeatRow(people[submission.key], tuple(cells), percent(share_of(submission)))


def _exercise_row(submission: MarkedSubmission, people: dict[str, Person], level: Level) -> HeatRow:
    cells = []
    for marked in submission.exercises:
        title = level.exercise(marked.result.slug).title
        word = VERDICTS[marked.result.verdict].text
        ended = bucket(marked)
        if ended is Bucket.OPEN:
            cells.append(Cell("open", "!", f"{title}: {word}"))
        elif ended is Bucket.BLANK or marked.points is None:
            cells.append(Cell("blank", "–", f"{title}: {word}"))
        else:
            share = marked.points / marked.result.max_points if marked.result.max_points else 0.0
            cells.append(_share_cell(share, f"{title}: {word}, {points(marked.points)} of {points(marked.result.max_points)} points"))
    return HeatRow(people[submission.key], tuple(cells), percent(share_of(submission)))


def _share_cell(share: float, says: str, open_part: float = 0.0) -> Cell:
    sign = " !" if open_part > 0 else ""
    return Cell(f"h{level_of(share)}", f"{percent(share).removesuffix(' %')}{sign}", says)


def _exercise(figures: ExerciseFigures, level: Level) -> ExerciseRow:
    exercise = level.exercise(figures.slug)
    styles = {BUCKETS[kind].style: count for kind, count in figures.counts.items()}
    labels = {word.style: word.text for word in BUCKETS.values()}
    hardest = f"{figures.hardest[0]} ({plural(figures.hardest[1], 'learner')})" if figures.hardest else ""
    return ExerciseRow(
        exercise.title,
        exercise.slug,
        exercise.objective_id,
        stacked(styles, labels),
        percent(figures.pass_rate),
        percent(figures.mean_share),
        hardest,
    )


def _look(submissions: Sequence[MarkedSubmission], people: dict[str, Person]) -> Iterable[LookRow]:
    """What intake could not decide, and what it took on trust."""
    for submission in submissions:
        unclear = [
            f"{marked.result.slug}: {marked.result.message}"
            for marked in submission.exercises
            if marked.result.verdict is Verdict.UNREADABLE and marked.result.message and not submission.problem
        ]
        sentences = (*((submission.problem,) if submission.problem else ()), *unclear, *submission.warnings)
        if sentences:
            yield LookRow(people[submission.key], STATUSES[submission.status], sentences)


def _faults(submissions: Sequence[MarkedSubmission], people: dict[str, Person]) -> Iterable[LookRow]:
    for submission in submissions:
        broken = [
            f"{marked.result.slug}: {marked.result.message} {points(open_points(marked))} points are open."
            for marked in submission.exercises
            if marked.result.verdict is Verdict.BROKEN
        ]
        if broken:
            yield LookRow(people[submission.key], VERDICTS[Verdict.BROKEN], tuple(broken))


def _hostile_row(submission: MarkedSubmission, people: dict[str, Person], level: Level) -> HostileRow:
    ended = tuple(
        (level.exercise(marked.result.slug).title, VERDICTS[marked.result.verdict])
        for marked in submission.exercises
        if marked.result.verdict is not Verdict.MISSING
    )
    return HostileRow(people[submission.key], ended, points(submission.points))


def _facts(graded: GradedClass) -> tuple[tuple[str, str], ...]:
    """What would have to be equal for another run to give the same bytes."""
    facts = graded.run.facts
    layers = ", ".join(f"{name} {state}" for name, state in sorted(facts["isolation"]["layers"].items()))
    environment = facts["environment"]
    return (
        ("Grader", facts["grader"]),
        ("Level", f"{facts['level']['id']}, content {facts['level']['version']}"),
        ("Checks", facts["suite_sha256"][:16]),
        (
            "Environment",
            f"Python {environment.get('python', '?')}, numpy {environment.get('numpy', '?')}, {environment.get('machine', '?')}",
        ),
        ("Isolation", f"{facts['isolation']['level']} ({layers})"),
        ("Builds on", "the learner's own earlier exercises" if facts["policy"]["own"] else "our solutions of earlier exercises"),
        ("Inputs", f"drawn from the class secret {facts['secret_id']}, the same for every learner"),
        ("Feedback", facts["policy"]["feedback"]),
        ("Run", graded.run.id),
    )
