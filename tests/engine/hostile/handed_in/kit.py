"""What the attacks of handed_in/ are made with: a place to hand in, right and wrong work, archives entry by entry."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.engine.running import REPOSITORY

FILE = "softmax_rows.py"
RIGHT = (REPOSITORY / "solutions" / "o3_weights" / FILE).read_text(encoding="utf-8")
WRONG = "def softmax_np(x, axis=-1):\n    return x\n"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a class is handed in: the folder of submissions, a folder in which no attack may leave a mark, and an honest neighbour's file."""

    work: Path
    marks: Path
    neighbour: Path

    def learner(self, key: str, source: str | bytes = "", name: str = FILE) -> Path:
        """A learner's folder, with one file if there is a source."""
        folder = self.work / key
        folder.mkdir(exist_ok=True)
        if source:
            (folder / name).write_bytes(source if isinstance(source, bytes) else source.encode())
        return folder

    def archive(self, key: str, fill: Callable[[zipfile.ZipFile], None]) -> Path:
        """A learner's .zip."""
        path = self.work / f"{key}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            fill(archive)
        return path

    def marking(self, name: str) -> str:
        """Python text that leaves a mark; nobody may ever run it outside of a locked child."""
        return f"open({str(self.marks / name)!r}, 'w').write('x')"


def entry(name: str, mode: int = 0) -> zipfile.ZipInfo:
    """An entry of an archive with the mode of a file, a link or a device."""
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info
