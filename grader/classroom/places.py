"""Where a page goes back to: for each learner of a download, the name that its course system expects of a returned file.

Names are copied from the download that was graded, never made up: Canvas, for one, finds a submission by the id of the file in it.
Knows names only; opens no submission and knows no page.
"""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from grader.classroom.entries import UNREADABLE, entries_of_folder, entries_of_zip
from grader.classroom.layouts import READERS, Meant, Platform, composed, platform_of
from grader.classroom.names import storable
from grader.errors import UsageError
from grader.records import dataclass

OWN = ("class.yaml", "roster.csv")
FEEDBACK = "feedback.html"


@dataclass(frozen=True, slots=True)
class Places:
    """The system a download is of; by learner, the path of the returned file in the archive to upload."""

    platform: Platform
    paths: Mapping[str, str]


def places_in(download: Path, known: Collection[str] = frozenset()) -> Places:
    """The places of a download, zipped or unpacked. UsageError when it is of no system that takes files back."""
    names = [name for name in _names(download) if name not in OWN]
    platform = platform_of([composed(name) for name in names])
    while platform is None and (inner := _without_folder_on_top(names)):
        names = [name for name in inner if name not in OWN]
        platform = platform_of([composed(name) for name in names])
    if platform is None:
        raise UsageError(
            f"`{download}` is no download of Canvas, Moodle or Blackboard: there is no layout to hand pages back in.",
            hint="name the download that was graded; or hand back the folder `learners`",
        )
    return Places(platform, _paths(platform, names, known))


def _without_folder_on_top(names: Sequence[str]) -> list[str]:
    """The names below the one folder on top: the system made them without it. None where there is no such folder."""
    top = {name.partition("/")[0] if "/" in name else "" for name in names}
    return [name.partition("/")[2] for name in names] if len(top) == 1 and "" not in top else []


def _names(download: Path) -> list[str]:
    if download.is_dir():
        return [entry.path for entry in entries_of_folder(download)]
    try:
        with zipfile.ZipFile(download) as archive:
            return [entry.path for entry in entries_of_zip(archive)]
    except UNREADABLE as error:
        raise UsageError(f"`{download}` cannot be read: {type(error).__name__}.", hint="name the .zip or folder that was graded") from error


def _paths(platform: Platform, names: Iterable[str], known: Collection[str]) -> dict[str, str]:
    """One place for each learner: of the newest attempt, the first entry by name that the system takes back."""
    found: dict[str, tuple[str, str]] = {}
    for name in sorted(names):
        meant = READERS[platform](composed(name), known)
        place = "" if meant is None or not meant.key else _place(platform, name, meant)
        if meant is None or not place:
            continue
        key = storable(meant.key)
        if key not in found or meant.at > found[key][0]:
            found[key] = (meant.at, place)
    return {key: place for key, (_, place) in found.items()}


def _place(platform: Platform, name: str, meant: Meant) -> str:
    """The path of a returned file; "" where this entry leads to none."""
    if platform is Platform.CANVAS:
        return name if meant.file else ""  # texts and links hold no id of a file
    if platform is Platform.BLACKBOARD:
        return name[: name.index(meant.at) + len(meant.at)] + f"_{FEEDBACK}"
    who, _, rest = name.partition("_assignsubmission_")
    if "/" not in rest:
        return f"{who}_assignsubmission_file_{FEEDBACK}"
    kind = rest.partition("/")[0]
    return f"{who}_assignsubmission_file{'_' if kind.endswith('_') else ''}/{FEEDBACK}"
