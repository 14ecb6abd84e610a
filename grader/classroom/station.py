"""What a machine of a cluster does: says what it is, unpacks the level it is sent, and grades one job at a time in each of its threads.

These functions run in a worker of dask.distributed, which is trusted: it gets checks, solutions and the class secret. Learner code runs in
processes of its own below it, behind the same wall as on one machine. Knows nothing of the network.
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import shutil
import tarfile
import tempfile
import threading
from collections.abc import Mapping
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
    """The trees of a level, without caches."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=1) as archive:
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
    level: Level
    pools: dict[int, Pool] = field(default_factory=dict)  # by thread: a grading process ends with the thread that started it

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
        for pool in self.pools.values():
            pool.close()
        shutil.rmtree(self.folder, ignore_errors=True)


_stations: dict[str, _Station] = {}
_lock = threading.Lock()


def enlist(parcel: Parcel) -> dict[str, Any]:
    """Get ready for a run, and say how well learner code is isolated here, as measured now. ContentError when files came out different."""
    with _lock:
        station = _stations.get(parcel["key"]) or _unpacked(parcel)
        _stations[parcel["key"]] = station
        pool = station.pool()
    return {
        "isolation": pool.isolation.level.value,
        "layers": dict(pool.isolation.layers),
        "open_canaries": list(pool.isolation.open_canaries),
        "environment": dict(pool.environment),
    }


def _unpacked(parcel: Parcel) -> _Station:
    folder = Path(tempfile.mkdtemp(prefix="grader-station-"))
    try:
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
        raise
    return _Station(parcel, folder, level)


def grade_one(key: str, job: Mapping[str, Any], patience: Mapping[str, float] | None = None) -> dict[str, Any]:
    """The outcome of one job and what it took, as plain data; empty when it took longer than the patience.

    LookupError when this machine is not ready for the run, as after a restart.
    """
    station = _stations.get(key)
    if station is None:
        raise LookupError("this machine has not been told of the run")
    with _lock:
        pool = station.pool()
    found = pool.first_try(Job(job["key"], job["slug"], job["source"], job["own"]), Patience(**patience) if patience else None)
    return {"outcome": outcome_to_dict(found[0]), "cpu_s": found[1]} if found is not None else {}


def leave(key: str) -> None:
    """End a run here: its processes and its files."""
    with _lock:
        station = _stations.pop(key, None)
    if station is not None:
        station.close()
