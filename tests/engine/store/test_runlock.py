"""The run lock, between real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grader.errors import StoreBusy
from grader.store.runlock import RunLock

NOW = "2026-10-05T09:30:00Z"
HOLDER = """
import sys, time, os
from pathlib import Path
from grader.store.runlock import RunLock
with RunLock(Path(sys.argv[1]), command="grader grade work", now=lambda: "2026-10-05T09:30:00Z"):
    if sys.argv[2] == "fork" and os.fork() == 0:
        os.close(1)
        time.sleep(60)
        os._exit(0)
    print(os.getpid(), flush=True)
    time.sleep(60)
"""


def lock(folder: Path) -> RunLock:
    return RunLock(folder, command="grader grade", now=lambda: NOW)


def holder(folder: Path, how: str = "plain") -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(folder), how], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def test_a_second_coordinator_is_told_who_has_the_lock(tmp_path: Path) -> None:
    first = holder(tmp_path)
    try:
        with pytest.raises(StoreBusy) as caught, lock(tmp_path):
            pass
    finally:
        end(first)

    assert f"process {first.pid} on host" in caught.value.message
    assert NOW in caught.value.message
    assert "grader grade work" in caught.value.message
    assert caught.value.exit_code == 6


def test_the_lock_is_free_once_its_owner_was_killed(tmp_path: Path) -> None:
    end(holder(tmp_path))

    with lock(tmp_path):
        pass


def test_a_child_that_outlives_its_coordinator_does_not_hold_the_lock_on(tmp_path: Path) -> None:
    first = holder(tmp_path, "fork")
    try:
        os.kill(first.pid, signal.SIGKILL)
        first.wait()

        with lock(tmp_path):
            pass
    finally:
        end(first)


def test_the_lock_can_be_taken_again_after_it_was_let_go(tmp_path: Path) -> None:
    for _ in range(2):
        with lock(tmp_path):
            pass


def test_an_unreadable_owner_is_still_a_refusal(tmp_path: Path) -> None:
    first = holder(tmp_path)
    try:
        (tmp_path / "grader.lock").write_text("not json")

        with pytest.raises(StoreBusy, match="another process"), lock(tmp_path):
            pass
    finally:
        end(first)
