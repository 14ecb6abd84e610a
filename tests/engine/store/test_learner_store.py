"""The learner's store: strict, append-only, durable through kills, and clear when it cannot be used."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from grader.errors import DiskFull, StoreDamaged
from grader.store.connection import statements
from grader.store.learner import APPLICATION_ID, VERSION, LearnerStore, forget
from grader.store.learner_rows import Answer, Event, Review
from grader.store.moment import moment
from tests.conftest import Opened

NOW = moment(datetime(2026, 3, 1, 12, tzinfo=UTC))


def review(card: str, rating: int = 3) -> Review:
    return Review(card, "m", rating, 900, NOW, False, False, "fsrs", "v1")


def answer(position: int = 0) -> Answer:
    return Answer(None, position, "q1", "m", 1, 1, "{}", "a", "a", "right", "1", ("slip-order",), 3, 10, NOW, "v1", "marking/1")


def test_a_store_is_versioned_strict_and_durable(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)

    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == VERSION
        assert database.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        with pytest.raises(sqlite3.IntegrityError):
            database.execute("INSERT INTO card_state VALUES ('a', 'no json')")
    assert store._db.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert store._db.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_the_log_is_only_added_to(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    store.add_event(Event("hint", "softmax-rows", {"level": 1}, NOW))
    store.add_review(review("a"), "{}")
    store.add_answer(answer())

    for statement in (
        "UPDATE event SET kind = 'x'",
        "DELETE FROM event",
        "DELETE FROM review",
        "UPDATE review SET rating = 4",
        "DELETE FROM answer",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            store._db.execute(statement)


def test_what_was_put_in_comes_out(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    store.add_event(Event("hint", "softmax-rows", {"level": 1}, NOW, "v1"))
    store.add_answer(answer())
    quiz = store.begin_quiz("practice", ["O1"], [("q1", 2)], "v1", NOW)

    again = opened(tmp_path)
    assert again.events("hint") == [Event("hint", "softmax-rows", {"level": 1}, NOW, "v1")]
    assert [(found.question, found.misconceptions, found.moment) for found in again.answers()] == [("q1", ("slip-order",), NOW)]
    assert again.last_quiz() == quiz
    assert again.variants_seen() == {"q1": 2}


def test_the_secret_is_made_once(tmp_path: Path, opened: Opened) -> None:
    first = opened(tmp_path).secret()

    assert opened(tmp_path).secret() == first
    assert len(first) == 32


def test_an_export_holds_every_row_and_no_secret(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    secret = store.secret().hex()
    store.add_review(review("a"), '{"x": 1}')
    store.set_setting("retention", "0.85")

    whole = store.export()

    assert [row["card"] for row in whole["review"]] == ["a"]
    assert whole["setting"] == [{"key": "retention", "value": "0.85"}]
    assert secret not in str(whole)


def test_forgetting_leaves_no_file(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    store.add_review(review("a"), "{}")
    store.close()

    gone = forget(tmp_path)

    assert gone
    assert list(tmp_path.iterdir()) == []


def test_a_synced_folder_gets_the_plain_journal_and_a_notice(tmp_path: Path, opened: Opened) -> None:
    folder = tmp_path / "Dropbox" / "attention" / ".grader"

    store = opened(folder)

    assert "synced" in store.notice
    assert store._db.execute("PRAGMA journal_mode").fetchone()[0] == "delete"


def test_a_newer_store_and_a_foreign_file_are_refused_with_a_sentence(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    store._db.execute(f"PRAGMA user_version = {VERSION + 1}")
    store.close()
    with pytest.raises(StoreDamaged, match="newer version"):
        opened(tmp_path)

    other = tmp_path / "other"
    other.mkdir()
    (other / "state.sqlite").write_bytes(b"no database " * 100)
    with pytest.raises(StoreDamaged) as caught:
        opened(other)
    assert "grader data import" in caught.value.hint


TABLES = ("meta", "event", "quiz", "answer", "review", "voided", "card_state")


def make_format_1(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """A store as format 1 made it, with rows in every table; gives the rows."""
    folder.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(folder / "state.sqlite", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    for statement in statements(files("grader.store").joinpath("learner.sql").read_text(encoding="utf-8")):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("PRAGMA user_version = 1")
    day = ("2026-03-01T12:00:00+00:00", "2026-03-01T12:00:00+00:00", "2026-03-01")
    db.execute("INSERT INTO meta VALUES ('secret', ?)", ("ab" * 32,))
    db.execute("INSERT INTO event VALUES (1, ?, ?, ?, ?, 'hint', 'softmax-rows', '{\"level\": 1}', 'v')", (b"e" * 16, *day))
    db.execute("INSERT INTO quiz VALUES (1, ?, ?, ?, 'practice', '[\"O1\"]', '[[\"q1\", 2]]', 'v')", (b"q" * 16, day[0], day[2]))
    fields = "1, 0, 'q1', 'm', 1, 1, '{}', 'a', 'a', 'right', '1', '[]', 3, 10"
    db.execute(f"INSERT INTO answer VALUES (1, ?, {fields}, ?, ?, ?, 'v', 'marking/1')", (b"a" * 16, *day))
    for number, uid in enumerate((b"r" * 16, b"s" * 16), 1):
        db.execute("INSERT INTO review VALUES (?, ?, 'c', 'm', 3, 900, ?, ?, ?, 0, 'ok', 'fsrs', 'v')", (number, uid, *day))
    db.execute("INSERT INTO voided VALUES (?, ?)", (b"s" * 16, day[0]))
    db.execute("INSERT INTO card_state VALUES ('c', '{}')")
    rows = rows_of(db)
    db.close()
    return rows


def rows_of(db: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    return {table: [tuple(row) for row in db.execute(f"SELECT * FROM {table}")] for table in TABLES}


def test_a_store_of_an_older_format_is_brought_up_to_date_without_loss(tmp_path: Path, opened: Opened) -> None:
    before = make_format_1(tmp_path / "old")

    with LearnerStore(tmp_path / "old") as store:
        assert "brought up to format 2" in store.upgraded
        assert rows_of(store._db) == before
        fresh = opened(tmp_path / "new")
        schemas = [
            sorted(tuple(row) for row in db.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
            for db in (store._db, fresh._db)
        ]
        assert schemas[0] == schemas[1]
        assert store._db.execute("PRAGMA user_version").fetchone()[0] == VERSION
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            store._db.execute("DELETE FROM voided")
        store.add_review(review("c"), "{}")
    with LearnerStore(tmp_path / "old") as again:
        assert again.upgraded == ""
        assert [found.card for found in again.reviews()] == ["c", "c"]


def test_the_older_store_is_kept_as_it_was_and_forgotten_with_the_rest(tmp_path: Path) -> None:
    before = make_format_1(tmp_path)
    LearnerStore(tmp_path).close()
    copy = sqlite3.connect(tmp_path / "state.format-1.sqlite")

    assert copy.execute("PRAGMA user_version").fetchone()[0] == 1
    assert rows_of(copy) == before
    copy.close()
    forget(tmp_path)
    assert [path.name for path in tmp_path.iterdir() if "sqlite" in path.name and not path.name.endswith(("-wal", "-shm"))] == []


def test_an_upgrade_that_finds_no_room_changes_nothing_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_format_1(tmp_path)
    before = (tmp_path / "state.sqlite").read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(DiskFull, match="is full"):
        LearnerStore(tmp_path)

    assert (tmp_path / "state.sqlite").read_bytes() == before
    assert not list(tmp_path.glob("*.tmp"))


UPGRADER = """
import sys
from pathlib import Path
from grader.store.learner import LearnerStore
print("ready", flush=True)
sys.stdin.readline()
LearnerStore(Path(sys.argv[1])).close()
"""


def test_two_processes_bring_an_older_store_up_at_once(tmp_path: Path) -> None:
    before = make_format_1(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-c", UPGRADER, str(tmp_path)]
    both = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True) for _ in range(2)]
    for process in both:
        assert process.stdout is not None
        process.stdout.readline()
    for process in both:
        assert process.stdin is not None
        process.stdin.close()  # go
    done = [process.wait(timeout=60) for process in both]
    for process in both:
        assert process.stdout is not None
        process.stdout.close()

    assert done == [0, 0]
    with LearnerStore(tmp_path) as store:
        assert rows_of(store._db) == before
    copy = sqlite3.connect(tmp_path / "state.format-1.sqlite")
    assert copy.execute("PRAGMA user_version").fetchone()[0] == 1
    copy.close()


KILLER = """
import os, signal, sys, time
from datetime import UTC, datetime
from pathlib import Path
from grader.drill.desk import Desk
from grader.drill.memory import Rating, dump
from grader.store.learner import LearnerStore
from grader.store.moment import moment
from tests.engine.drill.made_up import bank, card

