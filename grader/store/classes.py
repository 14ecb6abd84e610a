"""The store of one class: `class.sqlite` in the folder that `grade -o` names. Every write is one short transaction.

Stores rows and gives them back; what a verdict or a point means is decided above.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from sys import intern
from types import TracebackType

from grader.documents import canonical
from grader.errors import NothingToDo, UsageError
from grader.results import Verdict
from grader.store.connection import connect, explained, writing
from grader.store.places import journal_notice
from grader.store.rows import NewSubmission, ResultKey, Run, RunExercise, StoredFile, StoredResult, StoredSubmission

STORE_NAME = "class.sqlite"
APPLICATION_ID = 0x47524443  # "GRDC"
VERSION = 3
SECRET_BYTES = 32

SAME_KEY = "source_key = ? AND slug = ? AND suite_sha256 = ? AND environment_sha256 = ? AND secret_id = ?"


class ClassStore:
    """One class on disk; a context manager. `now` arguments are UTC ISO text."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / STORE_NAME
        self.notice = journal_notice(folder)
        self._db = connect(self.path, "classroom.sql", application_id=APPLICATION_ID, version=VERSION)

    @classmethod
    def existing(cls, folder: Path) -> ClassStore:
        """The store in `folder`; UsageError when there is none."""
        if not (folder / STORE_NAME).is_file():
            raise UsageError(f"No graded class in `{folder}`.", hint="grade one first: grader grade SUBMISSIONS -o " + str(folder))
        return cls(folder)

    def __enter__(self) -> ClassStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; the journal is folded in when nobody else has it open."""
        self._db.close()

    # --- secret -----------------------------------------------------------------------------------------------------------------

    def secret(self, given: bytes | None, now: str) -> bytes:
        """The class secret: made once, or `given`. UsageError when the store already has another one."""
        with self._writing():
            self._db.execute(
                "INSERT INTO class (id, secret, secret_id, made_at) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING",
                self._secret_row(given, now),
            )
            stored = bytes(self._db.execute("SELECT secret FROM class").fetchone()["secret"])
        if given is not None and given != stored:
            raise UsageError(
                f"`{self.path}` was graded with another secret than the one in --secret-file.",
                hint="leave --secret-file out, or name another folder with -o",
            )
        return stored

    @staticmethod
    def _secret_row(given: bytes | None, now: str) -> tuple[bytes, str, str]:
        secret = given if given is not None else secrets.token_bytes(SECRET_BYTES)
        return secret, secret_id(secret), now

    # --- a run ------------------------------------------------------------------------------------------------------------------

    def start_run(self, run: Run, submissions: Sequence[NewSubmission], now: str, earlier: Iterable[int] = ()) -> None:
        """Note a run and its submissions, once; the same run again changes nothing but that it is the current one.

        `earlier` are ids of learners' older attempts that may count in it.
        """
        with self._writing():
            self._note_run(run, now)
            for submission in submissions:
                self._in_run(run.id, self._submission(submission, now), submission.skipped, is_latest=True)
            for submission_id in earlier:
                self._in_run(run.id, submission_id, "", is_latest=False)
            self._make_current(run.id, "graded", now)

    def start_candidate(self, run: Run, submissions: Iterable[StoredSubmission], now: str) -> None:
        """Note a regrade of stored submissions beside the current run; it takes the place of an undecided one."""
        with self._writing():
            self._note_run(run, now)
            for each in submissions:
                self._in_run(run.id, each.id, each.skipped, is_latest=each.is_latest)
            self._db.execute("INSERT OR REPLACE INTO candidate_run (id, run_id) VALUES (1, ?)", (run.id,))

    def _in_run(self, run_id: str, submission_id: int, skipped: str, *, is_latest: bool) -> None:
        self._db.execute(
            "INSERT INTO run_submission (run_id, submission_id, skipped, is_latest) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (run_id, submission_id, skipped, int(is_latest)),
        )

    def take_snapshot(self, submissions: Sequence[NewSubmission], now: str) -> int:
        """Keep what has been handed in by now, graded or not; how much of it is new."""
        with self._writing():
            before = self._db.execute("SELECT count(*) FROM submission").fetchone()[0]
            for submission in submissions:
                submission_id = self._submission(submission, now)
                self._db.execute("UPDATE submission SET seen_at = ? WHERE id = ? AND seen_at = ''", (now, submission_id))
            self._db.execute("INSERT INTO snapshot (at) VALUES (?) ON CONFLICT DO NOTHING", (now,))
            return int(self._db.execute("SELECT count(*) FROM submission").fetchone()[0] - before)

    def snapshots(self) -> tuple[str, ...]:
        """The moments of all snapshots, in order."""
        with explained(self.path):
            return tuple(row["at"] for row in self._db.execute("SELECT at FROM snapshot ORDER BY at"))

    def decide_candidate(self, run_id: str, *, applies: bool, now: str) -> None:
        """Make the candidate the current run, or drop it; both are logged, and every run stays in the store."""
        with self._writing():
            if applies:
                self._make_current(run_id, "applied", now)
            else:
                self._log_run(run_id, "dropped", now)
            self._db.execute("DELETE FROM candidate_run")

    def _note_run(self, run: Run, now: str) -> None:
        self._db.execute(
            "INSERT INTO run (id, facts, started_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (run.id, canonical(run.facts), now)
        )
        for position, exercise in enumerate(run.exercises):
            self._db.execute(
                "INSERT INTO run_exercise (run_id, position, slug, suite_sha256, max_points) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (run.id, position, exercise.slug, exercise.suite_sha256, exercise.max_points),
            )

    def _make_current(self, run_id: str, action: str, now: str) -> None:
        before = self._db.execute("SELECT run_id FROM current_run").fetchone()
        if before is None or before["run_id"] != run_id:
            self._log_run(run_id, action, now)
        self._db.execute("INSERT OR REPLACE INTO current_run (id, run_id) VALUES (1, ?)", (run_id,))

    def _log_run(self, run_id: str, action: str, now: str) -> None:
        before = self._db.execute("SELECT run_id FROM current_run").fetchone()
        self._db.execute(
            "INSERT INTO run_log (at, action, run_id, before) VALUES (?, ?, ?, ?)",
            (now, action, run_id, before["run_id"] if before else ""),
        )

    def run_log(self) -> tuple[tuple[str, str, str, str], ...]:
        """(at, action, run, the run before) of every change of the current run, and every regrade dropped."""
        with explained(self.path):
            return tuple(tuple(row) for row in self._db.execute("SELECT at, action, run_id, before FROM run_log ORDER BY seq"))

    def _submission(self, new: NewSubmission, now: str) -> int:
        """The id of a submission, stored now unless it already is."""
        self._db.execute(
            "INSERT INTO learner (key, name, roster_id) VALUES (?, ?, ?)"
            " ON CONFLICT (key) DO UPDATE SET name = excluded.name, roster_id = excluded.roster_id",
            (new.key, new.name, new.roster_id),
        )
        known = self._db.execute("SELECT id FROM submission WHERE learner_key = ? AND sha256 = ?", (new.key, new.sha256)).fetchone()
        if known is not None:  # what was noticed around the same work may be new; when it came in never moves
            self._db.execute("UPDATE submission SET warnings = ? WHERE id = ?", (json.dumps(new.warnings), known["id"]))
            self._db.execute("UPDATE submission SET submitted_at = ? WHERE id = ? AND submitted_at = ''", (new.submitted_at, known["id"]))
            return int(known["id"])
        absent = self._db.execute("SELECT max(at) FROM snapshot WHERE at < ?", (now,)).fetchone()[0] or ""
        cursor = self._db.execute(
            "INSERT INTO submission"
            " (learner_key, sha256, attempt, submitted_at, problem, warnings, marked_late, members, seen_at, absent_at)"
            " SELECT ?, ?, 1 + count(*), ?, ?, ?, ?, ?, ?, ? FROM submission WHERE learner_key = ?",
            (
                new.key,
                new.sha256,
                new.submitted_at,
                new.problem,
                json.dumps(new.warnings),
                int(new.marked_late),
                json.dumps(new.members),
                now if absent else "",
                absent,
                new.key,
            ),
        )
        submission_id = int(cursor.lastrowid or 0)
        self._files(submission_id, new)
        return submission_id

    def _files(self, submission_id: int, new: NewSubmission) -> None:
        for file in new.files:
            sha256 = None
            if file.content is not None:
                sha256 = file.content.sha256
                self._db.execute("INSERT INTO source (sha256, content) VALUES (?, ?) ON CONFLICT DO NOTHING", (sha256, file.content.read()))
            self._db.execute(
                "INSERT INTO submitted_file (submission_id, slug, path, sha256, problem) VALUES (?, ?, ?, ?, ?)",
                (submission_id, file.slug, file.path, sha256, file.problem),
            )

    def finish_run(self, run_id: str, now: str) -> None:
        """Note when a run was done for the first time."""
        with self._writing():
            self._db.execute("UPDATE run SET finished_at = ? WHERE id = ? AND finished_at = ''", (now, run_id))

    def current_run(self) -> Run:
        """The run that counts; NothingToDo when there is none yet."""
        run = self._run_of("current_run")
        if run is None:
            raise NothingToDo(f"Nothing has been graded in `{self.path.parent}` yet.", hint="run `grader grade SUBMISSIONS -o DIR`")
        return run

    def candidate_run(self) -> Run | None:
        """The regrade that is not decided yet, or None."""
        return self._run_of("candidate_run")

    def run(self, run_id: str) -> Run | None:
        """Any run of this store."""
        with explained(self.path):
            row = self._db.execute("SELECT * FROM run WHERE id = ?", (run_id,)).fetchone()
        return None if row is None else self._as_run(row)

    def _run_of(self, table: str) -> Run | None:
        with explained(self.path):
            row = self._db.execute(f"SELECT run.* FROM run JOIN {table} ON run.id = {table}.run_id").fetchone()
        return None if row is None else self._as_run(row)

    def _as_run(self, row: sqlite3.Row) -> Run:
        with explained(self.path):
            found = self._db.execute("SELECT * FROM run_exercise WHERE run_id = ? ORDER BY position", (row["id"],)).fetchall()
        exercises = tuple(RunExercise(each["slug"], each["suite_sha256"], each["max_points"]) for each in found)
        return Run(row["id"], json.loads(row["facts"]), exercises, row["started_at"], row["finished_at"])

    def submissions(self, run_id: str) -> tuple[StoredSubmission, ...]:
        """The submissions of a run, by key and attempt."""
        return tuple(self.each_submission(run_id))

    def each_submission(self, run_id: str) -> Iterator[StoredSubmission]:
        """The same, one after the other: a large class need not be in memory."""
        with explained(self.path):
            rows = self._db.execute(
                "SELECT submission.*, learner.name, learner.roster_id, run_submission.skipped, run_submission.is_latest FROM run_submission"
                " JOIN submission ON submission.id = run_submission.submission_id JOIN learner ON learner.key = submission.learner_key"
                " WHERE run_submission.run_id = ? ORDER BY submission.learner_key, submission.attempt",
                (run_id,),
            ).fetchall()
        for row in rows:
            with explained(self.path):
                found = self._stored(row)
            yield found

    def attempts(self, keys: Iterable[str]) -> tuple[StoredSubmission, ...]:
        """Everything that these learners ever handed in, by key and attempt; none of it is marked as the latest."""
        with explained(self.path):
            rows = self._db.execute(
                "SELECT submission.*, learner.name, learner.roster_id, '' AS skipped, 0 AS is_latest FROM submission"
                " JOIN learner ON learner.key = submission.learner_key WHERE learner.key IN (SELECT value FROM json_each(?))"
                " ORDER BY submission.learner_key, submission.attempt",
                (json.dumps(list(keys)),),
            ).fetchall()
            return tuple(self._stored(row) for row in rows)

    def _stored(self, row: sqlite3.Row) -> StoredSubmission:
        files = self._db.execute("SELECT * FROM submitted_file WHERE submission_id = ? ORDER BY slug", (row["id"],)).fetchall()
        return StoredSubmission(
            id=row["id"],
            key=row["learner_key"],
            name=row["name"],
            roster_id=row["roster_id"],
            attempt=row["attempt"],
            submitted_at=row["submitted_at"],
            sha256=row["sha256"],
            problem=row["problem"],
            warnings=tuple(json.loads(row["warnings"])),
            skipped=row["skipped"],
            files=tuple(StoredFile(intern(each["slug"]), intern(each["path"]), each["sha256"] or "", each["problem"]) for each in files),
            marked_late=bool(row["marked_late"]),
            members=tuple(json.loads(row["members"])),
            seen_at=row["seen_at"],
            absent_at=row["absent_at"],
            is_latest=bool(row["is_latest"]),
        )

    # --- results ----------------------------------------------------------------------------------------------------------------

    def finished(self) -> frozenset[ResultKey]:
        """The keys that need no grading: every result that is not our own fault."""
        with explained(self.path):
            rows = self._db.execute(
                "SELECT source_key, slug, suite_sha256, environment_sha256, secret_id FROM result WHERE verdict <> ?",
                (Verdict.BROKEN.value,),
            )
            return frozenset(ResultKey(row[0], *map(intern, row[1:])) for row in rows)

    def broken(self) -> frozenset[ResultKey]:
        """The keys that were tried and are our own fault."""
        with explained(self.path):
            rows = self._db.execute(
                "SELECT source_key, slug, suite_sha256, environment_sha256, secret_id FROM result WHERE verdict = ?",
                (Verdict.BROKEN.value,),
            )
            return frozenset(ResultKey(*row) for row in rows)

    def commit(self, results: Iterable[StoredResult], now: str) -> None:
        """Keep results, all or none. The first that is not broken wins; the same again is counted, another one is noted as a conflict."""
        with self._writing():
            for new in results:
                self._commit_one(new, now)

    def _commit_one(self, new: StoredResult, now: str) -> None:
        key = key_values(new.key)
        self._db.execute(f"DELETE FROM claim WHERE {SAME_KEY}", key)
        old = self._db.execute(f"SELECT verdict, result FROM result WHERE {SAME_KEY}", key).fetchone()
        if old is None:
            self._db.execute(
                "INSERT INTO result (source_key, slug, suite_sha256, environment_sha256, secret_id, verdict, result, evidence, graded_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*key, new.verdict, new.result, new.evidence, now),
            )
            return
        if old["verdict"] == Verdict.BROKEN.value:
            self._db.execute(
                "UPDATE result SET verdict = ?, result = ?, evidence = ?, graded_at = ?, times_graded = times_graded + 1 WHERE " + SAME_KEY,
                (new.verdict, new.result, new.evidence, now, *key),
            )
            return
        self._db.execute(f"UPDATE result SET times_graded = times_graded + 1 WHERE {SAME_KEY}", key)
        if new.verdict != Verdict.BROKEN.value and old["result"] != new.result:
            self._db.execute("INSERT INTO conflict VALUES (?, ?, ?, ?, ?, ?, ?)", (*key, new.result, now))

    def results(self, run: Run) -> Iterator[StoredResult]:
        """Every stored result of a run's exercises under its environment and secret."""
        wanted = {exercise.slug: exercise.suite_sha256 for exercise in run.exercises}
        with explained(self.path):
            rows = self._db.execute(
                "SELECT * FROM result WHERE environment_sha256 = ? AND secret_id = ?",
                (run.facts["environment_sha256"], run.facts["secret_id"]),
            )
            for row in rows:
                if wanted.get(row["slug"]) == row["suite_sha256"]:
                    key = ResultKey(*(row[name] for name in ("source_key", "slug", "suite_sha256", "environment_sha256", "secret_id")))
                    yield StoredResult(key, row["verdict"], row["result"], row["evidence"])

    def result(self, key: ResultKey) -> StoredResult | None:
        """One stored result."""
        with explained(self.path):
            row = self._db.execute(f"SELECT verdict, result, evidence FROM result WHERE {SAME_KEY}", key_values(key)).fetchone()
        return None if row is None else StoredResult(key, row["verdict"], row["result"], row["evidence"])

    def conflicts(self) -> int:
        """How often a finished exercise gave another outcome when it was graded again."""
        with explained(self.path):
            return int(self._db.execute("SELECT count(*) FROM conflict").fetchone()[0])

    def source(self, sha256: str) -> bytes:
        """The bytes of a graded file."""
        with explained(self.path):
            row = self._db.execute("SELECT content FROM source WHERE sha256 = ?", (sha256,)).fetchone()
        return bytes(row["content"]) if row is not None else b""

    # --- texts kept, and the way in for other tables ------------------------------------------------------------------------------

    def keep(self, name: str, text: str) -> None:
        """Keep a text that a later command needs."""
        with self._writing():
            self._db.execute("INSERT OR REPLACE INTO kept (name, text) VALUES (?, ?)", (name, text))

    def kept(self, name: str) -> str | None:
        """A text that was kept, or None."""
        with explained(self.path):
            row = self._db.execute("SELECT text FROM kept WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row["text"])

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """One write transaction, for a module that owns a table of its own. If not `durable`, a power cut may lose it."""
        if not durable:
            self._db.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._writing():
                yield self._db
        finally:
            if not durable:
                self._db.execute("PRAGMA synchronous = FULL")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The same for reading."""
        with explained(self.path):
            yield self._db

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with writing(self._db, self.path):
            yield


def key_values(key: ResultKey) -> tuple[str, str, str, str, str]:
    """A key as the values of `SAME_KEY`."""
    return key.source_key, key.slug, key.suite_sha256, key.environment_sha256, key.secret_id


def secret_id(secret: bytes) -> str:
    """A name for a secret that does not give it away."""
    return hashlib.sha256(b"grader class secret\0" + secret).hexdigest()[:16]
