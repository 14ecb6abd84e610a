"""Ctrl-C, twice: the first asks a run to finish what it has begun, the second to stop at once. A termination counts as the second."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any


class Interrupts:
    """While entered, SIGINT sets `is_asked` and calls `on_first`; the next one, or SIGTERM, raises KeyboardInterrupt."""

    def __init__(self, on_first: Callable[[], None] = lambda: None) -> None:
        self.is_asked = False
        self._on_first = on_first
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._caught) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _caught(self, number: int, _frame: FrameType | None) -> None:
        if self.is_asked or number == signal.SIGTERM:
            raise KeyboardInterrupt
        self.is_asked = True
        with contextlib.suppress(RuntimeError):  # caught in the middle of a write to the same stream: then the sentence is lost
            self._on_first()
