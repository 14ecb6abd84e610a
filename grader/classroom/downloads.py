"""A course system's download, zipped or unpacked, and checkouts: entries given to learners. What cannot be given to one is said.

Knows layouts and entries; decides no verdict and no mark.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, tzinfo
from itertools import chain
from pathlib import Path, PurePosixPath

from grader.classroom.checkouts import Snapshot, opened_checkout
from grader.classroom.entries import UNREADABLE, Entry, entries_of_folder, entries_of_zip
from grader.classroom.folders import is_results
from grader.classroom.found import Named, opened_entries
from grader.classroom.gradescope import metadata_entry, submitters
from grader.classroom.handin import HandedIn, HandIn, Take
from grader.classroom.layouts import READERS, Meant, Platform, composed, platform_of
from grader.classroom.limits import IntakeLimits
from grader.classroom.moments import utc_text
from grader.classroom.names import FileNames, is_passed_over, storable, twice
from grader.classroom.opened import Opened
from grader.classroom.wrapping import QUIET, below, said_of, wrapping
from grader.content.models import Level
from grader.errors import UsageError

BLACKBOARD_TIME = "%Y-%m-%d-%H-%M-%S"


def from_zip(
    path: Path, level: Level, names: FileNames, limits: IntakeLimits, take: Take, zone: tzinfo, known: Collection[str] = frozenset()
) -> HandedIn:
    """The submissions of a downloaded .zip. UsageError when it is none we know."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = list(entries_of_zip(archive))
            found = _known_layout(entries, names, limits, take, zone, known)
            prefix = wrapping(entries, level, limits) if found is None else ""
            if prefix:
                inner = below(entries, prefix)
                found = _known_layout(inner, names, limits, take, zone, known) or _by_top_folder(path, inner, level, names, limits, take)
                return replace(found, notices=said_of(str(path), prefix, entries))
            return found if found is not None else _by_top_folder(path, entries, level, names, limits, take)
    except UNREADABLE as error:
        raise UsageError(f"`{path}` cannot be read: {str(error)[:160] or type(error).__name__}.", hint="download it again") from error


def from_unpacked(
    folder: Path, names: FileNames, limits: IntakeLimits, take: Take, zone: tzinfo, known: Collection[str] = frozenset()
) -> HandedIn | None:
    """The submissions of a download that was unpacked; None when the folder has no such layout."""
    tops = [path.name for path in folder.iterdir() if not is_passed_over(path.name) and path.name not in ("class.yaml", "roster.csv")]
    tops = [name for name in tops if not is_results(folder / name)]
    looks = [name if not (folder / name).is_dir() else f"{name}/x" for name in tops]
    if platform_of([composed(each) for each in looks]) is None and not (folder / "submission_metadata.yml").is_file():
        return None
    entries = [entry for entry in entries_of_folder(folder) if entry.path not in ("class.yaml", "roster.csv")]
    return _known_layout(entries, names, limits, take, zone, known)


def _known_layout(
    entries: Sequence[Entry], names: FileNames, limits: IntakeLimits, take: Take, zone: tzinfo, known: Collection[str]
) -> HandedIn | None:
    metadata = metadata_entry(entries)
    if metadata is not None:
        return _gradescope(metadata, entries, names, limits, take)
    platform = platform_of([composed(entry.path) for entry in entries])
    return None if platform is None else _bulk(platform, entries, names, limits, take, zone, known)


def _bulk(
    platform: Platform,
    entries: Sequence[Entry],
    names: FileNames,
    limits: IntakeLimits,
    take: Take,
    zone: tzinfo,
    known: Collection[str],
) -> HandedIn:
    by_key: dict[str, list[tuple[Meant, Entry]]] = {}
    unclear = []
    for entry in entries:
        meant = READERS[platform](composed(entry.path), known)
        if meant is not None and not meant.key:
            unclear.append(f"{storable(entry.path)} names a group without an id: it was given to nobody.")
        elif meant is not None:
            by_key.setdefault(storable(meant.key), []).append((meant, entry))
    submissions = tuple(take(_one(key, found, names, limits, zone)) for key, found in by_key.items())
    return HandedIn(submissions, platform.value, tuple(unclear))


def _one(key: str, found: Sequence[tuple[Meant, Entry]], names: FileNames, limits: IntakeLimits, zone: tzinfo) -> HandIn:
    """One learner: the newest attempt where a download holds several, the older ones named."""
    newest = max(meant.at for meant, _ in found)
    own = [(meant, entry) for meant, entry in found if meant.at == newest]
    older = sorted({meant.at for meant, _ in found if meant.at != newest})
    opened = opened_entries((Named(meant.file, entry) for meant, entry in own if meant.file), names, limits)
    notes = dict.fromkeys([*(meant.note for meant, _ in own if meant.note), *(f"An older attempt of {at} was left alone." for at in older)])
    at = _utc(newest, zone)
    if newest and not at:
        notes[f"The name says {newest}, which is no moment: when this came in is not known."] = None
    with_notes = replace(opened, warnings=(*opened.warnings, *notes))
    name = next((storable(meant.name) for meant, _ in own if meant.name), "")
    return HandIn(key, with_notes, name, submitted_at=at, is_marked_late=any(meant.is_late for meant, _ in own))


