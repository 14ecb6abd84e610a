"""Shares of a class, graded apart and merged: the bytes of one run, and a refusal that names what does not fit."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.assemble import graded_class
from grader.classroom.outputs import class_document
from grader.classroom.plan import Measured
from grader.classroom.service import FolderOutcome, GradeOptions, exit_code, grade_folder
from grader.classroom.shards import Shard, merge_shards, parse_shard
from grader.content.models import Level
from grader.errors import NothingToDo, UsageError
from grader.results import ExitCode
from grader.store.classes import ClassStore
from tests.engine.classroom.fake import ENVIRONMENT, FakePool, Told

NOW = "2026-10-05T09:30:00Z"
VERDICTS = ("passed", "failed", "todo", "timed_out", "raised")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Eleven learners with two exercises each, every file different, and a secret."""
    for number in range(11):
        folder = tmp_path / "class" / f"s{number:02}"
        folder.mkdir(parents=True)
        for index, stem in enumerate(("softmax_rows", "one_query")):
            (folder / f"{stem}.py").write_text(f"# {number} {VERDICTS[(number + index) % len(VERDICTS)]}")
    (tmp_path / "class" / "class.yaml").write_text("exercises: [softmax-rows, one-query]\n")
    (tmp_path / "secret").write_bytes(b"k" * 32)
    for name in ("target", "other"):
        (tmp_path / name).mkdir()
    return tmp_path


def grade(home: Path, folder: str, shard: str = "", pool: FakePool | None = None, secret: str = "secret") -> FolderOutcome:
    options = GradeOptions(home / "class", home / folder, secret_file=home / secret, shard=parse_shard(shard) if shard else None)
    return grade_folder(options, Told(), lambda: NOW, lambda *_: None, (pool or FakePool()).opener())


def document(folder: Path, level: Level) -> str:
    with ClassStore.existing(folder) as store:
        return "".join(class_document(graded_class(store, level)))


def rows(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "class.sqlite")) as db, db:
        return db.execute("SELECT * FROM result ORDER BY source_key, slug").fetchall()


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_merged_shares_are_the_bytes_of_one_run(home: Path, level: Level, count: int) -> None:
    grade(home, "whole")
    pools = [FakePool() for _ in range(count)]
    for index, pool in enumerate(pools, 1):
        grade(home, f"share-{index}", f"{index}/{count}", pool)
    joined = merge_shards([home / f"share-{index}" for index in range(1, count + 1)], home / "target", level, lambda: NOW)

    assert document(home / "target", level) == document(home / "whole", level)
    assert rows(home / "target") == rows(home / "whole")
    assert joined.results == 22
    assert sorted(job.source for pool in pools for job in pool.jobs) == sorted({job.source for pool in pools for job in pool.jobs})
    assert max(len(pool.jobs) for pool in pools) - min(len(pool.jobs) for pool in pools) <= 1


def test_a_share_publishes_nothing_and_leaves_the_run_open(home: Path) -> None:
    outcome = grade(home, "share-1", "1/2")
    with ClassStore.existing(home / "share-1") as store:
        finished_at = store.current_run().finished_at

    assert (outcome.graded, outcome.run.is_interrupted, outcome.run.graded) == (None, False, 11)
    assert finished_at == ""


def test_a_missing_share_is_named_and_what_came_is_kept(home: Path, level: Level) -> None:
    for index in (1, 3):
        grade(home, f"share-{index}", f"{index}/3")
    with pytest.raises(NothingToDo) as caught:
        merge_shards([home / "share-1", home / "share-3"], home / "target", level, lambda: NOW)
    grade(home, "share-2", "2/3")
    merge_shards([home / "share-2"], home / "target", level, lambda: NOW)
    grade(home, "whole")

    assert caught.value.message == "7 of 22 results are missing. Shares that were not given: 2."
    assert document(home / "target", level) == document(home / "whole", level)


