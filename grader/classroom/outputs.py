"""What a run leaves in its folder: result.json, evidence.json and, through the report, its pages. Each file is whole or the old one."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.classroom.assemble import GradedClass
from grader.documents import evidence_text, result_text
from grader.store.connection import explained

RESULT_NAME = "result.json"
EVIDENCE_NAME = "evidence.json"


def class_document(graded: GradedClass) -> Iterator[str]:
    """The text of `grader/result/1` of a class, piece by piece."""
    return result_text(graded.run.facts, graded.submissions)


def class_evidence(graded: GradedClass) -> Iterator[str]:
    """The text of `grader/evidence/1` of a class, piece by piece."""
    return evidence_text(graded.run.id, graded.run.started_at, graded.run.finished_at, graded.evidence)


def write_documents(folder: Path, graded: GradedClass) -> None:
    """Write both documents of a class into its folder."""
    write_pieces(folder / RESULT_NAME, class_document(graded))
    write_pieces(folder / EVIDENCE_NAME, class_evidence(graded))


def write_whole(path: Path, text: str, *, durable: bool = True) -> None:
    """Write a file so that a reader finds the old one or the new one; after a power cut, too, if `durable`. DiskFull without room.

    Pages need not be durable: they can be rendered again. A target that is no regular file (a pipe, a device, a link) is written as it is:
    replacing it would put a file in its place.
    """
    _write(path, [_bytes(text)], durable=durable)


def write_pieces(path: Path, pieces: Iterable[str]) -> None:
    """The same for a text that comes piece by piece; durable."""
    _write(path, map(_bytes, pieces), durable=True)


def write_whole_bytes(path: Path, data: bytes, *, durable: bool = True) -> None:
    """The same for bytes."""
    _write(path, [data], durable=durable)


def _bytes(text: str) -> bytes:
    """UTF-8; half a character, which a learner's text may hold, as an escape: it must not take everybody's document with it."""
    return text.encode("utf-8", "backslashreplace")


def _write(path: Path, pieces: Iterable[bytes], *, durable: bool) -> None:
    if _is_special(path):
        with explained(path), open(path, "wb") as file:
            file.writelines(pieces)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    with explained(path):
        try:
            with open(beside, "wb") as file:
                file.writelines(pieces)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException as error:
            if isinstance(error, OSError) and error.filename == str(beside):
                error.filename = str(path)  # what was asked for: nobody knows of the one beside it
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
            raise


def _is_special(path: Path) -> bool:
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False
