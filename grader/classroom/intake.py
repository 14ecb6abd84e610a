"""Intake: a folder of submissions → submissions, one learner each, in the order of their keys. Nothing is guessed in silence.

Each exercise file is read once; what is hashed is what is stored and graded. One learner's work is in memory at a time. Knows no verdict.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from sys import intern

from grader.classroom.archives import open_archive
from grader.classroom.downloads import are_checkouts, from_checkouts, from_unpacked, from_zip
from grader.classroom.entries import entries_of_folder
from grader.classroom.folders import is_results, open_folder
from grader.classroom.handin import HandedIn, HandIn, Take
from grader.classroom.layouts import Platform
from grader.classroom.limits import IntakeLimits
from grader.classroom.names import FileNames, base_of, is_passed_over, storable, twice
from grader.classroom.notebooks import from_notebook, is_notebook, is_script
from grader.classroom.opened import Candidate, Opened
from grader.classroom.renames import accepted, looks_like_another
from grader.classroom.untaken import told
from grader.classroom.wrapping import BESIDE, QUIET, said_of, wrapping
from grader.content.models import Level
from grader.content.stubs import evened
from grader.errors import NothingToDo, UsageError
from grader.records import dataclass
from grader.store.rows import NewFile, NewSubmission
from grader.store.spool import Spool

MAX_SHOWN = 3
MAX_WARNINGS = 20


@dataclass(frozen=True, slots=True)
class Intake:
    """Everything that came in. `ignored` names what is no submission; `unclear` says what could not be given to anyone; `notices` say
    how it was taken."""

    submissions: tuple[NewSubmission, ...]
    ignored: tuple[str, ...]
    unclear: tuple[str, ...] = ()
    platform: str = Platform.FOLDERS.value
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IntakeRules:
    """What the class decides about intake. `zone` is that of local times without one; `by_deadline` takes the last commit in time.

    Deadlines are those by which work is not late: any grace is in them.
    """

    due: Mapping[str, datetime] | None = None
    default_due: datetime | None = None
    by_deadline: bool = False
    zone: tzinfo = UTC
    known: frozenset[str] = frozenset()

    def due_of(self, key: str) -> datetime | None:
        """A learner's own deadline."""
        return (self.due or {}).get(key, self.default_due)


def take_in(
    folder: Path,
    level: Level,
    *,
    names: Mapping[str, str] | None = None,
    limits: IntakeLimits | None = None,
    rules: IntakeRules | None = None,
    file_names: FileNames | None = None,
) -> Intake:
    """The submissions in a folder or a download.

    Raises UsageError when it is none of either, NothingToDo when it holds none, DiskFull without room for a copy of the files.
    """
    bounds, wanted = limits or IntakeLimits(), file_names or FileNames(level)
    known, spool = names or {}, Spool()

    def take(handed: HandIn) -> NewSubmission:
        return _new(handed, known.get(handed.key, ""), wanted, spool)

    handed = _handed_in(folder, level, wanted, bounds, rules or IntakeRules(), take)
    if not handed.submissions:
        raise NothingToDo(f"No submissions in `{folder}`.", hint="a submission is a folder or a .zip, one for each learner")
    submissions = tuple(sorted(handed.submissions, key=lambda each: each.key))
    return Intake(submissions, handed.ignored, handed.unclear, handed.platform, handed.notices)


def _handed_in(source: Path, level: Level, names: FileNames, limits: IntakeLimits, rules: IntakeRules, take: Take) -> HandedIn:
    """Whatever `source` is, opened the way it asks for."""
    if source.is_file():
        if source.suffix.lower() != ".zip":
            raise UsageError(f"`{source}` is a file.", hint="name the folder that holds the submissions, or a downloaded .zip of them")
        return from_zip(source, level, names, limits, take, rules.zone, rules.known)
    if not source.is_dir():
        raise UsageError(f"No folder `{source}`.", hint="name the folder or the download that holds the submissions")
    if is_results(source):
        raise UsageError(
            f"`{source}` holds the results of a class: `learners` and the like in it are no submissions.",
            hint="name the folder that was graded; if results were written into it, move the learners' folders into one of their own",
        )
    if are_checkouts(source):
        return from_checkouts(source, names, limits, take, rules.due_of if rules.by_deadline else None)
    unpacked = from_unpacked(source, names, limits, take, rules.zone, rules.known)
    if unpacked is not None:
        return unpacked
    inner, said = _wrapped(source, level, limits)
    if inner is not None:
        return replace(_handed_in(inner, level, names, limits, rules, take), notices=said)
    _refuse_one_submission(source, level, names)
    return _from_folders(source, names, limits, take)


def _from_folders(folder: Path, names: FileNames, limits: IntakeLimits, take: Take) -> HandedIn:
    found: dict[str, list[Path]] = {}
    ignored = []
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        key = _key(path)
        if key:
            found.setdefault(key, []).append(path)
        elif not is_passed_over(path.name) and path.name.lower() not in QUIET:
            ignored.append(storable(path.name))
    submissions = tuple(take(HandIn(key, _opened(key, paths, names, limits))) for key, paths in found.items())
    return HandedIn(submissions, Platform.FOLDERS.value, (), tuple(ignored))