def _utc(at: str, zone: tzinfo) -> str:
    """A system's local time as UTC text; "" where it is none."""
    with suppress(ValueError):
        return utc_text(datetime.strptime(at, BLACKBOARD_TIME).replace(tzinfo=zone))
    return ""


def _gradescope(metadata: Entry, entries: Sequence[Entry], names: FileNames, limits: IntakeLimits, take: Take) -> HandedIn:
    people = submitters(metadata)
    top = str(PurePosixPath(metadata.path).parent)
    prefix = "" if top == "." else f"{top}/"
    submissions = []
    for folder, who in sorted(people.items()):
        inside = f"{prefix}{folder}/"
        opened = opened_entries(
            (Named(entry.path.removeprefix(inside), entry) for entry in entries if entry.path.startswith(inside)), names, limits
        )
        submissions.append(take(HandIn(storable(folder), opened, " and ".join(who.names), submitted_at=who.at, members=who.sids)))
    known = {f"{prefix}{folder}" for folder in people}
    others = {entry.path.rpartition("/")[0] for entry in entries if entry is not metadata}
    unclear = sorted(each for each in others if not any(each == own or each.startswith(f"{own}/") for own in known))
    return HandedIn(
        tuple(submissions),
        Platform.GRADESCOPE.value,
        tuple(f"{storable(each)} is not in {metadata.path}: it was given to nobody." for each in unclear),
    )


def _by_top_folder(path: Path, entries: Sequence[Entry], level: Level, names: FileNames, limits: IntakeLimits, take: Take) -> HandedIn:
    """A .zip that holds a folder or .zip for each learner."""
    learners: dict[str, dict[str, list[Named]]] = {}  # by key: folders and archives, of which there should be one
    ignored, own = [], []
    objectives = {objective.folder for objective in level.objectives}
    for entry in entries:
        top, slash, inside = entry.path.partition("/")
        if top in objectives or (not slash and names.meaning(top) is not None):
            own.append(top)
        elif slash or top.lower().endswith(".zip"):
            key = storable(top if slash else top[: -len(".zip")])
            learners.setdefault(key, {}).setdefault(top, []).append(Named(inside or top, entry))
        elif top.lower() not in QUIET:
            ignored.append(storable(top))
    if own or not learners:
        what = f"holds `{min(own)}` itself" if own else "holds no folder for any learner"
        raise UsageError(
            f"`{path}` is no download of submissions that this program knows: it {what}.",
            hint="put one learner's work into a folder of its own, and name the folder above",
        )

    def opened(key: str, found: Mapping[str, list[Named]]) -> Opened:
        if len(found) > 1:
            return Opened(problem=twice(key, found))
        return opened_entries(chain.from_iterable(found.values()), names, limits)

    submissions = tuple(take(HandIn(key, opened(key, found))) for key, found in learners.items())
    return HandedIn(submissions, Platform.FOLDERS.value, (), tuple(ignored))


def are_checkouts(folder: Path) -> bool:
    """Whether most folders in here are git checkouts; a learner may hand in one checkout among plain folders."""
    own = [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink() and not is_passed_over(path.name)]
    checkouts = [path for path in own if (path / ".git" / "HEAD").is_file() and (path / ".git" / "objects").is_dir()]
    return 2 * len(checkouts) > len(own)


def from_checkouts(
    folder: Path, names: FileNames, limits: IntakeLimits, take: Take, due_of: Callable[[str], datetime | None] | None = None
) -> HandedIn:
    """A checkout each, called `{assignment}-{login}` in `{assignment}-submissions`; with `due_of`, the last commit in time."""
    submissions, ignored = [], []
    prefix = folder.resolve().name.removesuffix("submissions") if folder.resolve().name.endswith("-submissions") else ""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir() and not path.is_symlink() and not is_passed_over(path.name) and not is_results(path):
            key = storable(path.name.removeprefix(prefix))
            submissions.append(take(_checkout(key, path, names, limits, due_of(key) if due_of is not None else None)))
        elif not is_passed_over(path.name) and path.name not in ("class.yaml", "roster.csv"):
            ignored.append(storable(path.name))
    return HandedIn(tuple(submissions), Platform.GIT.value, (), tuple(ignored))


def _checkout(key: str, path: Path, names: FileNames, limits: IntakeLimits, due: datetime | None) -> HandIn:
    try:
        with opened_checkout(path) as checkout:
            commit = checkout.last(due)
            if commit is None:
                return HandIn(key, Opened(warnings=("No commit was in time.",)))
            opened = opened_entries([Named(entry.path, entry) for entry in checkout.entries(commit)], names, limits)
            newer = sum(each.at > commit.at for each in checkout.commits)
            return HandIn(key, _noted(opened, commit.sha, newer, len(checkout.commits)), submitted_at=commit.text)
    except Snapshot as problem:
        return HandIn(key, Opened(problem=f"The checkout cannot be read: {problem}."))


def _noted(opened: Opened, sha: str, newer: int, commits: int) -> Opened:
    notes: Iterable[str] = (
        *((f"{newer} later commits were left alone; {sha[:10]} was the last in time.",) if newer else ()),
        *(("There is only one commit: perhaps nothing was begun.",) if commits == 1 else ()),
    )
    return replace(opened, warnings=(*opened.warnings, *notes))
