"""What lint found out by working all variants of a question out, remembered under a hash of the question and of this program's own code.

Nothing stale can be believed: another question, or another line in any module of `grader.quiz`, has another hash.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


class Proofs:
    """The findings of earlier runs, by question."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"proofs-{_fingerprint()}.json"
        self._found: dict[str, list[Any]] = {}
        self._is_new = False
        with contextlib.suppress(OSError, ValueError):
            self._found = json.loads(self._path.read_text("utf-8"))

    def known(self, data: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]] | None:
        """What was found about a question; None when it was never looked at."""
        found = self._found.get(_key(data))
        return None if found is None else [(message, tuple(where)) for message, where in found]

    def keep(self, data: Mapping[str, Any], found: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        """Remember a finding."""
        self._found[_key(data)] = [list(fault) for fault in found]
        self._is_new = True

    def save(self) -> None:
        """Write what is new; a cache that cannot be written is only slower."""
        if not self._is_new:
            return
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(self._found, file)
            os.replace(name, self._path)


def _key(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _fingerprint() -> str:
    """A hash of every module that a finding depends on."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]
