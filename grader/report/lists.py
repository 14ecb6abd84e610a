"""What a person has to look at, learner by learner, and how a long list goes on over pages of its own. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.classroom.assemble import GradedClass, open_points
from grader.content.models import Level
from grader.documents import MarkedSubmission
from grader.records import dataclass
from grader.report.people import Person, person_of
from grader.report.text import points
from grader.report.words import STATUSES, VERDICTS, Word
from grader.results import Verdict

FIRST_PAGE_ROWS = 20
PAGE_ROWS = 500
BY_HAND = Word("✎", "by hand", "part")


@dataclass(frozen=True, slots=True)
class LookRow:
    """Something that a person has to look at."""

    person: Person
    word: Word
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """The beginning of a list, how long it is, and the page where all of it stands ("" when this is all)."""

    rows: tuple[LookRow, ...]
    count: int
    page: str


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a long list."""

    name: str
    title: str
    number: int
    of: int
    rows: tuple[LookRow, ...]

    @property
    def path(self) -> str:
        """Where it stands, from the folder of the class."""
        return f"class/{self.name}-{self.number:03}.html"


@dataclass(frozen=True, slots=True)
class Lists:
    """Every list of a class, whole, by the name of its pages."""

    look: tuple[LookRow, ...]
    faults: tuple[LookRow, ...]
    by_hand: tuple[LookRow, ...]

    TITLES = {"look": "To look at", "faults": "Our own faults", "by-hand": "Marked by hand"}

    def listed(self, name: str) -> Listed:
        """What of a list stands on the first page."""
        rows = self._of(name)
        return Listed(rows[:FIRST_PAGE_ROWS], len(rows), f"class/{name}-001.html" if len(rows) > FIRST_PAGE_ROWS else "")

    def pages(self) -> Iterator[ListPage]:
        """The pages of every list that is too long for the first page."""
        for name, title in self.TITLES.items():
            rows = self._of(name)
            if len(rows) <= FIRST_PAGE_ROWS:
                continue
            chunks = [rows[start : start + PAGE_ROWS] for start in range(0, len(rows), PAGE_ROWS)]
            for number, chunk in enumerate(chunks, 1):
                yield ListPage(name, title, number, len(chunks), chunk)

    def _of(self, name: str) -> tuple[LookRow, ...]:
        return {"look": self.look, "faults": self.faults, "by-hand": self.by_hand}[name]


def lists_of(graded: GradedClass, level: Level) -> Lists:
    """All lists of a class."""
    people = {each.key: person_of(each) for each in graded.submissions}
    return Lists(
        tuple(_look(graded.learners, people)),
        tuple(_faults(graded.submissions, people)),
        tuple(_by_hand(graded.submissions, people, level)),
    )


def _look(submissions: Sequence[MarkedSubmission], people: Mapping[str, Person]) -> Iterable[LookRow]:
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


def _faults(submissions: Sequence[MarkedSubmission], people: Mapping[str, Person]) -> Iterable[LookRow]:
    for submission in submissions:
        broken = [
            f"{marked.result.slug}: {marked.result.message} {points(open_points(marked))} points are open."
            for marked in submission.exercises
            if marked.result.verdict is Verdict.BROKEN
        ]
        if broken:
            yield LookRow(people[submission.key], VERDICTS[Verdict.BROKEN], tuple(broken))


def _by_hand(submissions: Sequence[MarkedSubmission], people: Mapping[str, Person], level: Level) -> Iterable[LookRow]:
    """Marks set by hand: automatic and by hand, why, and by whom."""
    for submission in submissions:
        sentences = tuple(
            f"{level.exercise(marked.result.slug).title}: {points(marked.override.points)} of {points(marked.result.max_points)} points, "
            f"in place of {points(marked.result.auto_points)}. {marked.override.by}: {marked.override.reason}"
            for marked in submission.exercises
            if marked.override is not None
        )
        if sentences:
            yield LookRow(people[submission.key], BY_HAND, sentences)
