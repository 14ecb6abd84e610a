"""Work written afresh from the stubs alone, by two hands in two styles, without a look at solutions or checks: all of it passes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.content.load import load_level

FRESH = Path(__file__).with_name("fresh")


@pytest.mark.isolation
@pytest.mark.slow
def test_every_exercise_written_from_its_stub_alone_passes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grader", "grade", str(FRESH), "-o", str(tmp_path / "graded")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    document = json.loads((tmp_path / "graded" / "result.json").read_text(encoding="utf-8"))

    assert done.returncode == 0, done.stderr
    verdicts = {
        (entry["key"], exercise["slug"]): exercise["verdict"] for entry in document["submissions"] for exercise in entry["exercises"]
    }
    assert len(verdicts) == 2 * len(load_level().exercises)
    assert {place: verdict for place, verdict in verdicts.items() if verdict != "passed"} == {}
