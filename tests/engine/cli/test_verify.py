"""`grader verify` as an author sees it. What it proves is in tests/engine/checks/test_gate.py."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def verify(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grader", "verify", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.isolation
def test_styles_counts_programs_secrets_and_runs() -> None:
    done = verify("--styles", "2", "--json", "ratio-lock")
    answer = json.loads(done.stdout)

    assert done.returncode == 0, done.stderr
    (report,) = answer["data"]["exercises"]
    assert report["programs"] > 3
    assert answer["data"]["totals"] == {"programs": report["programs"], "runs": 2 * report["programs"], "secrets": 2, "problems": 0}


@pytest.mark.isolation
def test_one_exercise_is_proven_with_its_sums() -> None:
    done = verify("--secrets", "2", "which-tables")

    assert done.returncode == 0, done.stderr
    assert "✓ which-tables" in done.stdout
    assert "\n1 exercise, " in done.stdout and done.stdout.endswith("\n0 problems\n")


@pytest.mark.parametrize("words", [("--keep",), ("--mutate",), ("--matrix", "kill.json")], ids=" ".join)
def test_what_only_looks_keeps_nothing(words: tuple[str, ...]) -> None:
    done = verify("--styles", "2", *words)

    assert done.returncode == 2
    assert "goes with none of --keep, --mutate and --matrix" in done.stderr