folder, cards = Path(sys.argv[1]), bank(O1=[card(f"c{n}") for n in range(5)])
warm = Desk(cards, LearnerStore(folder)).scheduler(datetime.now(UTC).date())  # so that children find the scheduler loaded
warm.rate(None, Rating.GOOD, moment(datetime.now(UTC)), card="", meaning="")

def child(out):
    desk = Desk(cards, LearnerStore(folder))
    while True:
        for name in cards.cards:
            desk.rate(cards.cards[name], Rating.GOOD, moment(datetime.now(UTC)), milliseconds=1)
            os.write(out, b".")  # only after it is on disk

for kill in range(200):
    before = len(LearnerStore(folder).reviews())
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        child(write)
    os.close(write)
    with os.fdopen(read, "rb", buffering=0) as pipe:
        said = len(pipe.read(1))  # it is at work
        time.sleep(0.00005 * kill)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        said += len(pipe.read())
    store = LearnerStore(folder)
    found = len(store.reviews())
    assert found >= before + said, (kill, before, said, found)
    desk = Desk(cards, store)
    kept = {name: dump(memory) for name, memory in desk.memories.items()}
    folded = {name: dump(memory) for name, memory in desk.rebuild().items()}
    assert folded == kept, (kill, folded, kept)
    store.close()
