"""Every exit code of the program is one that a class can end with, reached from the command line."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli import main
from grader.results import ExitCode
from tests.engine.classroom import fake
from tests.engine.classroom.fake import FakePool
from tests.engine.running import REPOSITORY

HOLDER = """
import sys, time
from pathlib import Path
from grader.store.runlock import RunLock
with RunLock(Path(sys.argv[1]), command="grader grade work", now=lambda: "2026-10-05T09:30:00Z"):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePool]:
    """A class of two; what the fake pool does before each job can be set."""
    monkeypatch.chdir(tmp_path)
    for key in ("ada", "ben"):
        (tmp_path / "work" / key).mkdir(parents=True)
        (tmp_path / "work" / key / "softmax_rows.py").write_text(f"# {key} passed")
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n")
    (tmp_path / "empty").mkdir()
    made = FakePool()
    monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: made.opener())
    yield made


def test_every_exit_code_is_one_that_a_class_can_end_with(
    pool: FakePool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reached = {main(["grade", "work"]), main(["grade", "nowhere"]), main(["grade", "empty"])}

    old = fake.outcome
    monkeypatch.setattr("grader.classroom.plan.suite_hash", lambda exercise: "mended")
    monkeypatch.setattr(fake, "outcome", lambda slug, verdict, **more: old(slug, fake.Verdict.FAILED, **more))
    reached.add(main(["regrade", "--preview"]))

    monkeypatch.setattr("grader.classroom.plan.suite_hash", lambda exercise: "another")
    pool.before = lambda number: signal.raise_signal(signal.SIGINT)
    reached.add(main(["grade", "work"]))
    pool.before = lambda number: None

    Path("work/ben.zip").write_bytes(b"no zip")
    reached.add(main(["grade", "work"]))

    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, "graded"], stdout=subprocess.PIPE, env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin"}
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    reached.add(main(["grade", "work"]))
    holder.kill()
    holder.communicate()

    main(["override", "set", "ada", "softmax-rows", "--points", "1", "--reason", "why", "--by", "tk"])
    with sqlite3.connect("graded/class.sqlite") as db:
        db.execute("DROP TRIGGER hand_log_is_kept")
        db.execute("UPDATE hand_log SET by = 'me'")
    db.close()
    capsys.readouterr()
    damaged = main(["override", "list", "--json"])
    reached.add(damaged)

    assert reached == set(ExitCode)
    assert json.loads(capsys.readouterr().out)["status"] == "failed_run"
