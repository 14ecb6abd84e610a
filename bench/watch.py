"""From save to verdict, in a real terminal: 100 scripted saves under `grader watch`, and how much of it is the learner's own code.

`python3 bootstrap.py bench watch [SAVES] [EXERCISE]`. A save is acknowledged when "checking" appears, and answered when the
verdict does.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import pexpect

from bench.honest import honest_copy
from grader.content.load import load_level
from grader.learner.checking import CheckSession
from grader.learner.folder import LearnerFolder, start

PAUSE_S = 1.0  # between saves: a fast typist's


def main(words: Sequence[str]) -> dict[str, float]:
    """Measure and print; times in ms."""
    saves, name = wanted(words)
    level = load_level()
    exercise = level.exercise(name)
    with tempfile.TemporaryDirectory(prefix="grader-watch-") as place:
        folder = start(level, Path(place) / "mine").folder
        file = folder.file(exercise)
        solution = exercise.solution_path.read_text(encoding="utf-8")
        acknowledged, answered = _in_a_terminal(folder, file, solution, exercise.slug, saves)
        own = _own_share(level, folder, file, solution, name, saves=min(saves, 20))
    figures = {
        "saves": float(saves),
        "acknowledged_p50_ms": round(statistics.median(acknowledged), 1),
        "acknowledged_p95_ms": round(_p95(acknowledged), 1),
        "verdict_p50_ms": round(statistics.median(answered), 1),
        "verdict_p95_ms": round(_p95(answered), 1),
        "own_code_share": round(own, 2),
    }
    print(json.dumps(figures, indent=2))
    return figures


def _in_a_terminal(folder: LearnerFolder, file: Path, solution: str, slug: str, saves: int) -> tuple[list[float], list[float]]:
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "100"}
    screen = pexpect.spawn(sys.executable, ["-m", "grader", "watch", slug], cwd=str(folder.root), env=env, encoding="utf-8", timeout=60)
    acknowledged, answered = [], []
    screen.expect("q quit")
    for number in range(saves):
        time.sleep(PAUSE_S)
        started = time.perf_counter()
        file.write_text(honest_copy(solution, number), encoding="utf-8")
        screen.expect(f"checking {slug}")
        acknowledged.append((time.perf_counter() - started) * 1000)
        screen.expect(f"{slug}: passed")
        answered.append((time.perf_counter() - started) * 1000)
        screen.expect("q quit")
    screen.send("q")
    screen.expect(pexpect.EOF)
    return acknowledged, answered


def _own_share(level: object, folder: LearnerFolder, file: Path, solution: str, name: str, *, saves: int) -> float:
    """The share of a warm check that is CPU time of the learner's own process: its import and its calls."""
    from grader.content.models import Level

    assert isinstance(level, Level)
    exercise = level.exercise(name)
    shares = []
    with CheckSession(level, folder, [exercise]) as session:
        for number in range(saves):
            file.write_text(honest_copy(solution, number), encoding="utf-8")
            started = time.perf_counter()
            (checked,) = list(session.check([exercise]))
            shares.append(checked.outcome.evidence.cpu_s / (time.perf_counter() - started))
    return statistics.median(shares)


def _p95(values: list[float]) -> float:
    return sorted(values)[max(0, -(-len(values) * 95 // 100) - 1)]


def wanted(words: Sequence[str]) -> tuple[int, str]:
    """How many saves of which exercise the command line asks for."""
    return int(words[0]) if words else 100, words[1] if len(words) > 1 else "softmax-rows"


if __name__ == "__main__":
    main(sys.argv[1:])
