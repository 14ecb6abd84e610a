"""The class store, with real files and real processes: what is committed stays, once, whatever ends the writer."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from grader.errors import DiskFull, NothingToDo, StoreDamaged, UsageError
from grader.store.classes import APPLICATION_ID, STORE_NAME, VERSION, ClassStore, secret_id
from grader.store.connection import statements
from grader.store.rows import NewFile, NewSubmission, ResultKey, Run, RunExercise, StoredResult
from grader.store.spool import Spool

NOW = "2026-10-05T09:30:00Z"
FACTS = {"environment_sha256": "e" * 64, "secret_id": "s" * 16}
RUN = Run("r1", FACTS, (RunExercise("softmax-rows", "f" * 64, 15.0),))


def key(source: str = "a", slug: str = "softmax-rows") -> ResultKey:
    return ResultKey(source, slug, "f" * 64, "e" * 64, "s" * 16)


def row(source: str = "a", verdict: str = "passed", result: str = "{}") -> StoredResult:
    return StoredResult(key(source), verdict, result, "{}")


def submission(learner: str, sha256: str = "1", content: bytes = b"x = 1\n", **more: str) -> NewSubmission:
    files = (NewFile("softmax-rows", "softmax_rows.py", Spool().keep(content)),)
    return NewSubmission(learner, more.get("name", ""), sha256, files, skipped=more.get("skipped", ""))


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / STORE_NAME)) as db, db:
        return db.execute(query).fetchall()


def test_the_secret_is_made_once_and_stays(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        first = store.secret(None, NOW)
    with ClassStore(tmp_path) as store:
        again = store.secret(None, NOW)

    assert first == again
    assert len(first) == 32


def test_a_given_secret_must_be_the_one_that_the_class_has(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        assert store.secret(b"k" * 32, NOW) == b"k" * 32
        assert store.secret(b"k" * 32, NOW) == b"k" * 32

        with pytest.raises(UsageError, match="another secret"):
            store.secret(b"q" * 32, NOW)


def test_the_name_of_a_secret_does_not_hold_it() -> None:
    secret = bytes(range(32))

    assert secret.hex()[:16] not in secret_id(secret)
    assert secret_id(secret) != secret_id(secret[::-1])


def test_the_first_result_wins_and_the_same_again_is_only_counted(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        store.commit([row(result='{"n":1}')], NOW)
        store.commit([row(result='{"n":1}')], NOW)

        assert store.conflicts() == 0
    assert rows(tmp_path, "SELECT result, times_graded FROM result") == [('{"n":1}', 2)]


def test_another_result_for_a_finished_key_is_kept_as_a_conflict(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        store.commit([row(result='{"n":1}')], NOW)
        store.commit([row(result='{"n":2}', verdict="failed")], NOW)

        assert store.conflicts() == 1
    assert rows(tmp_path, "SELECT verdict, result FROM result") == [("passed", '{"n":1}')]


def test_a_broken_result_is_not_finished_and_gives_way_to_a_better_one(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        store.commit([row(verdict="broken")], NOW)
        assert store.finished() == frozenset()

        store.commit([row(verdict="failed")], NOW)

        assert store.finished() == {key()}
        assert store.conflicts() == 0


def test_a_finished_result_never_gives_way_to_a_broken_one(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        store.commit([row(verdict="failed")], NOW)
        store.commit([row(verdict="broken")], NOW)

        assert store.conflicts() == 0
    assert rows(tmp_path, "SELECT verdict FROM result") == [("failed",)]


def test_the_same_run_again_adds_nothing(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        for _ in range(2):
            store.start_run(RUN, [submission("ada"), submission("ben")], NOW)

        assert [each.key for each in store.submissions("r1")] == ["ada", "ben"]
    for table, count in (("run", 1), ("run_exercise", 1), ("submission", 2), ("submitted_file", 2), ("source", 1)):
        assert rows(tmp_path, f"SELECT count(*) FROM {table}") == [(count,)], table


def test_new_work_of_a_learner_is_the_next_attempt_and_old_work_keeps_its_number(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        store.start_run(RUN, [submission("ada", "1")], NOW)
        store.start_run(Run("r2", FACTS, RUN.exercises), [submission("ada", "2", b"y = 2\n")], NOW)
        store.start_run(Run("r3", FACTS, RUN.exercises), [submission("ada", "1")], NOW)

        assert [store.submissions(run)[0].attempt for run in ("r1", "r2", "r3")] == [1, 2, 1]
        assert store.current_run().id == "r3"
        assert store.source(store.submissions("r2")[0].files[0].sha256) == b"y = 2\n"


def test_a_store_without_a_run_says_that_nothing_was_graded(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store, pytest.raises(NothingToDo, match="Nothing has been graded"):
        store.current_run()


def test_results_of_another_suite_or_secret_do_not_count(tmp_path: Path) -> None:
    other_suite = StoredResult(ResultKey("a", "softmax-rows", "0" * 64, "e" * 64, "s" * 16), "passed", "{}", "{}")
    other_secret = StoredResult(ResultKey("a", "softmax-rows", "f" * 64, "e" * 64, "z" * 16), "passed", "{}", "{}")
    with ClassStore(tmp_path) as store:
        store.commit([row(), other_suite, other_secret], NOW)

        assert [stored.key for stored in store.results(RUN)] == [key()]


def test_a_missing_class_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No graded class"):
        ClassStore.existing(tmp_path)


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / STORE_NAME)) as db, db:
        db.execute("CREATE TABLE theirs (x)")

    with pytest.raises(StoreDamaged, match="another program"):
        ClassStore(tmp_path)
    assert rows(tmp_path, "SELECT name FROM sqlite_schema") == [("theirs",)]


def test_a_store_of_a_newer_version_is_refused_and_unchanged(tmp_path: Path) -> None:
    ClassStore(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / STORE_NAME)) as db, db:
        db.execute("PRAGMA user_version = 99")

    with pytest.raises(StoreDamaged, match="newer version"):
        ClassStore(tmp_path)


def test_a_file_that_is_no_database_is_said_to_be_damaged(tmp_path: Path) -> None:
    (tmp_path / STORE_NAME).write_bytes(b"not a database, not at all" * 100)

    with pytest.raises(StoreDamaged, match="damaged or no database"):
        ClassStore(tmp_path)


def test_a_full_disk_is_said_and_what_was_committed_is_kept(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        store.commit([row("first")], NOW)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages + 1}")  # SQLite then says "full" as it does on a full disk

        with pytest.raises(DiskFull, match="what was graded so far is kept"):
            store.commit([row("second", result="x" * 1_000_000)], NOW)
        assert store.finished() == {key("first")}


def test_durability_is_full_and_foreign_keys_are_on(tmp_path: Path) -> None:
    with ClassStore(tmp_path) as store:
        assert store._db.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert store._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert store._db.execute("PRAGMA foreign_keys").fetchone()[0] == 1


WRITER = """
import sys
from pathlib import Path
from grader.store.classes import ClassStore
from grader.store.rows import ResultKey, StoredResult
from grader.store.spool import Spool
folder, first, last = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
with ClassStore(folder) as store:
    for number in range(first, last):
        key = ResultKey(str(number), "softmax-rows", "f" * 64, "e" * 64, "s" * 16)
        store.commit([StoredResult(key, "passed", "{}", "{}")], "2026-10-05T09:30:00Z")
