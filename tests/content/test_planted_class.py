"""A class in which every wrong variant and every alternative is handed in once: its misconception table is exactly the planted one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from grader.checks.variants import alternatives, wrong_variants
from grader.content.load import load_level

SLUGS = ("softmax-by-hand", "one-query", "softmax-rows", "attention-matrix", "causal-attention", "cross-attention", "split-and-join")
LEVEL = load_level()


@pytest.mark.isolation
@pytest.mark.slow
def test_the_misconceptions_found_are_those_that_were_planted(tmp_path: Path) -> None:
    planted: Counter[str] = Counter()
    right = 0
    for slug in SLUGS:
        exercise = LEVEL.exercise(slug)
        variants = wrong_variants(exercise.wrong_path, exercise.solution_path)
        sources = [variant.source for variant in variants]
        sources += [other.source for other in alternatives(exercise.alt_path, exercise.solution_path)]
        planted.update(variant.misconception for variant in variants)
        right += len(sources) - len(variants)
        for number, source in enumerate(sources):
            path = tmp_path / "class" / f"learner{number:03d}" / exercise.folder / exercise.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source)
    only = [part for slug in SLUGS for part in ("--only", slug)]
    command = [sys.executable, "-m", "grader", "grade", str(tmp_path / "class"), "-o", str(tmp_path / "graded"), *only]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    document = json.loads((tmp_path / "graded" / "result.json").read_text(encoding="utf-8"))

    assert done.returncode == 0, done.stderr
    exercises = [exercise for submission in document["submissions"] for exercise in submission["exercises"]]
    found = Counter(entry["id"] for exercise in exercises for entry in exercise["misconceptions"])
    assert found == planted
    assert sum(exercise["verdict"] == "passed" for exercise in exercises) == right
