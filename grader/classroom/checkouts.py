"""Git checkouts, one for each learner: what was committed, read out of the object store.

A checkout's own configuration is never read, since git would run programs it names: objects are lent to an empty repository of ours.
Nothing is checked out, fetched, or run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from grader.classroom.entries import Entry
from grader.classroom.folders import Refused, read_regular
from grader.classroom.moments import YEARS
from grader.classroom.names import is_passed_over
from grader.errors import UsageError
from grader.records import dataclass

_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REF = re.compile(r"ref: (refs/[\w./+-]+)\s*")
TIMEOUT_S = 60.0
MAX_REF, MAX_PACKED = 4096, 8 << 20


class Snapshot(Exception):
    """A checkout that cannot be read; the text says why."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit. `at` is its committer's time in UTC, which a learner can set as they like."""

    sha: str
    at: datetime

    @property
    def text(self) -> str:
        """The time as stored."""
        return self.at.strftime("%Y-%m-%dT%H:%M:%SZ")


class Checkout:
    """One learner's history, newest first, and the files of any commit in it."""

    def __init__(self, objects: Path, head: str) -> None:
        self._bare = objects
        self.commits = tuple(self._history(head))

    def _git(self, *arguments: str, text: bytes = b"") -> bytes:
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }
        try:
            done = subprocess.run(
                ["git", f"--git-dir={self._bare}", *arguments],
                input=text,
                capture_output=True,
                env=environment,
                timeout=TIMEOUT_S,
                check=True,
            )
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode("utf-8", "replace").strip().splitlines()
            raise Snapshot(f"git cannot read it: {said[-1][:160] if said else 'no reason given'}") from error
        except subprocess.TimeoutExpired as error:
            raise Snapshot(f"git needed more than {TIMEOUT_S:.0f} s to read it") from error
        return done.stdout

    def _history(self, head: str) -> Iterator[Commit]:
        for line in self._git("rev-list", "--max-count=20000", "--format=%ct", head).decode().splitlines():
            if line.startswith("commit "):
                sha = line.removeprefix("commit ")
            else:
                yield Commit(sha, _at(line))

    def last(self, due: datetime | None = None) -> Commit | None:
        """The newest commit, or the newest that was in time; None when none was."""
        found = [commit for commit in self.commits if due is None or commit.at <= due]
        return max(found, key=lambda commit: commit.at) if due is not None and found else (found[0] if found else None)

    def entries(self, commit: Commit) -> Iterator[Entry]:
        """The files of a commit by path."""
        for row in self._git("ls-tree", "-r", "-z", "--long", commit.sha).split(b"\0"):
            meta, _, name = row.partition(b"\t")
            if meta:
                mode, kind, sha, size = meta.decode().split()
                path = name.decode("utf-8", "surrogateescape")
                if not any(is_passed_over(part) for part in PurePosixPath(path).parts) and kind == "blob":
                    yield Entry(path, int(size), mode.startswith("100"), self._reader(sha, int(size)))

    def _reader(self, sha: str, size: int) -> Callable[[int], bytes]:
        def read(max_bytes: int) -> bytes:
            if size > max_bytes:
                raise Refused(f"is larger than {max_bytes:,} bytes")
            return self._git("cat-file", "blob", sha)

        return read


@contextmanager
def opened_checkout(folder: Path) -> Iterator[Checkout]:
    """A learner's checkout. Raises Snapshot when it is none, or broken; UsageError without git."""
    if shutil.which("git") is None:
        raise UsageError("These are git checkouts, and there is no `git` on this machine.", hint="install git, or hand over plain folders")
    store = folder / ".git"
    head = _head(store)
    with tempfile.TemporaryDirectory(prefix="grader-git-") as made:
        bare = Path(made)
        for name in ("objects/info", "refs"):
            (bare / name).mkdir(parents=True)
        (bare / "HEAD").write_text("ref: refs/heads/none\n")
        (bare / "objects/info/alternates").write_text(f"{(store / 'objects').resolve()}\n")
        yield Checkout(bare, head)


def _head(store: Path) -> str:
    if store.is_symlink() or not store.is_dir() or (store / "objects").is_symlink() or not (store / "objects").is_dir():
        raise Snapshot("it is no git repository")
    text = _text(store / "HEAD", MAX_REF)
    ref = _REF.fullmatch(text)
    if ref is None:
        return _sha(text)
    if ".." in ref[1]:
        raise Snapshot("its HEAD points outside")
    try:
        return _sha(_text(store / ref[1], MAX_REF))
    except Snapshot:
        packed = _text(store / "packed-refs", MAX_PACKED)
        found = next((line.split()[0] for line in packed.splitlines() if line.endswith(f" {ref[1]}")), "")
        return _sha(found)


def _at(seconds: str) -> datetime:
    with suppress(OverflowError, OSError, ValueError):
        found = datetime.fromtimestamp(int(seconds), UTC)
        if found.year in YEARS:
            return found
    raise Snapshot(f"a commit has the time {seconds[:24]}, which is no moment")


def _sha(text: str) -> str:
    if not _HASH.fullmatch(text.strip()):
        raise Snapshot("it has no commit")
    return text.strip()


def _text(path: Path, max_bytes: int) -> str:
    try:
        return read_regular(path, max_bytes).decode("utf-8", "replace")
    except Refused as refusal:
        raise Snapshot(f"its {path.name} {refusal}") from refusal
