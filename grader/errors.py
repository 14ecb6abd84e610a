"""The error tree: our own trouble and wrong usage. A learner's wrong answer is a value, never one of these.

    GraderError                 exit 3   the run itself failed
      UsageError                exit 2   a command, name or path that cannot be used
        UnknownName             exit 2   no such exercise, objective, term …; suggests the nearest
        NoLearnerFolder         exit 2   no folder made by `grader start` here or above
      ContentError              exit 3   problems in exercises or quizzes, all of them, as file:line:col
        SettingsError           exit 2   the same of a class.yaml
      UnreadableSubmission      exit 4   a folder or archive that cannot be opened safely
      NothingToDo               exit 5   no submissions, nothing due
      StoreBusy                 exit 6   another process holds the store
      StoreDamaged              exit 3   the store cannot be read, or is newer than this program
      DiskFull                  exit 3   nothing more can be written; what was accepted is kept
      IsolationUnavailable      exit 3   the machine cannot isolate learner code as asked
      WorkerDied                exit 3   a grading process ended by itself
      CheckBroken               exit 3   a check, its solution or its cases failed by themselves
      UnsupportedPython         exit 3   this Python is too old

A message says what and where, in one sentence; `hint` says what to do next.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import ClassVar

from grader.results import ExitCode

SHORTEST_BEGINNING = 4  # letters that say which name is begun


class GraderError(Exception):
    """Base of all errors this program raises on purpose; each class owns its exit code."""

    exit_code: ClassVar[ExitCode] = ExitCode.FAILED_RUN

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(GraderError):
    """A command, name or path that cannot be used."""

    exit_code = ExitCode.USAGE


class UnknownName(UsageError):
    """A name that does not exist; the message suggests the nearest one that does."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, hint: str = "") -> None:
        near = nearest(name, known)
        suffix = f" Did you mean `{near}`?" if near else ""
        super().__init__(f"Unknown {kind} `{name}`.{suffix}", hint=hint)
        self.name = name
        self.nearest = near


class NoLearnerFolder(UsageError):
    """No learner folder here or above."""


class ContentError(GraderError):
    """Problems in content files: every one of them, as `file:line:col: message`."""

    def __init__(self, problems: Sequence[str], *, hint: str = "") -> None:
        super().__init__("\n".join(problems), hint=hint)
        self.problems = tuple(problems)


class SettingsError(ContentError):
    """Problems in a class.yaml, which who runs the command mends: every one of them, with its place."""

    exit_code = ExitCode.USAGE


class UnreadableSubmission(GraderError):
    """A folder or archive that cannot be opened safely."""

    exit_code = ExitCode.SOME_UNGRADED


class NothingToDo(GraderError):
    """There is nothing to grade, drill or export."""

    exit_code = ExitCode.NOTHING_TO_DO


class StoreBusy(GraderError):
    """Another process holds the store."""

    exit_code = ExitCode.STORE_BUSY


class StoreDamaged(GraderError):
    """The store cannot be read, or was written by a newer version."""


class DiskFull(GraderError):
    """Nothing more can be written; what was accepted so far is kept."""


class IsolationUnavailable(GraderError):
    """The machine cannot isolate learner code as well as was asked."""


class WorkerDied(GraderError):
    """A grading process ended by itself."""


class CheckBroken(GraderError):
    """A check, its solution or its cases failed by themselves: our fault."""


class UnsupportedPython(GraderError):
    """This Python is too old for the program."""


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name closest to `name`, or, where only its beginning was typed, the one that begins like it; "" when none is close."""
    names = list(known)
    matches = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if matches or len(name) < SHORTEST_BEGINNING:
        return matches[0] if matches else ""
    beginnings = {other[: len(name)]: other for other in reversed(names)}
    begun = difflib.get_close_matches(name, list(beginnings), n=1, cutoff=0.75)
    return beginnings[begun[0]] if begun else ""
