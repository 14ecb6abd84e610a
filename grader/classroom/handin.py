"""What one learner handed in, whatever it came by: who, when, marked late or not, and what was found in it."""

from __future__ import annotations

from collections.abc import Callable

from grader.classroom.opened import Opened
from grader.records import dataclass
from grader.store.rows import NewSubmission


@dataclass(frozen=True, slots=True)
class HandIn:
    """One learner's work, or one group's with its `members`. `submitted_at` is UTC ISO text, or "" where nobody says."""

    key: str
    opened: Opened
    name: str = ""
    roster_id: str = ""
    submitted_at: str = ""
    is_marked_late: bool = False
    members: tuple[str, ...] = ()


Take = Callable[[HandIn], NewSubmission]  # called for each learner before the next is opened: a class need not be in memory


@dataclass(frozen=True, slots=True)
class HandedIn:
    """All of a class. `unclear` could not be given to anyone, `ignored` is no submission; `notices` say how it was taken."""

    submissions: tuple[NewSubmission, ...]
    platform: str
    unclear: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