print(found)
"""


@pytest.mark.slow
def test_kill_at_200_moments_loses_no_answered_card(tmp_path: Path) -> None:
    """Every rating a killed process reported is there, and the states follow from the log."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}

    done = subprocess.run([sys.executable, "-c", KILLER, str(tmp_path)], capture_output=True, text=True, env=environment, check=False)

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 200


def test_of_two_answers_to_the_same_try_the_first_is_kept_with_its_events_and_the_second_is_refused(tmp_path: Path, opened: Opened) -> None:
    one, other = opened(tmp_path), opened(tmp_path)
    quiz = one.begin_quiz("practice", ["O1"], [("q1", 1)], "v1", NOW)
    first, second = (replace(answer(), quiz_id=quiz.id, raw=raw) for raw in ("first", "second"))
    seen = [Event("misconception.seen", "slip-order", {}, NOW)]

    assert one.add_answer(first, seen) is True
    assert other.add_answer(second, seen) is False
    assert other.add_answer(replace(second, attempt=2)) is True
    assert [(kept.raw, kept.attempt) for kept in one.answers(quiz.id)] == [("first", 1), ("second", 2)]
    assert len(one.events()) == 1


def test_a_review_that_builds_on_an_outdated_state_is_refused(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)

    assert store.add_review(review("a"), '{"n": 1}', after="") != b""
    assert store.add_review(review("a"), '{"n": 1}', after="") == b""
    assert store.add_review(review("a"), '{"n": 2}', after='{"n": 1}') != b""
    assert (len(store.reviews()), store.state("a"), store.state("b")) == (2, '{"n": 2}', "")


def test_a_quiz_is_found_by_its_number(tmp_path: Path, opened: Opened) -> None:
    store = opened(tmp_path)
    quiz = store.begin_quiz("practice", ["O1"], [("q1", 1)], "v1", NOW)

    assert store.quiz(quiz.id) == quiz
    assert store.quiz(quiz.id + 1) is None
