"""Names of files and submissions: which exercise a file name means, what is never looked into, and a storable form of any name.

Opens nothing of a learner's.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path

from grader.content.models import Exercise, Level
from grader.content.stubs import evened
from grader.records import dataclass

# Folders that tools make. What lies in them is nobody's submission, and is passed over without a word.
TOOL_FOLDERS = frozenset(
    {"__pycache__", "__macosx", "node_modules", "site-packages", "venv", "env", "$recycle.bin", "system volume information"}
)
TOOL_FILES = frozenset({"thumbs.db", "desktop.ini", "icon\r"})  # the last is the picture of a folder on a Mac
_COPY = re.compile(r"[ _-]*\(\d{1,3}\)$")  # what browsers and systems add to a second download: softmax_rows (1).py
_INSIDE = re.compile(r"/|\.zip!", re.IGNORECASE)
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
TEXT_ENDINGS = (".txt", ".text", ".md", ".rtf", ".doc", ".docx", ".pdf")
NEAR = 0.84


@dataclass(frozen=True, slots=True)
class Meaning:
    """The exercise that a file name means; `is_exact` when it is the very name."""

    slug: str
    is_exact: bool


class FileNames:
    """The file names of a level's exercises."""

    reads_notebooks = True
    accepts_renames = False

    @property
    def reads_strangers(self) -> bool:
        """Whether files of other names are looked into: for the functions of exercises, where there are any."""
        return bool(self.exercises)

    def __init__(self, level: Level, *, accepts_renames: bool = False) -> None:
        self.accepts_renames = accepts_renames
        self.exercises: tuple[Exercise, ...] = tuple(level.exercises)
        self._slugs: Mapping[str, str] = {exercise.filename: exercise.slug for exercise in level.exercises}
        self._loose = {_loose(name): slug for name, slug in self._slugs.items()}

    def stub(self, slug: str) -> bytes | None:
        """An exercise's file as it is handed out, its line ends evened out; None where none is."""
        path = next((exercise.stub_path for exercise in self.exercises if exercise.slug == slug), None)
        return None if path is None else _stub_in(path)

    def meaning(self, name: str) -> Meaning | None:
        """What a base name means, other case, `(1)` and hyphens forgiven; None when it is no exercise's."""
        if name in self._slugs:
            return Meaning(self._slugs[name], True)
        slug = self._loose.get(_loose(name))
        return Meaning(slug, False) if slug else None

    def near(self, name: str) -> str:
        """The exercise file that one is probably meant to be, or "": a Python file of nearly its name, or one with an ending too many."""
        if self.meaning(name) is not None:
            return ""
        if not name.lower().endswith(".py"):
            stem = name.rpartition(".")[0]
            meant = self.meaning(stem) or (self.meaning(f"{stem}.py") if name.lower().endswith(TEXT_ENDINGS) else None)
            return next((known for known, slug in self._slugs.items() if meant is not None and slug == meant.slug), "")
        found = difflib.get_close_matches(_loose(name), list(self._loose), n=1, cutoff=NEAR)
        return next((known for known, slug in self._slugs.items() if found and slug == self._loose[found[0]]), "")


@lru_cache(maxsize=64)  # asked of every learner's files
def _stub_in(path: Path) -> bytes | None:
    return evened(path.read_bytes()) if path.is_file() else None


def base_of(path: str) -> str:
    """The name of a file, at the top of an archive too: `hw.zip!softmax_rows.py`."""
    return _INSIDE.split(path)[-1]


def twice(key: str, names: Collection[str]) -> str:
    """What to say of several submissions of one learner; names that look alike are told by their characters."""
    shown = [storable(name) for name in names]
    if len(set(shown)) < len(shown):
        shown = [ascii(name) for name in names]
    return f"There are two submissions for {key}: {' and '.join(shown)}. Keep one."


def _loose(name: str) -> str:
    """A name without what renaming by accident changes."""
    stem, dot, suffix = unicodedata.normalize("NFC", name).strip().rpartition(".")
    return f"{_COPY.sub('', stem)}{dot}{suffix}".replace("-", "_").replace(" ", "_").casefold()


def is_passed_over(part: str) -> bool:
    """Whether a file or folder of this name is a tool's, or hidden."""
    lower = part.casefold()
    return part.startswith((".", "~$")) or lower in TOOL_FOLDERS or lower in TOOL_FILES


def storable(name: str) -> str:
    """Any file name as text that can be written everywhere: composed characters, undecodable bytes and controls as escapes."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    composed = unicodedata.normalize("NFC", text)
    return "".join(char if char.isprintable() or char == " " else f"\\x{ord(char):02x}" for char in composed)
