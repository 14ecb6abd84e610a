"""A learner's process killed at any moment loses nothing that it had said was done, and nothing that the learner wrote."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_kill_at_200_moments_loses_no_event_and_no_work(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-m", "tests.engine.learner.killed_learner", str(tmp_path)]

    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
