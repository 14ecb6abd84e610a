"""Counts how often each line of one file runs, for one second: the program that `grader.learner.stuck` starts. Standard library only.

Standard input is a program that calls the file's function; the one argument is the file. Writes `{line: times}` as JSON if the second
was not enough for the call, and nothing if it was.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from types import FrameType
from typing import Any

SECONDS = 1.0
MEMORY_BYTES = 2 << 30
LOOK_AT_CLOCK_EVERY = 256  # lines


def main(file: str) -> None:
    """Run the program on standard input under a trace; does not return when the call does not."""
    program = sys.stdin.read()
    out = os.dup(1)
    _stay_small()
    with open(os.devnull, "w", encoding="utf-8") as nothing, contextlib.redirect_stdout(nothing), contextlib.redirect_stderr(nothing):
        counter = _Counter(file, out)
        code = compile(program, "case", "exec")
        sys.settrace(counter.on_call)
        try:
            exec(code, {"__name__": "__main__", "__file__": file})
        finally:
            sys.settrace(None)


class _Counter:
    """A trace function that ends the process when its second is over: code that catches every exception is ended too."""

    def __init__(self, file: str, out: int) -> None:
        self._file, self._out = file, out
        self._times: dict[int, int] = {}
        self._lines = 0
        self._end = 0.0  # set when the first function begins: importing is not counted

    def on_call(self, frame: FrameType, event: str, argument: object) -> Any:
        return self.on_line if frame.f_code.co_filename == self._file else None

    def on_line(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "line" and frame.f_code.co_name != "<module>":
            self._end = self._end or time.perf_counter() + SECONDS
            self._times[frame.f_lineno] = self._times.get(frame.f_lineno, 0) + 1
            self._lines += 1
            if self._lines % LOOK_AT_CLOCK_EVERY == 0 and time.perf_counter() > self._end:
                os.write(self._out, json.dumps(self._times).encode())
                os._exit(0)
        return self.on_line


def _stay_small() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


if __name__ == "__main__":
    main(sys.argv[1])