"""


def writer(folder: Path, first: int, last: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(folder), str(first), str(last)])


def test_two_writers_at_once_lose_nothing_and_meet_no_lock_error(tmp_path: Path) -> None:
    ClassStore(tmp_path).close()
    both = [writer(tmp_path, 0, 200), writer(tmp_path, 100, 300)]

    assert [process.wait() for process in both] == [0, 0]
    assert rows(tmp_path, "SELECT count(*), sum(times_graded) FROM result") == [(300, 400)]


def test_a_writer_killed_at_any_moment_leaves_a_sound_store(tmp_path: Path) -> None:
    ClassStore(tmp_path).close()
    for delay in (0.15, 0.25, 0.4):
        process = writer(tmp_path, 0, 100_000)
        time.sleep(delay)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()

    with ClassStore(tmp_path) as store:
        assert store._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        numbers = sorted(int(each.source_key) for each in store.finished())
    assert numbers == list(range(len(numbers)))
    assert rows(tmp_path, "SELECT count(*) FROM conflict") == [(0,)]


def test_new_warnings_around_the_same_work_replace_the_old_ones(tmp_path: Path) -> None:
    first = NewSubmission("ada", "", "1", (), ("old",), submitted_at="2026-10-05T09:00:00Z")
    with ClassStore(tmp_path) as store:
        store.start_run(RUN, [first], NOW)
        store.start_run(RUN, [replace(first, warnings=("new",), submitted_at="2026-10-06T09:00:00Z")], NOW)
        kept = store.submissions("r1")[0]

    assert (kept.warnings, kept.submitted_at, kept.attempt) == (("new",), "2026-10-05T09:00:00Z", 1)


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_store_of_any_older_format_is_brought_up_to_date_with_all_it_holds(tmp_path: Path, version: int) -> None:
    db = sqlite3.connect(tmp_path / STORE_NAME, isolation_level=None)
    for name in ["classroom.sql", *(f"classroom.{number}.sql" for number in range(2, version + 1))]:
        for statement in statements(files("grader.store").joinpath(name).read_text(encoding="utf-8")):
            db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {version}")
    db.execute("INSERT INTO learner (key, name) VALUES ('ada', 'Ada Example')")
    db.execute("INSERT INTO submission (learner_key, sha256, attempt) VALUES ('ada', 'x', 1)")
    db.execute("INSERT INTO run (id, facts, started_at) VALUES ('r', '{}', '')")
    db.execute("INSERT INTO run_submission (run_id, submission_id) VALUES ('r', 1)")
    db.close()

    with ClassStore(tmp_path) as store:
        (ada,) = store.submissions("r")
        store.keep("a", "b")
        assert (ada.name, ada.marked_late, ada.members, store.kept("a")) == ("Ada Example", False, (), "b")
    with ClassStore(tmp_path) as again:
        assert again.kept("a") == "b"


def test_when_work_came_in_never_moves_but_is_filled_in_where_nobody_knew(tmp_path: Path) -> None:
    run = Run("r", {"a": 1}, ())
    work = NewSubmission("ada", "", "x", ())

    with ClassStore(tmp_path) as store:
        found = []
        for at in ("", "2026-10-05T10:00:00Z", "2026-10-06T10:00:00Z", ""):
            store.start_run(run, [replace(work, submitted_at=at)], "now")
            found.append(store.submissions("r")[0].submitted_at)

    assert found == ["", "2026-10-05T10:00:00Z", "2026-10-05T10:00:00Z", "2026-10-05T10:00:00Z"]
