"""What learner code prints: written through to a descriptor that the parent reads, up to a cap, the rest counted.

Written at once, so that a child that is killed has not swallowed its last words. It must not raise: printing too much is no error.
"""

from __future__ import annotations

import io
import os


class Printed(io.TextIOBase):
    """Stands for sys.stdout and sys.stderr in a child."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self, descriptor: int, max_chars: int) -> None:
        self._descriptor = descriptor
        self._max_chars = max_chars
        self._kept = 0
        self.lost = 0
        self._write = os.write

    def start(self, max_chars: int | None = None) -> None:
        """A new call: counts from zero."""
        self._kept = self.lost = 0
        if max_chars is not None:
            self._max_chars = max_chars

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        part = text[: max(self._max_chars - self._kept, 0)]
        self._kept += len(part)
        self.lost += len(text) - len(part)
        if part:
            try:
                self._write(self._descriptor, part.encode("utf-8", "backslashreplace"))
            except OSError:  # the file is full: raw writes beside this one have used it up
                self.lost += len(part)
        return len(text)

    def flush(self) -> None:
        pass
