"""What the instructor's page shows, worked out: rows, cells and sentences. Templates only write it down. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grader.classroom.assemble import GradedClass
from grader.classroom.examkept import ClassExam
from grader.classroom.figures import Bucket, ClassFigures, ExerciseFigures, NeedsHelp, class_figures
from grader.classroom.understanding import Understanding, understanding
from grader.content.models import Level, MisconceptionEntry, MisconceptionKind
from grader.documents import MarkedSubmission
from grader.records import dataclass
from grader.report.charts import Histogram, Part, histogram, stacked
from grader.report.figures_view import FiguresView, figures_view
from grader.report.heat import Column, Heat, HeatPage, best_first, heat, heat_pages
from grader.report.lists import Listed, lists_of
from grader.report.people import People, Person, person_of, some
from grader.report.text import percent, plural, points
from grader.report.words import BUCKETS, VERDICTS, Word
from grader.results import IsolationLevel, SubmissionStatus, Verdict

MOST_BELIEFS, MOST_REASONS = 6, 3
MOST_NAMES, FEW_NAMES = 40, 12  # of those who share a belief; `grader class stats --json` has everyone
MOST_HOSTILE = 100
MOST_PLACES = 8


@dataclass(frozen=True, slots=True)
class BeliefRow:
    """One misconception over the class."""

    entry: MisconceptionEntry
    kind: str
    people: People
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
    objectives: tuple[Column, ...]
    heat: Heat | None  # None where the class has pages of its own
    heat_pages: tuple[HeatPage, ...]
    histogram: Histogram
    exercises: tuple[ExerciseRow, ...]
    figures: FiguresView
    look: Listed
    faults: Listed
    by_hand: Listed
    conflicts: int
    hostile: tuple[HostileRow, ...]
    more_hostile: int
    skipped: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    is_small: bool


def index_view(graded: GradedClass, level: Level, exam: ClassExam | None = None) -> IndexView:
    """Everything on the instructor's page."""
    facts = graded.run.facts
    learners = graded.learners
    figures = class_figures(learners)
    found = understanding(graded, exam)
    people = {submission.key: person_of(submission) for submission in graded.submissions}
    beliefs = tuple(_beliefs(found, people, level))
    pages = heat_pages(graded)
    lists = lists_of(graded, level)
    map_ = heat(best_first(learners) if not pages else pages[0].learners[:1], level)
    hostile = [each for each in graded.submissions if each.key in facts["hostile"]]
    return IndexView(
        title=facts["assignment"]["title"],
        level_title=level.title,
        meta=_meta(graded),
        warning=isolation_warning(facts["isolation"]["level"]),
        tiles=_tiles(figures, found, graded),
        help_first=tuple(_help_row(row, people, level) for row in figures.help_first),
        beliefs=beliefs[:MOST_BELIEFS],
        rarer_beliefs=beliefs[MOST_BELIEFS:],
        objectives=map_.objective_columns,
        heat=None if pages else map_,
        heat_pages=pages,
        histogram=histogram(figures.histogram),
        exercises=tuple(_exercise(each, level) for each in figures.exercises),
        figures=figures_view(found, people, level, exam.prompts if exam is not None else None),
        look=lists.listed("look"),
        faults=lists.listed("faults"),
        by_hand=lists.listed("by-hand"),
        conflicts=graded.conflicts,
        hostile=tuple(_hostile_row(each, people, level) for each in hostile[:MOST_HOSTILE]),
        more_hostile=max(0, len(hostile) - MOST_HOSTILE),
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


def _tiles(figures: ClassFigures, found: Understanding, graded: GradedClass) -> tuple[Tile, ...]:
    passed = sum(each.counts[Bucket.PASSED] for each in figures.exercises)
    judged = sum(sum(each.counts[kind] for kind in (Bucket.PASSED, Bucket.PARTLY, Bucket.ZERO)) for each in figures.exercises)
    no_work = figures.statuses.get(SubmissionStatus.NO_WORK, 0)
    unreadable = figures.statuses.get(SubmissionStatus.UNREADABLE, 0)
    faults = sum(marked.result.verdict is Verdict.BROKEN for each in graded.submissions for marked in each.exercises)
    return (
        Tile(percent(figures.median_share), "of the points: the middle learner"),
        Tile(percent(passed / judged if judged else None), "of judged exercises passed"),
        Tile(str(len(found.misconceptions)), "misconceptions and slips found"),
        Tile(f"{no_work:,}", "with no work yet"),
        Tile(f"{unreadable:,}", "submissions that cannot be read"),
        Tile(f"{faults:,}", "faults of our own"),
    )


def _help_row(row: NeedsHelp, people: dict[str, Person], level: Level) -> HelpRow:
    beliefs = [entry.statement for tag in row.misconceptions if (entry := level.misconceptions.get(tag)) is not None]
    more = len(beliefs) - MOST_REASONS
    beliefs = [*beliefs[:MOST_REASONS], *([f"and {more} more"] if more > 0 else [])]
    blanks = (f"{plural(row.blanks, 'exercise')} blank",) if row.blanks else ()
    start = level.exercise(row.start).title if row.start else ""
    return HelpRow(people[row.key], percent(row.share), (*beliefs, *blanks), start)


def _beliefs(found: Understanding, people: Mapping[str, Person], level: Level) -> Iterable[BeliefRow]:
    titles = {each.slug: each.title for each in level.exercises}
    for row in found.misconceptions:
        entry = level.misconceptions.get(row.id)
        if entry is None:
            continue
        yield BeliefRow(
            entry,
            "slip" if entry.kind is MisconceptionKind.SLIP else "misconception",
            some(row.keys, people, MOST_NAMES if len(row.keys) <= MOST_NAMES else FEW_NAMES),
            _places([titles.get(place, f"question {place}") for place in row.slugs]),
            len(row.keys) / found.learners,
            f"{len(row.keys):,} of {plural(found.learners, 'learner')}",
        )


def _places(names: Sequence[str]) -> tuple[str, ...]:
    """Where a belief was seen; the first few of many."""
    more = len(names) - MOST_PLACES
    return (*names[:MOST_PLACES], *((f"and {more} more",) if more > 0 else ()))


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
