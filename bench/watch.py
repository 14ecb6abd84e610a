"""From save to verdict, in a real terminal: 100 scripted saves under `grader watch`, and how much of it is the learner's own code.

`python3 bootstrap.py bench watch [SAVES] [EXERCISE]`: so many right saves, then as many wrong ones, each with another mistake. A save is
acknowledged when "checking" appears, and answered when the verdict does.
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
from grader.checks.variants import wrong_variants
from grader.content.load import load_level
from grader.content.models import Exercise, Level
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
        honest = [honest_copy(solution, number) for number in range(saves)]
        acknowledged, answered = _in_a_terminal(folder, file, honest, exercise.slug, "passed")
        _, told = _in_a_terminal(folder, file, _mistakes(exercise, saves), exercise.slug, r"\d+ of")
        own = _own_share(level, folder, file, solution, name, saves=min(saves, 20))
    figures = {
        "saves": float(saves),
        "acknowledged_p50_ms": round(statistics.median(acknowledged), 1),
        "acknowledged_p95_ms": round(_p95(acknowledged), 1),
        "verdict_p50_ms": round(statistics.median(answered), 1),
        "verdict_p95_ms": round(_p95(answered), 1),
        "mistake_p50_ms": round(statistics.median(told), 1),
        "mistake_p95_ms": round(_p95(told), 1),
        "own_code_share": round(own, 2),
    }
    print(json.dumps(figures, indent=2))
    return figures


def _mistakes(exercise: Exercise, saves: int) -> list[str]:
    """Known wrong ways in turn: each save fails other checks than the one before, so that nothing about it can be ready."""
    variants = {variant.fails: variant for variant in wrong_variants(exercise.wrong_path, exercise.solution_path)}
    sources = [variant.source.decode() for variant in variants.values()]
    return [f"{sources[number % len(sources)]}\n# save {number}\n" for number in range(saves)]


def _in_a_terminal(folder: LearnerFolder, file: Path, sources: Sequence[str], slug: str, verdict: str) -> tuple[list[float], list[float]]:
    """(ms to the acknowledgement, ms to the verdict) of every save."""
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "100"}
    screen = pexpect.spawn(sys.executable, ["-m", "grader", "watch", slug], cwd=str(folder.root), env=env, encoding="utf-8", timeout=60)
    acknowledged, answered = [], []
    screen.expect("q quit")
    for source in sources:
        time.sleep(PAUSE_S)
        started = time.perf_counter()
        file.write_text(source, encoding="utf-8")
        screen.expect(f"checking {slug}")
        acknowledged.append((time.perf_counter() - started) * 1000)
        screen.expect(f"{slug}: {verdict}")
        answered.append((time.perf_counter() - started) * 1000)
        screen.expect("q quit")
    screen.send("q")
    screen.expect(pexpect.EOF)
    return acknowledged, answered


def _own_share(level: object, folder: LearnerFolder, file: Path, solution: str, name: str, *, saves: int) -> float:
    """The share of a warm check that is CPU time of the learner's own process: its import and its calls."""
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
