"""Checks for the browser: files of opened exercises are watched, each save is checked, and whoever waits for the outcome is told.

`run` belongs to the main thread, which owns the grading process; everything else may be called from any thread. Keeps the last outcome of
each exercise in memory; what has to last is in the learner's store before anybody is told. Knows no page.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from grader.content.models import Exercise, Level
from grader.errors import GraderError
from grader.learner.checking import CheckSession
from grader.learner.desk import Desk, Noted
from grader.learner.folder import LearnerFolder
from grader.learner.watch import LOOK_EVERY_S, SaveWatcher
from grader.records import dataclass
from grader.results import IsolationLevel
from grader.store.moment import moment


@dataclass(frozen=True, slots=True)
class Last:
    """The last check of an exercise since the desk was opened. `version` goes up with everything that is to be seen."""

    version: int = 0
    is_running: bool = False
    noted: Noted | None = None
    at: str = ""  # when that check was begun, as the log has it
    problem: str = ""  # why it could not be checked, in a sentence


class Live:
    """The bridge between the thread that checks and those that serve."""

    def __init__(self, level: Level, folder: LearnerFolder, clock: Callable[[], datetime]) -> None:
        self._level, self._folder, self._clock = level, folder, clock
        self._asked: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._last: dict[str, Last] = {}
        self._watchers: dict[str, SaveWatcher] = {}
        self._is_over = False
        self._session: CheckSession | None = None
        self.isolation: IsolationLevel | None = None  # measured with the first check

    # --- any thread -----------------------------------------------------------------------------------------------------------------

    def last(self, exercise: Exercise) -> Last:
        """The last check of an exercise."""
        with self._changed:
            return self._last.get(exercise.slug, Last())

    def watch(self, exercise: Exercise) -> None:
        """From now on each save of its file is checked."""
        with self._changed:
            if exercise.slug not in self._watchers:
                self._watchers[exercise.slug] = SaveWatcher({exercise.slug: self._folder.file(exercise)})

    def ask(self, exercise: Exercise) -> None:
        """Have an exercise checked; `wait` for it, or look later."""
        self._change(exercise.slug, is_running=True)
        self._asked.put(exercise.slug)

    def wait(self, exercise: Exercise, timeout_s: float, seen: int = -1) -> Last:
        """The last check once it is newer than `seen` (or, without it, once none is running); as it stands when the time is up."""

        def is_there() -> bool:
            last = self._last.get(exercise.slug, Last())
            return self._is_over or (last.version > seen if seen >= 0 else not last.is_running)

        with self._changed:
            self._changed.wait_for(is_there, timeout_s)
            return self._last.get(exercise.slug, Last())

    @property
    def is_over(self) -> bool:
        """Whether the desk is closing."""
        return self._is_over

    def stop(self) -> None:
        """End `run`, and everybody's waiting."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    # --- the main thread ------------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Check what is asked for and what is saved, until `stop`. The grading process starts with the first check."""
        try:
            while not self._is_over:
                for slug in self._due():
                    self._check(self._level.exercise(slug))
        finally:
            self.stop()
            if self._session is not None:
                self._session.__exit__()

    def _ready(self) -> CheckSession:
        if self._session is None:
            self._session = CheckSession(self._level, self._folder, self._level.exercises)
            self.isolation = self._session.isolation.level
        return self._session

    def _due(self) -> list[str]:
        """What to check now, each exercise once; waits for one look at the files."""
        found: list[str] = []
        deadline = time.monotonic() + LOOK_EVERY_S
        while (left := deadline - time.monotonic()) > 0:
            try:
                found.append(self._asked.get(timeout=left))
            except queue.Empty:
                break
        with self._changed:
            watchers = list(self._watchers.values())
        found += [slug for watcher in watchers for slug in watcher.look()]
        return list(dict.fromkeys(found))

    def _check(self, exercise: Exercise) -> None:
        self._change(exercise.slug, is_running=True)
        now = self._clock()
        try:
            with Desk(self._level, self._folder) as desk:
                for noted in desk.check(self._ready(), [exercise], now):
                    self._change(exercise.slug, is_running=False, noted=noted, at=moment(now).at, problem="")
        except (GraderError, OSError) as error:
            said = error.message if isinstance(error, GraderError) else f"It could not be checked: {(error.strerror or '').lower()}."
            self._change(exercise.slug, is_running=False, problem=said)
        except Exception as error:  # the desk stays open; what was saved is kept
            if os.environ.get("GRADER_DEBUG"):
                raise
            self._change(
                exercise.slug, is_running=False, problem=f"This is our fault: {type(error).__name__}. `grader check` may tell more."
            )

    def _change(self, slug: str, **what: object) -> None:
        with self._changed:
            last = self._last.get(slug, Last())
            self._last[slug] = replace(last, version=last.version + 1, **what)  # type: ignore[arg-type]  # fields of Last, by name
            self._changed.notify_all()
