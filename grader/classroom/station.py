"""What a machine of a cluster does: says what it is, unpacks the level it is sent, and grades one job at a time in each of its threads.

These functions run in a worker of dask.distributed, which is trusted: it gets checks, solutions and the class secret. Learner code runs in
processes of its own below it, behind the same wall as on one machine. A run that nobody speaks of any more ends here by itself, and what
was unpacked goes with this process at the latest. Knows nothing of the network.
"""

from __future__ import annotations

import atexit
import contextlib
import dataclasses
import gzip
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader import __version__
from grader.checks.limits import Patience
from grader.checks.messages import outcome_to_dict
from grader.checks.pool import Job, Pool
from grader.classroom.plan import engine_sha256
from grader.content.hashes import suite_hash
from grader.content.load import load_level
from grader.content.models import Level
from grader.content.tree import ContentRoot
from grader.errors import ContentError
from grader.results import IsolationLevel

LEASE_S = 300.0  # without a word of a run; one that goes on after that is sent again
LOOK_S = 5.0  # between two looks for such runs
PREFIX, ALIVE = "grader-station-", ".alive"
NEW_S = 60.0  # a folder this young may not be locked yet

Parcel = dict[str, Any]  # plain data: two versions of this program must be able to tell that they differ


def program() -> dict[str, str]:
    """This program, as two machines compare it."""
    return {"grader": __version__, "engine": engine_sha256()}


def greet() -> dict[str, str]:
    """What this machine runs. Called before anything secret is sent."""
    from grader.checks.worker import environment

    return {**program(), **environment()}


def pack(level: Level, slugs: tuple[str, ...], secret: bytes, limits: Mapping[str, float], isolation: IsolationLevel | None) -> Parcel:
    """Everything a machine needs for a run: the files of the level, what their hashes have to be, the secret, the limits."""
    parcel: Parcel = {
        "content": _archive(level.root),
        "slugs": list(slugs),
        "suites": {slug: suite_hash(level.exercise(slug)) for slug in slugs},
        "secret": secret,
        "limits": dict(limits),
        "isolation": isolation.value if isolation is not None else "",
    }
    digest = hashlib.sha256(parcel["content"] + secret + repr(sorted(limits.items())).encode() + repr(slugs).encode())
    return {**parcel, "key": digest.hexdigest()}


def _archive(root: ContentRoot) -> bytes:
    """The trees of a level, without caches; equal bytes for equal files, so that a run that is made again is the same."""
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w") as archive,
    ):
        for item in dataclasses.fields(root):
            folder: Path | None = getattr(root, item.name)
            if folder is None:
                continue
            for path in sorted(folder.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.add(path, arcname=f"{item.name}/{path.relative_to(folder).as_posix()}", recursive=False)
    return packed.getvalue()


@dataclass(slots=True)
class _Station:
    """One run on this machine."""

    parcel: Parcel
    folder: Path
    alive: int  # the descriptor of a lock, which ends with this process
    level: Level
    pools: dict[int, Pool] = field(default_factory=dict)  # by thread: a grading process ends with the thread that started it
    at_work: set[int] = field(default_factory=set)  # threads
    heard_at: float = field(default_factory=time.monotonic)

    @property
    def is_forgotten(self) -> bool:
        """Whether nobody has spoken of this run for so long that nobody will."""
        return not self.at_work and time.monotonic() - self.heard_at > LEASE_S

    def pool(self) -> Pool:
        """The pool of this thread."""
        thread = threading.get_ident()
        if thread not in self.pools:
            level = IsolationLevel(self.parcel["isolation"]) if self.parcel["isolation"] else None
            self.pools[thread] = Pool(
                self.level,
                self.parcel["slugs"],
                secret=self.parcel["secret"],
                isolation=level,
                limits=self.parcel["limits"],
                stays_small=True,
            )
        return self.pools[thread]

    def close(self) -> None:
        """End everything. A thread that is at work loses its processes, and closes their pool itself."""
        for thread, pool in self.pools.items():
            if thread in self.at_work:
                pool.stop()
            else:
                pool.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self.alive)


