"""What every view stands on: level, folder, bank of questions, clock. No store stays open between requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import datetime

from grader.content.models import Level
from grader.learner.desk import Desk
from grader.learner.folder import LearnerFolder
from grader.quiz.bank import Bank
from grader.records import dataclass
from grader.store.moment import Moment, moment
from grader.web.live import Live


@dataclass(frozen=True, slots=True)
class Site:
    """One learner's desk in the browser."""

    level: Level
    folder: LearnerFolder
    bank: Bank
    live: Live
    clock: Callable[[], datetime]
    forms: str = field(repr=False)  # what every form carries

    def desk(self) -> Desk:
        """The desk, for the length of one request: a context manager."""
        return Desk(self.level, self.folder)

    def now(self) -> Moment:
        """This moment on the learner's clock."""
        return moment(self.clock())
