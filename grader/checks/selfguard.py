"""Keeps functions of ours within bounds while a learner's child calls them: a reasonable layer given an unreasonable array.

An (n, n) table of the learner's choice could take all memory of the machine, and then the kernel kills the grader. With a bound on address
space it is a MemoryError, which goes back to who asked for it.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
from collections.abc import Iterator
from typing import Any

resource: Any = importlib.import_module("resource") if importlib.util.find_spec("resource") else None
"""None on Windows: there is no such bound there."""


@contextlib.contextmanager
def bounded_memory(more_bytes: int) -> Iterator[None]:
    """Lets this process take at most so much more address space than it has now. Does nothing where that cannot be told or set."""
    now = _address_space()
    if resource is None or not now:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = now + more_bytes
    unlimited = resource.RLIM_INFINITY
    if (soft != unlimited and soft <= wanted) or (hard != unlimited and hard < wanted):
        yield
        return
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _address_space() -> int:
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read(32).split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