_stations: dict[str, _Station] = {}
_lock = threading.RLock()
_watch: threading.Thread | None = None


def enlist(parcel: Parcel) -> dict[str, Any]:
    """Get ready for a run, and say how well learner code is isolated here, as measured now. ContentError when files came out different."""
    with _lock:
        station = _stations.get(parcel["key"]) or _unpacked(parcel)
        _stations[parcel["key"]] = station
        station.heard_at = time.monotonic()
        pool = station.pool()
        _watch_over()
    return {
        "isolation": pool.isolation.level.value,
        "layers": dict(pool.isolation.layers),
        "open_canaries": list(pool.isolation.open_canaries),
        "environment": dict(pool.environment),
    }


def _unpacked(parcel: Parcel) -> _Station:
    _sweep()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    alive = os.open(folder / ALIVE, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        _take(alive)
        with tarfile.open(fileobj=io.BytesIO(parcel["content"]), mode="r:gz") as archive:
            archive.extractall(folder, filter="data")
        own = folder / "own_checks"
        root = replace(ContentRoot.of_wheel(folder), own_checks=own if own.is_dir() else None)
        level = load_level(root)
        found = {slug: suite_hash(level.exercise(slug)) for slug in parcel["slugs"]}
        wrong = [slug for slug, suite in parcel["suites"].items() if found[slug] != suite]
        if wrong:
            raise ContentError([f"The checks of {', '.join(wrong[:5])} are not the ones that were sent."])
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(alive)
        raise
    return _Station(parcel, folder, alive, level)


def _take(alive: int) -> bool:
    """Lock a folder for as long as this process lives; False when another holds it. Where there are no locks, all folders are held."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sweep() -> None:
    """Remove what was unpacked by processes that were killed: nobody else would."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # gone meanwhile, or somebody else's
            if time.time() - folder.stat().st_mtime < NEW_S or folder.is_symlink():
                continue
            alive = os.open(folder / ALIVE, os.O_RDWR | os.O_NOFOLLOW)
            try:
                if _take(alive):
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(alive)


def _watch_over() -> None:
    """See to it that forgotten runs end, and all of them with this process."""
    global _watch
    if _watch is None:
        _watch = threading.Thread(target=_end_forgotten, name="grader-station", daemon=True)
        _watch.start()
        atexit.register(_end_all)


def _end_forgotten() -> None:
    while True:
        time.sleep(LOOK_S)
        with _lock:
            for key in [key for key, station in _stations.items() if station.is_forgotten]:
                leave(key)


def _end_all() -> None:
    with _lock:
        for key in list(_stations):
            leave(key)


def grade_one(key: str, job: Mapping[str, Any], patience: Mapping[str, float] | None = None) -> dict[str, Any]:
    """The outcome of one job and what it took, as plain data; empty when it took longer than the patience.

    `is_unknown` when this machine is not ready for the run, as after a restart: no exception, which dask would print with its trace.
    """
    with _at_work(key) as pool:
        if pool is None:
            return {"is_unknown": True}
        found = pool.first_try(Job(job["key"], job["slug"], job["source"], job["own"]), Patience(**patience) if patience else None)
    return {"outcome": outcome_to_dict(found[0]), "cpu_s": found[1]} if found is not None else {}


@contextlib.contextmanager
def _at_work(key: str) -> Iterator[Pool | None]:
    """The pool of this thread for a run, which is not forgotten meanwhile; None for a run that this machine does not know."""
    thread = threading.get_ident()
    with _lock:
        station = _stations.get(key)
        if station is not None:
            pool = station.pool()
            station.at_work.add(thread)
    if station is None:
        yield None
        return
    try:
        yield pool
    finally:
        with _lock:
            station.at_work.discard(thread)
            station.heard_at = time.monotonic()
            if _stations.get(key) is not station:  # it was ended meanwhile
                pool.close()


def leave(key: str) -> None:
    """End a run here: its processes and its files."""
    with _lock:
        station = _stations.pop(key, None)
    if station is not None:
        station.close()
