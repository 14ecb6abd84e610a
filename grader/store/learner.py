"""The store of one learner: `.grader/state.sqlite`. Every write is one short transaction; an answer is on disk before the next question.

Stores rows and gives them back; what a rating or a score means is decided above. `now` comes in with every write.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from grader.errors import StoreDamaged
from grader.store.connection import GRADE_AGAIN, connect, explained, keep_old, writing
from grader.store.learner_rows import Answer, Event, Quiz, Review, answer_of, quiz_of, review_of
from grader.store.moment import Moment, stored
from grader.store.places import journal_notice

STORE_NAME = "state.sqlite"
APPLICATION_ID = 0x4752444C  # "GRDL"
VERSION = 2
UID_BYTES = 16
SECRET_BYTES = 32
DAMAGED_HINT = "move it away and go on; an export made with `grader data export` comes back with `grader data import`"


class LearnerStore:
    """One learner on disk; a context manager. Closing is not needed for anything to be kept."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / STORE_NAME
        with _told():
            copy = keep_old(self.path, VERSION)
            self._db = connect(self.path, "learner.sql", application_id=APPLICATION_ID, version=VERSION)
        self.upgraded = (
            f"Your record was brought up to format {VERSION}; nothing of it is lost. As it was before: {folder.name}/{copy.name}."
            if copy
            else ""
        )
        self.notice = journal_notice(folder)

    def __enter__(self) -> LearnerStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with _told(), writing(self._db, self.path):
            yield

    # --- settings and the secret --------------------------------------------------------------------------------------------------

    def setting(self, key: str, default: str = "") -> str:
        """A setting, or its default."""
        row = self._one("SELECT value FROM meta WHERE key = ?", key)
        return default if row is None else str(row["value"])

    def set_setting(self, key: str, value: str) -> None:
        """Keep a setting."""
        with self._writing():
            self._db.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value))

    def secret(self) -> bytes:
        """The value from which this learner's variants are drawn; made once."""
        found = self.setting("secret")
        if not found:
            with self._writing():  # two processes at once: the first one wins
                self._db.execute("INSERT INTO meta VALUES ('secret', ?) ON CONFLICT (key) DO NOTHING", (os.urandom(SECRET_BYTES).hex(),))
            found = self.setting("secret")
        return bytes.fromhex(found)

    # --- events -------------------------------------------------------------------------------------------------------------------

    def add_event(self, event: Event) -> None:
        """Add one event to the log."""
        self.add_events([event])

    def add_events(self, events: Sequence[Event]) -> None:
        """Add several events, all or none."""
        rows = [(*_when(e.moment), e.kind, e.subject, json.dumps(e.data, sort_keys=True), e.content) for e in events]
        with self._writing():
            self._db.executemany(
                "INSERT INTO event (uid, at, local, study_day, kind, subject, data, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
            )

    def events(self, *kinds: str, subject: str = "") -> list[Event]:
        """Events in order; all kinds when none is named."""
        marks = ", ".join("?" * len(kinds))
        where = (f"kind IN ({marks})" if kinds else "1") + (" AND subject = ?" if subject else "")
        rows = self._all(f"SELECT * FROM event WHERE {where} ORDER BY id", *kinds, *([subject] if subject else []))
        return [
            Event(row["kind"], row["subject"], json.loads(row["data"]), stored(row["at"], row["local"]), row["content"]) for row in rows
        ]

    # --- reviews ------------------------------------------------------------------------------------------------------------------

    def add_review(self, review: Review, state: str, *, after: str | None = None) -> bytes:
        """Add a review and the state of its card that follows from it; gives the review's uid. The card is answered for good.

        With `after`, only if the card's state still is that one ("" is none): b"", and nothing kept, when another window was faster.
        """
        uid = os.urandom(UID_BYTES)
        with self._writing():
            if after is not None and self.state(review.card) != after:
                return b""
            self._db.execute(
                "INSERT INTO review (uid, at, local, study_day, card, meaning, rating, milliseconds, is_cram, clock, scheduler, content)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    uid,
                    *_when(review.moment)[1:],
                    review.card,
                    review.meaning,
                    review.rating,
                    review.milliseconds,
                    int(review.is_cram),
                    "suspect" if review.is_suspect else "ok",
                    review.scheduler,
                    review.content,
                ),
            )
            if not review.is_cram:
                self._keep_state(review.card, state)
        return uid

    def reviews(self, card: str = "", *, since: str = "") -> list[Review]:
        """Reviews that were not taken back, in order; of one card, or since a study day, or all."""
        rows = self._all(
            "SELECT review.* FROM review LEFT JOIN voided ON voided.review_uid = review.uid"
            " WHERE voided.review_uid IS NULL AND (? = '' OR card = ?) AND study_day >= ? ORDER BY review.at, review.id",
            card,
            card,
            since,
        )
        return [review_of(row) for row in rows]

    def last_moment(self) -> Moment | None:
        """When the last trustworthy review was made."""
        row = self._one("SELECT at, local FROM review WHERE clock = 'ok' ORDER BY at DESC LIMIT 1")
        return None if row is None else stored(row["at"], row["local"])

    def last_review(self) -> Review | None:
        """The last review that was not taken back."""
        row = self._one(
            "SELECT review.* FROM review LEFT JOIN voided ON voided.review_uid = review.uid"
            " WHERE voided.review_uid IS NULL ORDER BY review.at DESC, review.id DESC LIMIT 1"
        )
        return None if row is None else review_of(row)

    def void(self, review: Review, state: str | None, when: Moment) -> None:
        """Take a review back; `state` is what its card is without it, None when it was never reviewed otherwise."""
        with self._writing():
            self._db.execute("INSERT INTO voided VALUES (?, ?)", (review.uid, when.at))
            if not review.is_cram:
                self._keep_state(review.card, state)

    def state(self, card: str) -> str:
        """The state of one card, as JSON; "" when it was never reviewed."""
        row = self._one("SELECT state FROM card_state WHERE card = ?", card)
        return "" if row is None else str(row["state"])

    def states(self) -> dict[str, str]:
        """The state of every card that was reviewed, as JSON."""
        return {row["card"]: row["state"] for row in self._all("SELECT card, state FROM card_state")}

    def replace_states(self, states: Mapping[str, str]) -> None:
        """All states, worked out anew from the log."""
        with self._writing():
            self._db.execute("DELETE FROM card_state")
            self._db.executemany("INSERT INTO card_state VALUES (?, ?)", states.items())

    def rename_cards(self, renames: Mapping[str, str]) -> int:
        """Move the history of cards to the cards that replace them; gives how many reviews moved."""
        with self._writing():
            moved = 0
            for old, new in renames.items():
                moved += self._db.execute("UPDATE review SET card = ? WHERE card = ?", (new, old)).rowcount
                self._db.execute("UPDATE OR REPLACE card_state SET card = ? WHERE card = ?", (new, old))
        return moved

    def _keep_state(self, card: str, state: str | None) -> None:
        if state is None:
            self._db.execute("DELETE FROM card_state WHERE card = ?", (card,))
            return
        self._db.execute("INSERT INTO card_state VALUES (?, ?) ON CONFLICT (card) DO UPDATE SET state = excluded.state", (card, state))

    # --- quizzes ------------------------------------------------------------------------------------------------------------------

    def begin_quiz(self, kind: str, objectives: Sequence[str], plan: Sequence[tuple[str, int]], content: str, when: Moment) -> Quiz:
        """A new quiz with its plan, kept before the first question is shown."""
        day = when.study_day.isoformat()
        with self._writing():
            cursor = self._db.execute(
                "INSERT INTO quiz (uid, at, study_day, kind, objectives, plan, content) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (os.urandom(UID_BYTES), when.at, day, kind, json.dumps(list(objectives)), json.dumps(list(plan)), content),
            )
        return Quiz(cursor.lastrowid or 0, kind, tuple(objectives), tuple(plan), day, content)

    def last_quiz(self) -> Quiz | None:
        """The quiz begun last."""
        row = self._one("SELECT * FROM quiz ORDER BY id DESC LIMIT 1")
        return None if row is None else quiz_of(row)

    def quizzes(self) -> list[Quiz]:
        """Every quiz, in order."""
        return [quiz_of(row) for row in self._all("SELECT * FROM quiz ORDER BY id")]

    def quiz(self, quiz_id: int) -> Quiz | None:
        """A quiz by its number here."""
        row = self._one("SELECT * FROM quiz WHERE id = ?", quiz_id)
        return None if row is None else quiz_of(row)

    def add_answer(self, answer: Answer, events: Sequence[Event] = ()) -> bool:
        """Add an answer and what follows from it, all or none. False, and nothing kept, when that try of that question is there already:
        another window was faster."""
        values = (
            *_when(answer.moment),
            answer.quiz_id,
            answer.position,
            answer.question,
            answer.meaning,
            answer.variant,
            answer.attempt,
            answer.choice,
            answer.raw,
            answer.read_as,
            answer.standing,
            answer.score,
            json.dumps(answer.misconceptions),
            answer.confidence,
            answer.milliseconds,
            answer.content,
            answer.marking,
        )
        rows = [(*_when(e.moment), e.kind, e.subject, json.dumps(e.data, sort_keys=True), e.content) for e in events]
        taken = "SELECT 1 FROM answer WHERE quiz_id = ? AND position = ? AND try = ?"
        with self._writing():
            if self._one(taken, answer.quiz_id, answer.position, answer.attempt) is not None:
                return False
            self._db.execute(
                "INSERT INTO answer (uid, at, local, study_day, quiz_id, position, question, meaning, variant, try, choice, raw, read_as,"
                " standing, score, misconceptions, confidence, milliseconds, content, marking)"
                f" VALUES ({', '.join('?' * len(values))})",
                values,
            )
            self._db.executemany(
                "INSERT INTO event (uid, at, local, study_day, kind, subject, data, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
            )
        return True

    def answers(self, quiz_id: int | None = None, *, question: str = "") -> list[Answer]:
        """Answers in order; of one quiz, of one question, or all."""
        rows = self._all(
            "SELECT * FROM answer WHERE (? IS NULL OR quiz_id = ?) AND (? = '' OR question = ?) ORDER BY id",
            quiz_id,
            quiz_id,
            question,
            question,
        )
        return [answer_of(row) for row in rows]

    def variants_seen(self) -> dict[str, int]:
        """For every question the number of the last draw that was planned for this learner."""
        rows = self._all("SELECT value FROM quiz, json_each(quiz.plan)")
        seen: dict[str, int] = {}
        for question, variant in (json.loads(row["value"]) for row in rows):
            seen[question] = max(seen.get(question, 0), variant)
        return seen

    # --- everything -----------------------------------------------------------------------------------------------------------------

    def export(self) -> dict[str, list[dict[str, object]]]:
        """Every row of every table, as plain data; uids are hex, the secret is left out."""
        tables = ("event", "quiz", "answer", "review", "voided", "card_state")
        whole: dict[str, list[dict[str, object]]] = {
            "setting": [dict(row) for row in self._all("SELECT * FROM meta WHERE key != 'secret'")]
        }
        for table in tables:
            rows = self._all(f"SELECT * FROM {table}")
            whole[table] = [{key: row[key].hex() if isinstance(row[key], bytes) else row[key] for key in row.keys()} for row in rows]  # noqa: SIM118  # sqlite3.Row iterates over values
        return whole

    def join(self, document: Mapping[str, Sequence[Mapping[str, object]]]) -> int:
        """Add the rows of another export that are not here yet; rows are known by their uid, so no conflict is possible. ValueError or
        KeyError, and nothing added, when the document is damaged."""
        added = 0
        try:
            with self._writing():
                for table in ("event", "quiz", "answer", "review", "voided"):
                    for row in document.get(table, ()):
                        added += self._join_row(table, row)
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError, TypeError, OverflowError) as error:
            raise ValueError("a row is none, or does not fit the others") from error
        return added

    def _join_row(self, table: str, row: Mapping[str, object]) -> int:
        """One row, without its number here; an answer of another device belongs to no quiz of this one."""
        columns = [column["name"] for column in self._db.execute(f"PRAGMA table_info({table})") if column["name"] not in ("id", "quiz_id")]
        values = [bytes.fromhex(str(row[name])) if name in ("uid", "review_uid") else row[name] for name in columns]
        names = ", ".join(columns)
        marks = ", ".join("?" * len(columns))
        return self._db.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", values).rowcount

    def _one(self, sql: str, *values: object) -> sqlite3.Row | None:
        with _told(), explained(self.path):
            row: sqlite3.Row | None = self._db.execute(sql, values).fetchone()
        return row

    def _all(self, sql: str, *values: object) -> list[sqlite3.Row]:
        with _told(), explained(self.path):
            return list(self._db.execute(sql, values))


@contextmanager
def _told() -> Iterator[None]:
    """A damaged store told as a learner needs it: they have nothing to grade again."""
    try:
        yield
    except StoreDamaged as error:
        raise StoreDamaged(error.message, hint=DAMAGED_HINT if error.hint == GRADE_AGAIN else error.hint) from error


def forget(folder: Path) -> list[Path]:
    """Delete everything the store holds, copies of older formats included: its files are gone afterwards. Gives what was deleted."""
    there = [path for end in ("", "-wal", "-shm", "-journal") if (path := folder / f"{STORE_NAME}{end}").exists()]
    there += sorted(folder.glob("state.format-*.sqlite*"))
    for path in there:
        path.unlink()
    return there


def _when(moment: Moment) -> tuple[bytes, str, str, str]:
    return os.urandom(UID_BYTES), moment.at, moment.local_text, moment.study_day.isoformat()
