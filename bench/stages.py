"""`python3 bootstrap.py bench stages`: where the CPU of one submission goes in a grading process, on the work that graders are compared on.

The trusted side is profiled by its own CPU clock, module by module; the learner's child is counted apart. Profiling itself costs, so shares
are what to look at. Start-up is what a run costs before and after its submissions: it is taken apart by starting parts of it alone.
"""

from __future__ import annotations

import cProfile
import os
import pstats
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.keeping import keep
from bench.measure import compile_ourselves, cost_of
from bench.peers.adapters.here import COMMAND
from bench.peers.work import FILENAME, LEVEL, REFERENCE, write_class
from grader.checks.engine import collect
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.sandbox import Sandbox
from grader.content.load import load_level
from grader.content.tree import ContentRoot

ROUNDS = 5


POOL = """
from pathlib import Path
from grader.checks.pool import Pool
from grader.content.load import load_level
from grader.content.tree import ContentRoot
level = load_level(ContentRoot.of_wheel(Path(%r)))
if %r:
    Pool(level, ["attention"], secret=bytes(32), canaries=%r).close()
"""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def main(words: Sequence[str]) -> None:
    """Profile, print, and keep with --write."""
    compile_ourselves()
    figures = {**profiled(), "start_up_ms": started()}
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):<28} {value}" if not isinstance(value, dict) else f"\n{name.replace('_', ' ')}")
        for part, number in value.items() if isinstance(value, dict) else ():
            print(f"  {part:<44} {number}")
    if "--write" in words:
        keep("stages", figures)


def started() -> dict[str, float]:
    """CPU ms of each part of a start, medians of five; the last line is a whole run on one submission."""
    with tempfile.TemporaryDirectory(prefix="grader-stages-") as place:
        (Path(place) / "class" / "s01").mkdir(parents=True)
        (Path(place) / "class" / "s01" / FILENAME).write_text(REFERENCE, encoding="utf-8")
        grade = [sys.executable, "-c", COMMAND, "grade", f"{place}/class", "-o", f"{place}/graded", "-j", "1"]
        parts = {
            "Python, bare": [sys.executable, "-c", "pass"],
            "importing what a coordinator needs": [sys.executable, "-c", "import grader.classroom.service, grader.report.pages"],
            "reading the level": [sys.executable, "-c", POOL % (str(LEVEL), False, False)],
            "and a grading process with its fork server": [sys.executable, "-c", POOL % (str(LEVEL), True, False)],
            "and forty attacks on its own wall": [sys.executable, "-c", POOL % (str(LEVEL), True, True)],
            "a whole run on one submission": grade,
        }
        return {name: statistics.median(_fresh_ms(command, Path(place)) for _ in range(5)) for name, command in parts.items()}


def _fresh_ms(command: list[str], place: Path) -> float:
    shutil.rmtree(place / "graded", ignore_errors=True)
    return round(cost_of(command, env={**os.environ, **ONE_THREAD}).cpu_s * 1000, 1)


def profiled() -> dict[str, Any]:
    """Milliseconds of CPU per submission: of the child, and of the trusted process by module and by function."""
    level = load_level(ContentRoot.of_wheel(LEVEL))
    exercise = level.exercises[0]
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="grader-stages-") as place:
        sources = [(path / FILENAME).read_bytes() for path in write_class(Path(place), endless=False)]

        checks = collect([exercise.check_path])
        with Sandbox.start() as sandbox:
            grader = ExerciseGrader(level, exercise, checks, sandbox, secret=bytes(32), limits={})
            works = [Work(exercise, source, {}) for source in sources]
            grader.grade(works[0])
            before = time.process_time()
            children = sum(grader.grade(work).evidence.cpu_s for _ in range(ROUNDS) for work in works)
            count = ROUNDS * len(works)
            figures["trusted_ms"] = round((time.process_time() - before) / count * 1000, 2)
            figures["child_ms"] = round(children / count * 1000, 2)
            profile = cProfile.Profile(time.process_time)
            profile.enable()
            for work in works * ROUNDS:
                grader.grade(work)
            profile.disable()
            figures.update(shares(pstats.Stats(profile), count))
    return figures


def shares(stats: pstats.Stats, count: int) -> dict[str, Any]:
    """Own time by module, and of the dearest functions, in profiled ms per submission."""
    by_module: Counter[str] = Counter()
    by_function: Counter[str] = Counter()
    table: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = stats.stats  # type: ignore[attr-defined]  # not in its stubs
    for (file, _, name), (_, _, own_s, _, _) in table.items():
        module = Path(file).stem if file not in ("~", "") else "built-in"
        by_module[module] += own_s / count * 1000  # type: ignore[assignment]  # a counter of floats
        by_function[f"{module}: {name}"] += own_s / count * 1000  # type: ignore[assignment]  # a counter of floats
    return {
        "by_module": {name: round(value, 2) for name, value in by_module.most_common(14)},
        "by_function": {name: round(value, 2) for name, value in by_function.most_common(18)},
    }
