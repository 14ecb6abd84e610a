"""`python3 bootstrap.py bench grading`: the cost of grading the level, against plain pytest and the floor, in turn on the same work."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.honest import write_class
from bench.keeping import keep
from bench.measure import compile_ourselves, cost_of
from grader.content.load import load_level
from grader.content.models import Exercise

FIRST_TWELVE = [
    "same-word-same-vector",
    "order-blind",
    "softmax-by-hand",
    "one-query",
    "softmax-rows",
    "attention-matrix",
    "mask-and-count",
    "causal-attention",
    "cross-attention",
    "split-and-join",
    "multi-head",
    "tiled-attention",
]
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def main(words: Sequence[str] = ()) -> None:
    """Measure in rounds and print a table; the ratios are of the same round, their median is kept."""
    parser = argparse.ArgumentParser(prog="bootstrap.py bench grading", description=main.__doc__)
    parser.add_argument("--learners", type=int, default=20, help="submissions per round (20)")
    parser.add_argument("--plain", type=int, default=4, help="of those, how many plain pytest grades per round (4)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (3)")
    parser.add_argument(
        "--only", nargs="+", metavar="EXERCISE", help="the assignment (default: twelve exercises from every objective; `all` for the level)"
    )
    parser.add_argument("--write", action="store_true", help="keep the figures in bench/results.json")
    options = parser.parse_args(words)
    compile_ourselves()
    level = load_level()
    names = options.only or FIRST_TWELVE
    exercises = list(level.exercises) if names == ["all"] else [level.exercise(name) for name in names]
    rounds = [measured_round(exercises, options.learners, options.plain, index) for index in range(options.rounds)]
    figures = summary(rounds, len(exercises), options.learners)
    print_table(figures)
    if options.write:
        keep("grading", figures)


def measured_round(exercises: list[Exercise], learners: int, plain: int, index: int) -> dict[str, float]:
    """One round: a fresh class graded here, some of it by plain pytest, and all of it by the floor. CPU ms per submission."""
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as name:
        folder = Path(name)
        submissions = write_class(folder / "class", exercises, learners, first=index * learners)
        env = {**os.environ, **ONE_THREAD}
        only = [part for exercise in exercises for part in ("--only", exercise.slug)]
        grade = [sys.executable, "-m", "grader", "grade", folder / "class", "-o", folder / "graded", "-j", "1", *only]
        here = cost_of(grade, env=env)
        baseline = [
            cost_of(plain_pytest(exercises, submission), env=env) for submission in submissions[:: max(1, learners // plain)][:plain]
        ]
        floor = json.loads(
            subprocess.run([sys.executable, "-m", "bench.floor", str(folder / "class")], env=env, check=True, capture_output=True).stdout
        )
    print(f"round {index + 1}: here {here.cpu_s / learners * 1000:.0f} ms CPU per submission", file=sys.stderr)
    return {
        "here_cpu_ms": here.cpu_s / learners * 1000,
        "here_wall_ms": here.wall_s / learners * 1000,
        "here_peak_mb": here.peak_mb,
        "plain_cpu_ms": statistics.mean(cost.cpu_s for cost in baseline) * 1000,
        "plain_wall_ms": statistics.mean(cost.wall_s for cost in baseline) * 1000,
        "plain_peak_mb": max(cost.peak_mb for cost in baseline),
        "floor_cpu_ms": floor["ms_per_submission"],
    }


def plain_pytest(exercises: list[Exercise], submission: Path) -> list[str | Path]:
    """One plain pytest process on the same checks, the learner's code in the same process."""
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "grader.checks.plugin", "-c", os.devnull]
    paths = [exercise.check_path for exercise in exercises]
    return [sys.executable, "-m", "pytest", *options, "--import-mode=importlib", "--submission", submission, *paths]


def summary(rounds: list[dict[str, float]], exercises: int, learners: int) -> dict[str, object]:
    """Medians over the rounds; ratios are taken inside a round first."""
    medians = {name: statistics.median(figures[name] for figures in rounds) for name in rounds[0]}
    return {
        "exercises": exercises,
        "learners": learners,
        **{name: round(value, 2) for name, value in medians.items()},
        "cpu_against_plain_pytest": round(statistics.median(r["here_cpu_ms"] / r["plain_cpu_ms"] for r in rounds), 3),
        "cpu_against_floor": round(statistics.median(r["here_cpu_ms"] / r["floor_cpu_ms"] for r in rounds), 2),
    }


def print_table(figures: dict[str, object]) -> None:
    """The figures, one to a line."""
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):<28} {value}")
