"""The learner's store: strict, append-only, durable through kills, and clear when it cannot be used."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.errors import StoreDamaged
from grader.store.learner import VERSION, forget
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
