"""An end to checks that never end: an instructor's `while True` must not hold up a class.

Calls of learner code have limits of their own. What check files say runs in this trusted process, where nothing would stop it: once a
second somebody looks where the process is, and a function of a check file that was found at work sixty times since it was called is ended.
Waiting for a learner's program is not counted, nor is the grader's own work, so nothing of those is ever left half done.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import PurePath
from types import CodeType, FrameType
from typing import TypeVar

T = TypeVar("T")

CHECK_FILES = ("check_", "also_check_")  # what their names begin with
PURE = ("grader.checks.cases", "grader.checks.compare")  # may be left at any line: they hold nothing but what they were given
TICK_S = 1.0
MOST_TICKS = 60
MOST_TICKS_AGAIN = 3  # of a function that ran over before, in whatever submission


class Overrun(BaseException):
    """Raised within a check; no error of a check, so that its own `except Exception` does not keep it."""


class CheckOverran(Exception):
    """A function of a check file did not end by itself; says where it was."""


class Watch:
    """Looks, tick by tick, where this process is."""

    def __init__(self, most_ticks: int = MOST_TICKS, tick_s: float = TICK_S) -> None:
        self._most_ticks = most_ticks
        self._tick_s = tick_s
        self._ticks = 0
        self._turn: FrameType | None = None  # the call that ticks are counted for
        self._known: set[CodeType] = set()  # functions that ran over before

    def start(self) -> None:
        """Begin to look; nothing where a system has no such timer. For the main thread."""
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, self._tick_s, self._tick_s)

    def _look(self, _: int, frame: FrameType | None) -> None:
        turn, innermost = _turn(frame)
        if turn is None or innermost is None:
            self._turn = self._turn if _is_under(self._turn, frame) else None
            return
        if turn is not self._turn:
            self._turn, self._ticks = turn, 0
        self._ticks += 1
        if self._ticks < (MOST_TICKS_AGAIN if turn.f_code in self._known else self._most_ticks):
            return
        self._known.add(turn.f_code)
        self._turn = None
        raise Overrun(f"{_name(innermost)}:{innermost.f_lineno} was still running after {self._ticks * self._tick_s:.3g} seconds")


def ended(run: Callable[[], T]) -> T:
    """What a function of a check file gives. Raises what it raises, and CheckOverran where it had to be ended."""
    try:
        return run()
    except Overrun as error:
        raise CheckOverran(str(error)) from None


def _turn(frame: FrameType | None) -> tuple[FrameType | None, FrameType | None]:
    """The function of a check file that the grader called last, and the line in a check file where it is; None while the grader works."""
    called = innermost = None
    while frame is not None and not _is_ours(frame):
        if _name(frame).startswith(CHECK_FILES):
            called, innermost = frame, innermost or frame
        frame = frame.f_back
    return called, innermost


def _is_ours(frame: FrameType) -> bool:
    module = str(frame.f_globals.get("__name__"))
    return module.startswith("grader.") and module not in PURE


def _is_under(turn: FrameType | None, frame: FrameType | None) -> bool:
    while frame is not None and frame is not turn:
        frame = frame.f_back
    return frame is not None


def _name(frame: FrameType) -> str:
    return PurePath(frame.f_code.co_filename).name
