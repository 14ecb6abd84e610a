"""A learner's work as one zip to hand in: exercise files, quiz answers, and a manifest with hashes. Equal work gives equal bytes."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

from grader import __version__
from grader.content.models import Exercise, Level
from grader.errors import NothingToDo
from grader.learner.folder import LearnerFolder
from grader.records import dataclass

MANIFEST_SCHEMA = "grader/submission/1"
MANIFEST = "manifest.json"
ANSWERS = ("answers.yaml", "answers.json", "explain.yaml")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment a zip can hold: no clock of the learner's goes in


@dataclass(frozen=True, slots=True)
class Packed:
    """What goes into the zip, by name, and what is not there or not begun."""

    files: Mapping[str, bytes]
    missing: tuple[Exercise, ...]
    untouched: tuple[Exercise, ...]


def pack(level: Level, folder: LearnerFolder) -> Packed:
    """Collect the learner's work. Raises NothingToDo when nothing was begun."""
    files: dict[str, bytes] = {}
    missing, untouched = [], []
    for exercise in level.exercises:
        source = folder.source(exercise)
        if source is None:
            missing.append(exercise)
        elif source == exercise.stub_path.read_bytes():
            untouched.append(exercise)
        else:
            files[f"{exercise.folder}/{exercise.filename}"] = source
    for name in ANSWERS:
        if (folder.root / name).is_file():
            files[name] = (folder.root / name).read_bytes()
    if not files:
        raise NothingToDo("Nothing is begun yet, so there is nothing to hand in.", hint="grader next")
    files[MANIFEST] = _manifest(level, files)
    return Packed(files, tuple(missing), tuple(untouched))


def _manifest(level: Level, files: Mapping[str, bytes]) -> bytes:
    hashes = {name: hashlib.sha256(source).hexdigest() for name, source in sorted(files.items())}
    document = {"schema": MANIFEST_SCHEMA, "level": level.id, "grader": __version__, "files": hashes}
    return (json.dumps(document, indent=2, sort_keys=True) + "\n").encode()


def zipped(packed: Packed) -> bytes:
    """The zip: names sorted, no clock, so that equal work is equal to the byte."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, source in sorted(packed.files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, source)
    return buffer.getvalue()


def write(packed: Packed, target: Path) -> None:
    """Write the zip so that a crash leaves the old file or the new one."""
    temporary = target.with_name(f".{target.name}.new")
    try:
        with open(temporary, "wb") as file:
            file.write(zipped(packed))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
