"""The floor that grading is compared with really makes the calls."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.honest import write_class
from grader.content.load import load_level


@pytest.mark.isolation
def test_the_floor_makes_every_call_that_hands_over_no_function(tmp_path: Path) -> None:
    level = load_level()
    write_class(tmp_path, [level.exercise("softmax-rows"), level.exercise("attention-matrix")], 1)

    done = subprocess.run([sys.executable, "-m", "bench.floor", str(tmp_path)], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["calls"] > 50
    assert figures["ms_per_submission"] > 0
