"""One class on many machines without a network between them: each grades its share of the results, and the shares are put together.

Every machine takes in the whole class and plans the whole run, so all shares are of one run, known by one id: what that id covers (work,
checks, settings, environment, secret) is equal, or the shares do not fit. Knows the store; starts no grading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from grader.classroom.assemble import assigned_of
from grader.classroom.plan import wanted
from grader.content.models import Level
from grader.documents import Json
from grader.errors import NothingToDo, UsageError
from grader.records import dataclass
from grader.store.classes import STORE_NAME, ClassStore
from grader.store.joining import copy_store, join_results
from grader.store.rows import Run

KEPT_SHARD = "shard"  # in the store of a share: which one it is
MOST_SHARDS = 100_000
MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Shard:
    """Share `index` of `count`, counted from 1. Shares differ by at most one result in size."""

    index: int
    count: int

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"

    def of(self, whole: Sequence[Any]) -> list[Any]:
        """The share of a list that every machine has in the same order."""
        return list(whole[self.index - 1 :: self.count])


def parse_shard(text: str) -> Shard:
    """`2/8` → the second of eight. UsageError otherwise."""
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text.strip())
    index, count = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= index <= count <= MOST_SHARDS:
        raise UsageError(f"`{text}` is no share of a class.", hint="--shard 1/8 is the first of eight, --shard 8/8 the last")
    return Shard(index, count)


@dataclass(frozen=True, slots=True)
class Joined:
    """What came together: the run, and how many results it holds."""

    run: Run
    results: int


def merge_shards(folders: Sequence[Path], target: Path, level: Level, now: Callable[[], str]) -> Joined:
    """Put the stores of shares together in `target`. The caller holds its run lock.

    UsageError when they are not of one run; NothingToDo when results are missing: what came is kept, and merging again adds the rest.
    """
    runs = {folder: _run_in(folder) for folder in folders}
    first = folders[0]
    for folder, run in runs.items():
        refuse_unless_same(runs[first], run, f"`{first}`", f"`{folder}`")
    if not (target / STORE_NAME).is_file():
        copy_store(first, target)
    with ClassStore(target) as store:
        run = store.current_run()
        refuse_unless_same(runs[first], run, f"`{first}`", f"`{target}`")
        for folder in folders:
            join_results(store, folder)
        store.keep(KEPT_SHARD, "")
        work = assigned_of(run, level)
        needed = [each.key for each in wanted(run, work, store.submissions(run.id))]
        missing = set(needed) - store.finished() - store.broken()
        if missing:
            raise NothingToDo(_missing_sentence(len(missing), len(needed), folders), hint="grade the rest, then merge again")
        store.finish_run(run.id, now())
    return Joined(run, len(needed))


def _run_in(folder: Path) -> Run:
    with ClassStore.existing(folder) as store:
        return store.current_run()


def _missing_sentence(missing: int, needed: int, folders: Sequence[Path]) -> str:
    """How much is missing, and which shares nobody named."""
    shards = [parse_shard(text) for folder in folders if (text := _kept_shard(folder))]
    given = {shard.index for shard in shards}
    absent = [str(index) for index in range(1, max((shard.count for shard in shards), default=0) + 1) if index not in given]
    more = ", …" if len(absent) > MOST_NAMED else ""
    named = (
        f" Shares that were not given: {', '.join(absent[:MOST_NAMED])}{more}." if absent else " A share that was given is not finished."
    )
    return f"{missing} of {needed} results are missing.{named}"


def _kept_shard(folder: Path) -> str:
    with ClassStore.existing(folder) as store:
        return store.kept(KEPT_SHARD) or ""


def refuse_unless_same(one: Run, other: Run, first: str, second: str) -> None:
    """UsageError, naming what differs, unless both are the same run."""
    if one.id == other.id:
        return
    raise UsageError(
        f"{first} and {second} are not shares of one run: {', '.join(_differing(one.facts, other.facts)) or 'the submissions'} differ.",
        hint="every share needs the same submissions, class.yaml, checks, secret file, Python, numpy and kind of machine",
    )


def _differing(one: Json, other: Json) -> Iterable[str]:
    """The facts of two runs that are not equal, as people call them."""
    names = {
        "secret_id": "the class secret",
        "suite_sha256": "the checks",
        "assignment": "the assignment",
        "limits": "the limits",
        "policy": "the policy",
    }
    yield from (name for key, name in names.items() if one.get(key) != other.get(key))
    for key in sorted({*one["environment"], *other["environment"]}):
        before, after = one["environment"].get(key), other["environment"].get(key)
        if before != after:
            yield f"{key} ({before} and {after})"
    if one["isolation"]["layers"] != other["isolation"]["layers"]:
        yield "the layers of isolation"
