"""Work written afresh from the stubs alone, by five hands in five styles, without a look at solutions or checks: all of it passes.

Ada and Ben write plainly. Dora writes small classes, named tuples and enums, with the line ends of Windows. Eiji writes
`from numpy import *`, masked arrays, recursion and names that are not ASCII, behind a BOM. Gus writes whatever else Python allows:
callables that are no functions, float errors raised, Latin-1, arrays of no axes.
"""

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
    handed_in = {place: verdict for place, verdict in verdicts.items() if verdict != "missing"}
    assert len(handed_in) == len(list(FRESH.rglob("*.py"))) > 4 * len(load_level().exercises)
    assert {place: verdict for place, verdict in handed_in.items() if verdict != "passed"} == {}
