"""Ctrl-C, twice: the first asks a run to finish what it has begun, the second to stop at once.

A termination counts as the second, and so does a terminal that is closed, unless the run was told to outlive it (`nohup`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any


class Interrupts:
    """While entered, SIGINT sets `is_asked` and calls `on_first`; the next one, SIGTERM or SIGHUP raises KeyboardInterrupt."""

    def __init__(self, on_first: Callable[[], None] = lambda: None) -> None:
        self.is_asked = False
        self._on_first = on_first
        self._before: dict[signal.Signals, Any] = {}
        self._terminals: list[int] = []

    def __enter__(self) -> Interrupts:
        self._terminals = list(filter(_is_terminal, (1, 2)))
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._caught) for number in _signals()}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _caught(self, number: int, _frame: FrameType | None) -> None:
        if number not in (signal.SIGINT, signal.SIGTERM):
            _let_go(self._terminals)
        if self.is_asked or number != signal.SIGINT:
            raise KeyboardInterrupt
        self.is_asked = True
        with contextlib.suppress(RuntimeError):  # caught in the middle of a write to the same stream: then the sentence is lost
            self._on_first()


def _signals() -> Iterator[signal.Signals]:
    """What ends a run."""
    yield from (signal.SIGINT, signal.SIGTERM)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        yield signal.SIGHUP


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def _let_go(terminals: list[int]) -> None:
    """What is still said goes nowhere: every write to a terminal that is gone would fail, up to the last one when Python ends."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for descriptor in terminals:
            os.dup2(nowhere, descriptor)
        os.close(nowhere)