def _wrapped(source: Path, level: Level, limits: IntakeLimits) -> tuple[Path | None, tuple[str, ...]]:
    """The folder in `source` that holds a whole class, and what to say of it; None where there is none."""
    found = [path for path in source.iterdir() if not is_passed_over(path.name) and path.name.lower() not in BESIDE]
    tops = [path for path in found if not is_results(path)]
    if len(tops) != 1 or not tops[0].is_dir() or not _key(tops[0]):
        return None, ()
    if are_checkouts(tops[0]) and len(list(tops[0].iterdir())) > 1:
        return tops[0], said_of(str(source), tops[0].name, ())
    entries = list(entries_of_folder(source))
    prefix = wrapping(entries, level, limits)
    return (source / prefix, said_of(str(source), prefix, entries)) if prefix else (None, ())


def _refuse_one_submission(folder: Path, level: Level, names: FileNames) -> None:
    objectives = {objective.folder for objective in level.objectives}
    own = [path.name for path in folder.iterdir() if path.name in objectives or (path.is_file() and names.meaning(path.name) is not None)]
    if own:
        raise UsageError(
            f"`{folder}` looks like one learner's work: it holds `{min(own)}` itself.",
            hint="name the folder above it, which holds one folder or .zip for each learner; or put it into a folder of its own",
        )


def _key(path: Path) -> str:
    """The learner's key: the name of a folder, or of a .zip without its ending; "" for anything else. Links count as neither, nor do
    results that were written in among the submissions."""
    if is_passed_over(path.name) or path.is_symlink():
        return ""
    if path.is_dir():
        return "" if is_results(path) else storable(path.name)
    return storable(path.stem) if path.suffix.lower() == ".zip" else ""


def _opened(key: str, paths: list[Path], names: FileNames, limits: IntakeLimits) -> Opened:
    if len(paths) > 1:
        return Opened(problem=twice(key, [path.name for path in paths]))
    return open_folder(paths[0], names, limits) if paths[0].is_dir() else open_archive(paths[0], names, limits)


def _new(handed: HandIn, name: str, names: FileNames, spool: Spool) -> NewSubmission:
    opened = _without_stubs(_with_strangers(_with_notebooks(handed.opened, names), names), names)
    chosen = dict(_chosen(opened.candidates, names))
    files = tuple(
        NewFile(slug, intern(each.path), None if each.content is None else spool.keep(each.content), each.problem)
        for slug, each in chosen.items()
    )
    renamed = (*_renames(opened.candidates, names), *_twins(opened.candidates, names))
    warnings = (*renamed, *_mistaken(chosen, names), *told(opened, chosen, names), *opened.warnings)
    return NewSubmission(
        handed.key,
        name or handed.name,
        _sha256(files, opened.problem),
        files,
        _shortened(warnings),
        opened.problem,
        roster_id=handed.roster_id,
        submitted_at=handed.submitted_at,
        marked_late=handed.is_marked_late,
        members=handed.members,
    )


def _with_notebooks(opened: Opened, names: FileNames) -> Opened:
    """The candidates with those that notebooks define. A file of its own goes before a notebook, and that is said."""
    opened = _with_misnamed_notebooks(opened) if names.reads_notebooks else opened
    candidates, warnings = list(opened.candidates), list(opened.warnings)
    problem = opened.problem
    own = {slug for slug, found in _by_slug(candidates, names).items() if not all(_is_stub(slug, each, names) for each in found)}
    for book in opened.notebooks:
        found, said, wrong = ((), (), book.problem) if book.content is None else from_notebook(book.path, book.content, names.exercises)
        warnings += said
        if not (found or wrong):
            warnings.append(f"{book.path} has the functions of no exercise: nothing of it was graded.")
        for each in found:
            if each.slug in own:
                warnings.append(f"{book.path} defines {each.slug} too; the file of its own was taken.")
            else:
                candidates.append(each)
        if wrong and not opened.candidates and len(opened.notebooks) == 1:
            problem = problem or wrong
        elif wrong:
            warnings.append(wrong)
    return replace(opened, candidates=tuple(candidates), warnings=tuple(warnings), problem=problem)


def _with_misnamed_notebooks(opened: Opened) -> Opened:
    """The same with files among the notebooks that are called programs and are none: renamed, or saved as a script of cells."""
    found = [each for each in (*opened.candidates, *opened.strangers) if is_notebook(each.content or b"") or is_script(each.content or b"")]
    if not found:
        return opened
    paths = {each.path for each in found}
    return replace(
        opened,
        candidates=tuple(each for each in opened.candidates if each.path not in paths),
        strangers=tuple(each for each in opened.strangers if each.path not in paths),
        others=tuple(path for path in opened.others if path not in paths),
        notebooks=(*opened.notebooks, *found),
        warnings=(*(f"{each.path} is a notebook, whatever it is called, and was read as one." for each in found), *opened.warnings),
    )


