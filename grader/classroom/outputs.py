"""What a run leaves in its folder: result.json, evidence.json and, through the report, its pages. Each file is whole or the old one."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from grader.classroom.assemble import GradedClass
from grader.documents import Json, canonical, evidence_document, result_document
from grader.store.connection import explained

RESULT_NAME = "result.json"
EVIDENCE_NAME = "evidence.json"


def class_document(graded: GradedClass) -> Json:
    """`grader/result/1` of a class."""
    return result_document(graded.run.facts, graded.submissions)


def class_evidence(graded: GradedClass) -> Json:
    """`grader/evidence/1` of a class."""
    by_learner = {key: [found[slug] for slug in sorted(found)] for key, found in graded.evidence.items()}
    return evidence_document(graded.run.id, graded.run.started_at, graded.run.finished_at, by_learner)


def write_documents(folder: Path, graded: GradedClass) -> None:
    """Write both documents of a class into its folder."""
    write_whole(folder / RESULT_NAME, canonical(class_document(graded)))
    write_whole(folder / EVIDENCE_NAME, canonical(class_evidence(graded)))


def write_whole(path: Path, text: str, *, durable: bool = True) -> None:
    """Write a file so that a reader finds the old one or the new one; after a power cut, too, if `durable`. DiskFull without room.

    Pages need not be durable: they can be rendered again. A target that is no regular file (a pipe, a device, a link) is written as it is:
    replacing it would put a file in its place.
    """
    write_whole_bytes(path, text.encode("utf-8"), durable=durable)


def write_whole_bytes(path: Path, data: bytes, *, durable: bool = True) -> None:
    """The same for bytes."""
    if _is_special(path):
        with explained(path), open(path, "wb") as file:
            file.write(data)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    with explained(path):
        try:
            with open(beside, "wb") as file:
                file.write(data)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def _is_special(path: Path) -> bool:
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False
