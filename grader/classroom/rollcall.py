"""Who handed in what, before anything is graded: late, renamed, doubtful, unknown and missing, each with its sentence. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from grader.classroom.intake import Intake
from grader.classroom.lateness import Lateness, lateness
from grader.classroom.roster import Person, Reconciled, Roster, reconcile
from grader.classroom.settings import ClassSettings
from grader.classroom.untaken import listed
from grader.documents import Json
from grader.records import dataclass
from grader.store.rows import NewSubmission, StoredSubmission

RENAMED, TWINS = " was taken for ", "each time the same file"


@dataclass(frozen=True, slots=True)
class RollRow:
    """One submission: its files by slug, what was renamed, what is doubtful, and how late it is."""

    key: str
    name: str
    files: tuple[tuple[str, str], ...]
    late: Lateness
    submitted_at: str
    renamed: tuple[str, ...]
    doubtful: tuple[str, ...]
    problem: str


@dataclass(frozen=True, slots=True)
class RollCall:
    """A whole class before grading. `reconciled` is None without a class list."""

    platform: str
    rows: tuple[RollRow, ...]
    unclear: tuple[str, ...]
    ignored: tuple[str, ...]
    notices: tuple[str, ...] = ()
    reconciled: Reconciled | None = None

    @property
    def is_doubtful(self) -> bool:
        """Whether someone has to look before grading."""
        return bool(self.unclear) or any(row.problem or row.doubtful for row in self.rows)


def roll_call(intake: Intake, settings: ClassSettings, roster: Roster | None) -> RollCall:
    """The roll call of what came in."""
    deadlines = settings.deadlines()
    rows = tuple(_row(each, settings, deadlines.get(each.key, settings.due)) for each in intake.submissions)
    found = None if roster is None else reconcile(ids_of(intake.submissions), roster)
    notices = (*intake.notices, *(() if roster is None else roster.notices))
    return RollCall(intake.platform, rows, intake.unclear, intake.ignored, notices, found)


def said_of_empty(call: RollCall) -> tuple[str, ...]:
    """A sentence where people have handed in something, and nothing that can be graded."""
    keys = [row.key for row in call.rows if row.doubtful and not (row.files or row.problem)]
    if not keys:
        return ()
    return (f"Something came, and nothing that can be graded, from {listed(keys)}: the report says why, and so does --dry-run.",)


def ids_of(submissions: Iterable[NewSubmission]) -> list[str]:
    """Whom the submissions are by: their keys, or the members of groups."""
    return [who for each in submissions for who in (each.members or (each.key,))]


def called(submissions: Iterable[NewSubmission | StoredSubmission]) -> list[tuple[str, str]]:
    """Every id that submissions go by, with the name of who is called so."""
    ids = ((who, each) for each in submissions for who in (each.key, *each.members, each.roster_id) if who)
    return [(who, each.name if len(each.members) < 2 else "") for who, each in ids]


def called_in(roster: Roster) -> list[tuple[str, str]]:
    """Every id on a class list, with the name."""
    return [(who, person.name) for person in roster.people for who in (person.key, *person.others)]


def ids_of_groups(settings: ClassSettings) -> list[str]:
    """Whom class.yaml puts into groups."""
    return [who for members in settings.groups.values() for who in members]


def _row(each: NewSubmission, settings: ClassSettings, due: datetime | None) -> RollRow:
    late = lateness(each.key, each.submitted_at, due.isoformat() if due else "", each.marked_late, settings.late)
    renamed = tuple(warning for warning in each.warnings if RENAMED in warning)
    doubtful = (*(file.problem for file in each.files if file.problem), *(w for w in each.warnings if w not in renamed and TWINS not in w))
    files = tuple((file.slug, file.path) for file in each.files if file.content is not None)
    return RollRow(each.key, each.name, files, late, each.submitted_at, renamed, doubtful, each.problem)


def with_people(submissions: Sequence[NewSubmission], people: Mapping[str, Person]) -> tuple[NewSubmission, ...]:
    """Names, ids and times of the class list where the submissions say nothing themselves."""
    return tuple(_with_person(each, people[each.key]) if each.key in people else each for each in submissions)


def _with_person(each: NewSubmission, person: Person) -> NewSubmission:
    name = person.name or each.name
    return replace(each, name=name, roster_id=each.roster_id or person.key, submitted_at=each.submitted_at or person.submitted_at)


def with_extensions(settings: ClassSettings, people: Mapping[str, Person]) -> ClassSettings:
    """The settings with own deadlines by the keys of submissions: extra hours of the class list, and before those what class.yaml says
    of the person by any of their ids."""
    if settings.due is None:
        return settings
    found = {key: _own_deadline(person, settings) for key, person in people.items()}
    return replace(settings, extensions={**{key: own for key, own in found.items() if own is not None}, **settings.extensions})


def extensions_by_any_id(settings: ClassSettings, roster: Roster | None) -> dict[str, datetime]:
    """Own deadlines by every id that means a person with one: before submissions are read, nobody knows which id they go by."""
    found: dict[str, datetime] = {}
    for person in roster.people if roster is not None and settings.due is not None else ():
        own = _own_deadline(person, settings)
        if own is not None:
            found |= dict.fromkeys((person.key, *person.others), own)
    return {**found, **settings.deadlines()}


def _own_deadline(person: Person, settings: ClassSettings) -> datetime | None:
    named = next((settings.extensions[who] for who in (person.key, *person.others) if who in settings.extensions), None)
    hours = person.extension_hours
    return named if named is not None or not hours or settings.due is None else settings.due + timedelta(hours=hours)


def roll_json(call: RollCall) -> Json:
    """The roll call as plain data."""
    found = call.reconciled
    return {
        "platform": call.platform,
        "submissions": [
            {
                "key": row.key,
                "name": row.name,
                "files": dict(row.files),
                "late": row.late.is_late,
                "late_seconds": row.late.seconds,
                "submitted_at": row.submitted_at or None,
                "renamed": list(row.renamed),
                "doubtful": list(row.doubtful),
                "problem": row.problem,
            }
            for row in call.rows
        ],
        "unclear": list(call.unclear),
        "ignored": list(call.ignored),
        "notices": list(call.notices),
        "roster": None
        if found is None
        else {
            "missing": list(found.missing),
            "unknown": list(found.unknown),
            "duplicate": list(found.duplicate),
            "ambiguous": list(found.ambiguous),
        },
    }
