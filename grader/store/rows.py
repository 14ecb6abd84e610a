"""What goes into a class store and what comes out of it, as frozen rows. No SQL, no meaning."""

from __future__ import annotations

from grader.documents import Json
from grader.records import dataclass
from grader.store.spool import Kept


@dataclass(frozen=True, slots=True, order=True)
class ResultKey:
    """All that a result depends on; two equal keys give one result, whoever handed the file in."""

    source_key: str
    slug: str
    suite_sha256: str
    environment_sha256: str
    secret_id: str


@dataclass(frozen=True, slots=True)
class StoredResult:
    """One graded exercise: its canonical JSON texts, on the exercise's own points."""

    key: ResultKey
    verdict: str
    result: str
    evidence: str


@dataclass(frozen=True, slots=True)
class NewFile:
    """One exercise file of a submission; `content` is None when it cannot be graded, and `problem` says why."""

    slug: str
    path: str
    content: Kept | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class NewSubmission:
    """One learner's work as it came in. `skipped` says why this run leaves it out, or ""."""

    key: str
    name: str
    sha256: str
    files: tuple[NewFile, ...]
    warnings: tuple[str, ...] = ()
    problem: str = ""
    roster_id: str = ""
    submitted_at: str = ""
    skipped: str = ""
    marked_late: bool = False  # by the system it came from
    members: tuple[str, ...] = ()  # of a group, by the ids of the class list


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One exercise file as stored; `sha256` is "" when it cannot be graded."""

    slug: str
    path: str
    sha256: str
    problem: str


@dataclass(frozen=True, slots=True)
class StoredSubmission:
    """One submission of a run, as stored. `attempt` counts a learner's distinct pieces of work from 1; `is_latest`: the newest in the run.

    `seen_at` and `absent_at`: it came in after the one and by the other, as snapshots show; "" where none does.
    """

    id: int
    key: str
    name: str
    roster_id: str
    attempt: int
    submitted_at: str
    sha256: str
    problem: str
    warnings: tuple[str, ...]
    skipped: str
    files: tuple[StoredFile, ...]
    marked_late: bool = False
    members: tuple[str, ...] = ()
    seen_at: str = ""
    absent_at: str = ""
    is_latest: bool = True


@dataclass(frozen=True, slots=True)
class RunExercise:
    """One assigned exercise of a run, on the class's own points."""

    slug: str
    suite_sha256: str
    max_points: float


@dataclass(frozen=True, slots=True)
class Run:
    """One run: what was graded, with what. `facts` is the `run` part of the result document; times are UTC ISO text."""

    id: str
    facts: Json
    exercises: tuple[RunExercise, ...]
    started_at: str = ""
    finished_at: str = ""
