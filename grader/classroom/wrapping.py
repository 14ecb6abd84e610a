"""A class with one folder on top of it, as zipping an unpacked download makes it: which folder to go down into, if any.

One folder on top is one learner too, so it is gone down into only where what is below looks like a class, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from grader.classroom.entries import Entry
from grader.classroom.found import Named, opened_entries
from grader.classroom.gradescope import metadata_entry
from grader.classroom.layouts import composed, platform_of
from grader.classroom.limits import IntakeLimits
from grader.classroom.names import FileNames, is_passed_over, storable
from grader.classroom.notebooks import from_notebook
from grader.classroom.settings import SETTINGS_NAME
from grader.content.models import Level

QUIET = frozenset({SETTINGS_NAME, "readme.md", "readme.txt", "readme"})  # beside submissions, passed over without a word
BESIDE = QUIET | {"roster.csv"}
MAX_WRAPPINGS = 4


def wrapping(entries: Sequence[Entry], level: Level, limits: IntakeLimits) -> str:
    """The path of the folder that holds the class, as `dl/` or `dl/week3/`; "" where the entries are no wrapped class.

    Goes by the level's own file names, whatever is looked for: code and answers to an exam are of the same learners.
    """
    names, prefix = FileNames(level), ""
    for _ in range(MAX_WRAPPINGS):
        top = _only_folder(entries, prefix)
        if not top:
            return ""
        prefix += f"{top}/"
        if _is_class(below(entries, prefix), level, names, limits):
            return prefix
    return ""


def said_of(source: str, prefix: str, entries: Iterable[Entry]) -> tuple[str, ...]:
    """What to tell of a class that was taken from below a folder."""
    top = storable(prefix.rstrip("/"))
    taken = (
        f"`{source}` has one folder on top, `{top}`, and what looks like a class in it: what is in `{top}` was taken for the learners. "
        f"If `{top}` is one learner, put the exercise files right into it."
    )
    unread = f"`{top}/{SETTINGS_NAME}` was not read: put it beside `{top}`, or name it with --settings."
    return (taken, unread) if any(entry.path == prefix + SETTINGS_NAME for entry in entries) else (taken,)


def _only_folder(entries: Iterable[Entry], prefix: str) -> str:
    """The name of the one folder that everything below `prefix` is in, or ""."""
    only = ""
    for entry in entries:
        if entry.path.startswith(prefix) and _may_be_work(entry.path[len(prefix) :]):
            top, slash, _ = entry.path[len(prefix) :].partition("/")
            if not slash or (only and top != only):
                return ""
            only = top
    return only


def _may_be_work(path: str) -> bool:
    return path.lower() not in BESIDE and not any(map(is_passed_over, path.split("/")))


def below(entries: Iterable[Entry], prefix: str) -> list[Entry]:
    """What lies below a folder and may be work, by its path from there."""
    found = (replace(entry, path=entry.path.removeprefix(prefix)) for entry in entries if entry.path.startswith(prefix))
    return [each for each in found if _may_be_work(each.path)]


def _is_class(entries: Sequence[Entry], level: Level, names: FileNames, limits: IntakeLimits) -> bool:
    """Whether this is a course system's layout, or several folders or archives that hold exercises, and none that a learner has."""
    if platform_of([composed(each.path) for each in entries]) is not None or metadata_entry(entries) is not None:
        return True
    objectives = {objective.folder for objective in level.objectives}
    units: dict[str, list[Named]] = {}
    for each in entries:
        top, slash, _ = each.path.partition("/")
        if top in objectives or (not slash and names.meaning(top) is not None):
            return False
        if slash or top.lower().endswith(".zip"):
            units.setdefault(top, []).append(Named(each.path, each))
    with_work = (unit for unit, found in units.items() if any(_holds_work(each, names, limits) for each in found))
    return len(tuple(islice(with_work, 2))) == 2  # no more are opened


def _holds_work(named: Named, names: FileNames, limits: IntakeLimits) -> bool:
    """Whether an entry is an exercise's file, or a notebook or archive that holds one."""
    base = named.path.rpartition("/")[2]
    if names.meaning(base) is not None:
        return True
    if not base.lower().endswith((".ipynb", ".zip")):
        return False
    opened = opened_entries([named], names, limits)
    books = (each for each in opened.notebooks if each.content is not None)
    return bool(opened.candidates) or any(from_notebook(each.path, each.content or b"", names.exercises)[0] for each in books)