def test_an_interrupted_share_is_told_from_an_absent_one(home: Path, level: Level) -> None:
    def stop(number: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    grade(home, "share-1", "1/2")
    interrupted = grade(home, "share-2", "2/2", FakePool(before=stop))
    with pytest.raises(NothingToDo) as caught:
        merge_shards([home / "share-1", home / "share-2"], home / "target", level, lambda: NOW)

    assert interrupted.run.is_interrupted
    assert "A share that was given is not finished." in caught.value.message


def test_shares_under_another_secret_are_refused_by_name(home: Path, level: Level) -> None:
    (home / "secret-2").write_bytes(b"other" * 8)
    grade(home, "share-1", "1/2")
    grade(home, "share-2", "2/2", secret="secret-2")
    with pytest.raises(UsageError, match="the class secret differ"):
        merge_shards([home / "share-1", home / "share-2"], home / "target", level, lambda: NOW)

    assert not (home / "target" / "class.sqlite").exists()


def test_shares_of_another_numpy_are_refused_by_name(home: Path, level: Level) -> None:
    class NewerNumpy(FakePool):
        @property
        def measured(self) -> Measured:
            return replace(super().measured, environment={**ENVIRONMENT, "numpy": "2.1.0"})

    grade(home, "share-1", "1/2")
    grade(home, "share-2", "2/2", NewerNumpy())

    with pytest.raises(UsageError, match=r"numpy \(2\.0\.0 and 2\.1\.0\) differ"):
        merge_shards([home / "share-1", home / "share-2"], home / "target", level, lambda: NOW)


def test_a_share_without_a_secret_is_refused_before_anything_runs(home: Path) -> None:
    pool = FakePool()
    options = GradeOptions(home / "class", home / "share-1", shard=Shard(1, 2))
    with pytest.raises(UsageError, match="needs the same secret"):
        grade_folder(options, Told(), lambda: NOW, lambda *_: None, pool.opener())

    assert pool.jobs == []


def test_merging_twice_changes_nothing(home: Path, level: Level) -> None:
    folders = [home / "share-1", home / "share-2"]
    for index, folder in enumerate(folders, 1):
        grade(home, folder.name, f"{index}/2")
    merge_shards(folders, home / "target", level, lambda: NOW)
    once = rows(home / "target")
    merge_shards(folders, home / "target", level, lambda: "2026-10-06T00:00:00Z")

    assert rows(home / "target") == once


def test_two_shares_that_disagree_are_noted_once(home: Path, level: Level) -> None:
    folders = [home / "share-1", home / "share-2"]
    for folder in folders:
        grade(home, folder.name, "1/1")
    with closing(sqlite3.connect(folders[1] / "class.sqlite")) as db, db:
        db.execute("UPDATE result SET result = '{}', verdict = 'failed' WHERE source_key = (SELECT min(source_key) FROM result)")
    for _ in range(2):
        merge_shards(folders, home / "target", level, lambda: NOW)
    with ClassStore.existing(home / "target") as store:
        conflicts = store.conflicts()

    assert rows(home / "target") == rows(folders[0])
    assert conflicts == 1


def test_what_was_our_fault_in_one_share_is_taken_from_another(home: Path, level: Level) -> None:
    (home / "class" / "s00" / "softmax_rows.py").write_text("# once broken")
    grade(home, "share-1", "1/1")
    with closing(sqlite3.connect(home / "share-1" / "class.sqlite")) as db, db:
        good = db.execute("SELECT result, evidence FROM result WHERE verdict = 'passed' LIMIT 1").fetchone()
    merge_shards([home / "share-1"], home / "target", level, lambda: NOW)
    with ClassStore.existing(home / "target") as store:
        code = exit_code(graded_class(store, level))
    with closing(sqlite3.connect(home / "share-1" / "class.sqlite")) as db, db:
        db.execute("UPDATE result SET verdict = 'passed', result = ?, evidence = ? WHERE verdict = 'broken'", good)
    merge_shards([home / "share-1"], home / "target", level, lambda: NOW)

    assert code is ExitCode.SOME_UNGRADED
    assert [row for row in rows(home / "target") if row[5] == "broken"] == []


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2", "1/1000000"])
def test_what_is_no_share_is_said(text: str) -> None:
    with pytest.raises(UsageError, match="no share of a class"):
        parse_shard(text)