def _with_strangers(opened: Opened, names: FileNames) -> Opened:
    """The candidates with files of other names, where renames are accepted and none stands against it."""
    if not opened.strangers or not names.accepts_renames:
        return opened
    taken, said = accepted(opened.strangers, names, set(_by_slug(opened.candidates, names)))
    count = sum(path.lower().endswith(".py") for path in opened.others)
    if count > len(opened.strangers):
        said.append(f"Of {count} files of other names only {len(opened.strangers)} were looked into.")
    paths = {each.path for each in taken}
    others = tuple(path for path in opened.others if path not in paths)
    return replace(opened, candidates=(*opened.candidates, *taken), others=others, warnings=(*opened.warnings, *said))


def _without_stubs(opened: Opened, names: FileNames) -> Opened:
    """The candidates without files that are as they were handed out, where something else came for the same exercise: these are no work."""
    left: list[Candidate] = []
    said: list[str] = []
    for slug, found in sorted(_by_slug(opened.candidates, names).items()):
        stubs = [each for each in found if _is_stub(slug, each, names)]
        if stubs and len(stubs) < len(found):
            left += stubs
            said.append(f"{', '.join(each.path for each in stubs[:MAX_SHOWN])} is {slug} as it was handed out; the other file was taken.")
    if not left:
        return opened
    kept = tuple(each for each in opened.candidates if not any(each is stub for stub in left))
    return replace(opened, candidates=kept, warnings=(*opened.warnings, *said))


def _is_stub(slug: str, candidate: Candidate, names: FileNames) -> bool:
    """Whether a file is an exercise's stub, with nothing written into it."""
    if candidate.content is None or candidate.is_from_notebook:
        return False
    return evened(candidate.content) == names.stub(slug)


def _shortened(warnings: tuple[str, ...]) -> tuple[str, ...]:
    """At most so many that someone reads them; the rest is counted."""
    left = len(warnings) - MAX_WARNINGS
    return (*warnings[:MAX_WARNINGS], f"And {left:,} more of the kind.") if left > 0 else warnings


def _chosen(candidates: Iterable[Candidate], names: FileNames) -> Iterator[tuple[str, Candidate]]:
    """One file for each exercise that has any, with its slug and by it."""
    for slug, found in sorted(_by_slug(candidates, names).items()):
        contents = {candidate.content for candidate in found}
        if len(contents) == 1:
            yield slug, found[0]
        else:
            paths = ", ".join(candidate.path for candidate in found[:MAX_SHOWN]) + (", …" if len(found) > MAX_SHOWN else "")
            yield slug, Candidate(found[0].path, None, f"{len(found)} different files could be meant: {paths}. Hand in one.")


def _by_slug(candidates: Iterable[Candidate], names: FileNames) -> dict[str, list[Candidate]]:
    """Candidates by exercise, the exactly named and least nested first."""
    found: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        meaning = names.meaning(base_of(candidate.path))
        slug = candidate.slug or (meaning.slug if meaning is not None else "")
        if slug:
            found.setdefault(slug, []).append(candidate)
    for group in found.values():
        group.sort(key=lambda candidate: (not _is_exact(candidate, names), candidate.path.count("/"), candidate.path))
    return found


def _renames(candidates: Iterable[Candidate], names: FileNames) -> Iterator[str]:
    for slug, found in sorted(_by_slug(candidates, names).items()):
        if not _is_exact(found[0], names):
            yield f"{found[0].path} was taken for {slug}."


def _twins(candidates: Iterable[Candidate], names: FileNames) -> Iterator[str]:
    for slug, found in sorted(_by_slug(candidates, names).items()):
        if len(found) > 1 and len({candidate.content for candidate in found}) == 1:
            yield f"{slug} came {len(found)} times, each time the same file."


def _mistaken(chosen: Mapping[str, Candidate], names: FileNames) -> Iterator[str]:
    """Files that are another exercise's by what they define: handed in under the wrong name, perhaps. They are graded as named."""
    for slug, each in chosen.items():
        other = looks_like_another(slug, each.content or b"", names.exercises)
        if other:
            yield f"{each.path} has the functions of {other} and none of {slug}. Was it meant for {other}?"


def _is_exact(candidate: Candidate, names: FileNames) -> bool:
    if candidate.is_from_notebook:
        return True
    meaning = names.meaning(base_of(candidate.path))
    return meaning is not None and meaning.is_exact


def _sha256(files: Iterable[NewFile], problem: str) -> str:
    """What makes a piece of work: the names and bytes of its exercise files, and what is wrong with it."""
    digest = hashlib.sha256(problem.encode())
    for file in files:
        content = "" if file.content is None else file.content.sha256
        digest.update(f"\0{file.slug}\0{file.path}\0{content}\0{file.problem}".encode())
    return digest.hexdigest()
