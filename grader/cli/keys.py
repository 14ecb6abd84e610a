"""Single keys from a terminal, without Enter; nothing where there is no terminal. The terminal is put back however this ends."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

termios: ModuleType | None
tty: ModuleType | None
try:
    import termios
    import tty
except ImportError:  # not a POSIX system: keys come as lines
    termios = tty = None


class Keys:
    """Where keys come from; `get` waits up to a time for one."""

    def __init__(self, fileno: int | None) -> None:
        self._fileno = fileno

    @property
    def are_there(self) -> bool:
        """Whether any key can come at all."""
        return self._fileno is not None

    def get(self, wait_s: float) -> str:
        """The key pressed, in lower case; "" when none was within the time. "q" when the input has ended."""
        if self._fileno is None or not select.select([self._fileno], [], [], wait_s)[0]:
            return ""
        pressed = os.read(self._fileno, 1)
        return pressed.decode(errors="replace").lower() if pressed else "q"

    def drain(self) -> None:
        """Forget keys pressed while a check ran: they were meant for what stood there before."""
        while self._fileno is not None and select.select([self._fileno], [], [], 0)[0] and os.read(self._fileno, 64):
            pass


@contextmanager
def single_keys() -> Iterator[Keys]:
    """Keys of the terminal; a source that has none where stdin is not a terminal (the end of the input then ends nothing)."""
    if termios is None or tty is None or not sys.stdin.isatty():
        yield Keys(None)
        return
    fileno = sys.stdin.fileno()
    before = termios.tcgetattr(fileno)
    try:
        tty.setcbreak(fileno)
        yield Keys(fileno)
    finally:
        termios.tcsetattr(fileno, termios.TCSADRAIN, before)
