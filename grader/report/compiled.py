"""Compiled templates in the user's cache: a page is rendered without parsing and compiling its template again.

An entry counts only for the very text it was compiled from. A cache that cannot be read or written costs time, never correctness.
"""

from __future__ import annotations

import contextlib
import os
import sys

from jinja2.bccache import Bucket, FileSystemBytecodeCache

from grader import __version__
from grader.content.compiled import cache_dir


class CompiledTemplates(FileSystemBytecodeCache):
    """Jinja's own cache on disk, in a folder made when there is something to keep; one for each `environment` and its filters."""

    def __init__(self, environment: str) -> None:
        super().__init__(_folder(environment), "%s.bin")

    def load_bytecode(self, bucket: Bucket) -> None:
        """What is kept, if it can be read."""
        if self.directory:
            with contextlib.suppress(OSError):
                super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it, if there is room for it."""
        if self.directory:
            with contextlib.suppress(OSError):
                os.makedirs(self.directory, mode=0o700, exist_ok=True)  # what is read from here is run
                super().dump_bytecode(bucket)


def _folder(environment: str) -> str:
    """Where they are kept; "" for a user without a home."""
    with contextlib.suppress(RuntimeError):
        return str(cache_dir() / f"templates-{environment}-{__version__}-{sys.implementation.cache_tag}")
    return ""
