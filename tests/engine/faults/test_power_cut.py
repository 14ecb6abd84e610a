"""A power cut at any moment, by a model: what was synced is on the disk, of what was not any part may be, in sectors.

SQLite syncs the journal at every commit and before it writes into the database. So between two commits the disk may hold any sectors of the
new journal beside the old ones, and, while the journal is folded in, any sectors of the new database beside the old ones.
"""

from __future__ import annotations

import itertools
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.store.classes import STORE_NAME, ClassStore
from grader.store.rows import ResultKey, StoredResult

NOW = "2026-10-05T09:30:00Z"
SECTOR = 512
COMMITS = 60
CUTS_EACH = 4


@dataclass(frozen=True, slots=True)
class Disk:
    """The database and its journal, as bytes."""

    database: bytes
    journal: bytes


def row(number: int) -> StoredResult:
    return StoredResult(ResultKey(str(number), "softmax-rows", "f" * 64, "e" * 64, "s" * 16), "passed", "{}", "x" * 20_000)


def disk(folder: Path) -> Disk:
    journal = folder / f"{STORE_NAME}-wal"
    return Disk((folder / STORE_NAME).read_bytes(), journal.read_bytes() if journal.exists() else b"")


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> list[Disk]:
    """The disk after each commit; with rows this large, the journal is folded in several times."""
    folder = tmp_path_factory.mktemp("store")
    with ClassStore(folder) as store:
        store._db.execute("PRAGMA wal_autocheckpoint = 50")
        found = [disk(folder)]
        for number in range(COMMITS):
            store.commit([row(number)], NOW)
            found.append(disk(folder))
    return found


def torn(old: bytes, new: bytes, chance: random.Random) -> bytes:
    """Some sectors of the new bytes over the old ones, the file as long as either or anything between."""
    length = chance.choice((len(old), len(new), chance.randint(min(len(old), len(new)), max(len(old), len(new)))))
    made = bytearray(max(old, new, key=len)[:length])
    share = chance.random()
    for start in range(0, length, SECTOR):
        source = new if chance.random() < share else old
        piece = source[start : start + SECTOR].ljust(min(SECTOR, length - start), b"\0")
        made[start : start + SECTOR] = piece[: length - start]
    return bytes(made)


def cuts(before: Disk, after: Disk, chance: random.Random) -> Iterator[Disk]:
    """What may be on the disk when the power fails between two commits."""
    if after.database == before.database:
        for _ in range(CUTS_EACH):
            yield Disk(before.database, torn(before.journal, after.journal, chance))
        return
    for _ in range(CUTS_EACH):  # folding in: the journal is whole, the database half written; then the journal begins anew
        yield Disk(torn(before.database, after.database, chance), longest(before, after))
        yield Disk(after.database, torn(before.journal, after.journal, chance))


def longest(before: Disk, after: Disk) -> bytes:
    """The journal while it is folded in: with the commit that made it long enough, if that was written behind the old ones."""
    return after.journal if after.journal[: len(before.journal)] == before.journal else before.journal


def test_there_are_commits_that_fold_the_journal_in(states: list[Disk]) -> None:
    folded = sum(one.database != two.database for one, two in itertools.pairwise(states))

    assert folded >= 3
    assert len(states) == COMMITS + 1


def test_after_a_power_cut_everything_that_was_accepted_is_there(states: list[Disk], tmp_path: Path) -> None:
    chance = random.Random(11)
    tried = 0
    for accepted, (before, after) in enumerate(itertools.pairwise(states)):
        for cut in cuts(before, after, chance):
            folder = tmp_path / f"{tried}"
            folder.mkdir()
            (folder / STORE_NAME).write_bytes(cut.database)
            (folder / f"{STORE_NAME}-wal").write_bytes(cut.journal)
            with closing(sqlite3.connect(folder / STORE_NAME)) as db:
                assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)], (accepted, tried)
                numbers = sorted(int(key) for (key,) in db.execute("SELECT source_key FROM result"))
            assert numbers in (list(range(accepted)), list(range(accepted + 1))), (accepted, numbers)
            tried += 1

    assert tried >= COMMITS * CUTS_EACH


def test_the_model_finds_a_store_that_does_not_sync() -> None:
    """Without the order that syncing gives, the same cuts would lose accepted rows: so the model can fail."""
    chance = random.Random(1)
    old, new = b"a" * 4 * SECTOR, b"b" * 6 * SECTOR

    found = {torn(old, new, chance) for _ in range(200)}

    assert old in found or any(set(each) == {97} for each in found)
    assert any(set(each) == {97, 98} for each in found)
