"""What a run leaves on a machine of a cluster, however it ends: no process, no unpacked checks. Each in its own process, no network."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from grader.classroom import station
from grader.content.models import Level
from tests.engine.running import environment

pytestmark = pytest.mark.isolation

BEGIN = """
import base64, os, signal, sys, threading, time
from pathlib import Path
import psutil
from grader.classroom import station
from grader.content.load import load_level

station.LOOK_S = 0.1
parcel = station.pack(load_level(), ("softmax-rows",), b"k" * 32, {"call_cpu_s": 60.0, "total_cpu_s": 60.0}, None)
key = parcel["key"]
said = station.enlist(parcel)
assert said["isolation"] in ("walled", "contained"), said

def job(text):
    return {"key": "1", "slug": "softmax-rows", "source": text.encode(), "own": {}}

def left():
    return [*psutil.Process().children(), *Path(os.environ["TMPDIR"]).glob("grader-station-*")]

def nothing_is_left():
    end = time.monotonic() + 10
    while left() and time.monotonic() < end:
        time.sleep(0.05)
    assert left() == [], left()
"""
ENDLESS = "def softmax_np(x, axis=-1):\\n    while True: pass\\n"
ENDED_AT_WORK = f"""
thread = threading.Thread(target=lambda: station.grade_one(key, job("{ENDLESS}")))
threading.excepthook = lambda *_: None
thread.start()
while not any(each.children(recursive=True)[1:] for each in psutil.Process().children()):
    time.sleep(0.05)
station.leave(key)
thread.join(20)
assert not thread.is_alive()
nothing_is_left()
"""
FORGOTTEN = """
assert station.grade_one(key, job(""))["outcome"]
station.LEASE_S = 0.2
nothing_is_left()
assert station.grade_one(key, job("")) == {"is_unknown": True}
assert station.enlist(parcel) == said
"""
AT_WORK_IS_NOT_FORGOTTEN = """
station.LEASE_S = 0.2
assert station.grade_one(key, job("import time\\ntime.sleep(1)\\n"))["outcome"]
"""


def ran(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    env = {**environment(folder), "TMPDIR": str(folder)}
    return subprocess.run([sys.executable, "-c", BEGIN + script], env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(ENDED_AT_WORK, id="ended while a thread is at work"),
        pytest.param(FORGOTTEN, id="forgotten"),
        pytest.param(AT_WORK_IS_NOT_FORGOTTEN, id="not forgotten while at work"),
        pytest.param("", id="the process ends"),
        pytest.param("sys.exit(3)", id="the process ends early"),
    ],
)
def test_a_run_that_is_over_leaves_nothing(tmp_path: Path, script: str) -> None:
    before = psutil.Process().children(recursive=True)
    done = ran(tmp_path, script)

    assert done.returncode == (3 if "exit" in script else 0), done.stderr
    assert list(tmp_path.glob("grader-station-*")) == []
    assert set(psutil.Process().children(recursive=True)) <= set(before)


def test_what_a_killed_process_unpacked_is_removed_by_the_next_and_what_a_living_one_did_is_not(tmp_path: Path) -> None:
    living = subprocess.Popen(
        [sys.executable, "-c", BEGIN + "print('ready', flush=True); sys.stdin.read()"],
        env={**environment(tmp_path), "TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with living:
        assert living.stdout is not None
        assert living.stdout.readline() == b"ready\n"
        kept = set(tmp_path.glob("grader-station-*"))
        killed = ran(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)")
        found = set(tmp_path.glob("grader-station-*"))
        for folder in found:
            os.utime(folder, (time.time() - 3600,) * 2)
        ran(tmp_path, "")
        left = set(tmp_path.glob("grader-station-*"))
        living.communicate(b"")

    assert killed.returncode == -signal.SIGKILL
    assert (len(kept), len(found)) == (1, 2)
    assert left == kept


def test_a_run_that_is_made_again_is_the_same_to_a_machine(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = station.pack(level, ("softmax-rows",), b"k" * 32, {}, None)
    monkeypatch.setattr("time.time", lambda: 4e9)

    assert station.pack(level, ("softmax-rows",), b"k" * 32, {}, None) == packed
