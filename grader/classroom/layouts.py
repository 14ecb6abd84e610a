"""What an entry of a course system's bulk download means: whose it is, which file, late or not. Names only; opens nothing.

A learner's key is an id of that system, never a name: two learners may share one. Knows no exercise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum

from grader.records import dataclass

_CANVAS_TEXT = re.compile(r"(?:(?P<name>.*?)_)?(?P<late>LATE_)?(?P<key>\d+)_(?P<kind>text|link)\.html")
_CANVAS_ANON = re.compile(r"(?P<late>LATE_)?(?P<key>anon_[^_/]+)_\d+_(?P<file>.+)", re.DOTALL)
_CANVAS = re.compile(r"(?:(?P<name>.*?)_)?(?P<late>LATE_)?(?P<key>\d+)_\d+_(?P<file>.+)", re.DOTALL)
_CANVAS_IDS = re.compile(r"(?<=_)(?P<key>\d+)(?=_\d+_(?P<file>.+))", re.DOTALL)
_RESUBMITTED = re.compile(r"(?P<stem>.+)-(?:\d{1,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?P<suffix>\.[A-Za-z0-9]+)")
_MOODLE = re.compile(
    r"(?:(?P<name>[^/]+?)_(?P<key>\d+)|(?P<group>[^/]+?))_assignsubmission_(?P<kind>file|onlinetext)(?:_?/(?P<inside>.*)|_(?P<file>.+))",
    re.DOTALL,
)
_BLACKBOARD = re.compile(r"(?P<work>.+?)_(?P<key>[^/]+?)_attempt_(?P<at>\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)(?:_(?P<file>.+)|\.txt)", re.DOTALL)


class Platform(StrEnum):
    """Where a download came from."""

    CANVAS = "canvas"
    MOODLE = "moodle"
    BLACKBOARD = "blackboard"
    GRADESCOPE = "gradescope"
    GIT = "git"
    FOLDERS = "folders"


@dataclass(frozen=True, slots=True)
class Meant:
    """One entry. `file` is "" where nothing in it is a file; `key` is "" where nobody can be named. `at`: local time, or ""."""

    key: str
    file: str = ""
    name: str = ""
    is_late: bool = False
    at: str = ""
    note: str = ""


def canvas(entry: str, known: Collection[str] = ()) -> Meant | None:
    """An entry of Canvas's download. `known` ids settle a name that itself ends in digits."""
    if "/" in entry:
        return None
    text = _CANVAS_TEXT.fullmatch(entry)
    if text is not None:
        kind = "text" if text["kind"] == "text" else "a link"
        return Meant(text["key"], "", text["name"] or "", bool(text["late"]), note=f"Handed in as {kind}: there is no file to grade.")
    anonymous = _CANVAS_ANON.fullmatch(entry)
    if anonymous is not None:
        return Meant(anonymous["key"], anonymous["file"], "", bool(anonymous["late"]))
    found = _CANVAS.fullmatch(entry)
    if found is None:
        return None
    if found["key"] not in known:
        for other in _CANVAS_IDS.finditer(entry):
            if other["key"] in known:
                name = entry[: other.start() - 1]
                return Meant(other["key"], other["file"], name.removesuffix("_LATE"), name.endswith("_LATE"))
    return Meant(found["key"], found["file"], found["name"] or "", bool(found["late"]))


def moodle(entry: str, _known: Collection[str] = ()) -> Meant | None:
    """An entry of Moodle's download, in any of its five layouts."""
    found = _MOODLE.fullmatch(entry)
    if found is None:
        return None
    if found["key"] is None:
        return Meant("", found["inside"] or found["file"] or "", found["group"])
    if found["kind"] == "onlinetext":
        return Meant(found["key"], "", found["name"], note="Handed in as online text too: that is not graded.")
    return Meant(found["key"], found["inside"] or found["file"] or "", found["name"])


def blackboard(entry: str, _known: Collection[str] = ()) -> Meant | None:
    """An entry of Blackboard's download; a text beside every attempt says nothing that is graded."""
    found = _BLACKBOARD.fullmatch(entry)
    return None if found is None else Meant(found["key"], found["file"] or "", at=found["at"])


READERS: dict[Platform, Callable[[str, Collection[str]], Meant | None]] = {
    Platform.MOODLE: moodle,
    Platform.BLACKBOARD: blackboard,
    Platform.CANVAS: canvas,
}


def platform_of(entries: Sequence[str]) -> Platform | None:
    """The system whose layout every entry has; None when there is none."""
    for platform, read in READERS.items():
        if entries and all(read(entry, ()) is not None for entry in entries):
            return platform
    return None


def without_resubmission(name: str) -> str:
    """A file name without the `-1` or `-uuid` that Canvas puts before the ending of a file handed in again; "" when it has none."""
    found = _RESUBMITTED.fullmatch(name)
    return "" if found is None else found["stem"] + found["suffix"]


def composed(name: str) -> str:
    """A name as we compare it."""
    return unicodedata.normalize("NFC", name)
