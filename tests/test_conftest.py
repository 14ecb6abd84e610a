"""The shared fixtures hold what they promise."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from tests.conftest import compare_golden
from tests.engine.running import living, outlivers


def test_a_test_cannot_reach_the_network() -> None:
    with socket.socket() as sock, pytest.raises(AssertionError, match="wanted to connect"):
        sock.connect(("192.0.2.1", 80))


def test_the_cache_is_not_the_users() -> None:
    assert Path.home() not in Path(os.environ["XDG_CACHE_HOME"]).parents


def test_a_golden_file_that_differs_fails_with_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "screen.txt"
    compare_golden(path, "before\n", is_update=True)
    compare_golden(path, "before\n", is_update=False)

    with pytest.raises(pytest.fail.Exception, match=r"-before\n\+now"):
        compare_golden(path, "now\n", is_update=False)


def test_what_an_earlier_process_starts_is_its_own_and_what_a_test_starts_is_left_over() -> None:
    with subprocess.Popen(["sh", "-c", "read go; sleep 60 & wait"], stdin=subprocess.PIPE) as earlier:
        assert earlier.stdin is not None
        before = living()
        earlier.stdin.write(b"go\n")
        earlier.stdin.flush()
        while len(living()) == len(before):
            pass
        started = subprocess.Popen(["sleep", "60"])
        try:
            assert outlivers(before, 0.1) == ("sleep 60",)
        finally:
            for each in (started, *(process for process in living() if "sleep" in process.name()), earlier):
                each.kill()
            started.wait()
