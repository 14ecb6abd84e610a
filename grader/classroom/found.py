"""Opens the entries that belong to one learner: exercise files, notebooks, an archive inside a download. In memory, within limits."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from grader.classroom.archives import open_bytes
from grader.classroom.entries import Entry
from grader.classroom.folders import Refused
from grader.classroom.layouts import without_resubmission
from grader.classroom.limits import IntakeLimits
from grader.classroom.names import FileNames, is_passed_over, storable
from grader.classroom.opened import Candidate, Opened
from grader.records import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """An entry under the name it has inside its submission."""

    path: str
    entry: Entry


def opened_entries(found: Iterable[Named], names: FileNames, limits: IntakeLimits) -> Opened:
    """What one learner's entries hold. An archive among them is opened; one that cannot be is a problem only if nothing else is there."""
    parts: list[Opened] = []
    room = limits.max_strangers
    for each in found:
        parts.append(_opened(each, names, limits, is_room=room > 0))
        room -= len(parts[-1].strangers)
    problem = next((part.problem for part in parts if part.problem), "")
    candidates = tuple(each for part in parts for each in part.candidates)
    notebooks = tuple(each for part in parts for each in part.notebooks)
    has_work = bool(candidates or notebooks)
    warnings = [each for part in parts for each in (*part.warnings, *((part.problem,) if part.problem and has_work else ()))]
    others = tuple(each for part in parts for each in part.others)
    strangers = tuple(each for part in parts for each in part.strangers)[: limits.max_strangers]
    return Opened(candidates, others, tuple(warnings), "" if has_work else problem, notebooks, strangers)


def _opened(named: Named, names: FileNames, limits: IntakeLimits, *, is_room: bool) -> Opened:
    shown = storable(named.path)
    base = PurePosixPath(named.path).name
    slug = _slug(base, names)
    parts = PurePosixPath(named.path).parts
    if ".." in parts or named.path.startswith("/"):
        return Opened(warnings=(f"{shown} points outside of the download and was not read.",))
    if any(is_passed_over(part) for part in parts):
        return Opened()
    if slug is not None:
        return Opened((_read(named.entry, shown, limits.max_source_bytes, slug),))
    if base.lower().endswith(".ipynb") and names.reads_notebooks:
        return Opened(notebooks=(_read(named.entry, shown, limits.max_notebook_bytes),))
    if base.lower().endswith(".zip"):
        return _archive(named.entry, shown, names, limits)
    is_read = is_room and names.reads_strangers and base.lower().endswith(".py")
    return Opened(others=(shown,), strangers=(_read(named.entry, shown, limits.max_source_bytes),) if is_read else ())


def _slug(base: str, names: FileNames) -> str | None:
    """The exercise a name means: "" by its name alone, a slug when it was handed in again and renamed; None when none."""
    if names.meaning(base) is not None:
        return ""
    again = without_resubmission(base)
    meaning = names.meaning(again) if again else None
    return meaning.slug if meaning is not None and meaning.is_exact else None


def _read(entry: Entry, shown: str, max_bytes: int, slug: str = "") -> Candidate:
    if not entry.is_plain:
        return Candidate(shown, None, f"{shown} is a symbolic link, encrypted, or no regular file.", slug)
    try:
        return Candidate(shown, entry.read(max_bytes), "", slug)
    except Refused as refusal:
        return Candidate(shown, None, f"{shown} {refusal}.", slug)


def _archive(entry: Entry, shown: str, names: FileNames, limits: IntakeLimits) -> Opened:
    read = _read(entry, shown, limits.max_archive_bytes)
    if read.content is None:
        return Opened(problem=read.problem)
    return open_bytes(read.content, names, limits, f"{shown}!")
