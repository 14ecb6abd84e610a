"""`python3 bootstrap.py bench proof`: how long `grader verify` takes for the whole level, under 20 secrets, with two grading processes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bench.keeping import keep
from bench.measure import cost_of

JOBS, SECRETS = 2, 20


def main(words: Sequence[str]) -> None:
    """Parse, prove, print, keep. RuntimeError when the proof is not green."""
    parser = argparse.ArgumentParser(prog="bootstrap.py bench proof", description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the figures in bench/results.json")
    options = parser.parse_args(words)
    cost = cost_of([sys.executable, "-m", "grader", "verify", "--jobs", str(JOBS), "--secrets", str(SECRETS)])
    figures = {"jobs": JOBS, "secrets": SECRETS, "wall_s": round(cost.wall_s, 1), "cpu_s": round(cost.cpu_s, 1)}
    print(figures)
    if options.write:
        keep("proof", figures)
