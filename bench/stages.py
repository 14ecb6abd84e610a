"""`python3 bootstrap.py bench stages`: where the CPU of one submission goes in a grading process, on the work that graders are compared on.

The trusted side is profiled by its own CPU clock, module by module; the learner's child is counted apart. Profiling itself costs, so shares
are what to look at.
"""

from __future__ import annotations

import cProfile
import pstats
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.keeping import keep
from bench.peers.work import FILENAME, LEVEL, write_class
from grader.checks.engine import CollectedCheck, with_collected
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.sandbox import Sandbox
from grader.content.load import load_level
from grader.content.tree import ContentRoot

ROUNDS = 5


def main(words: Sequence[str]) -> None:
    """Profile, print, and keep with --write."""
    figures = profiled()
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):<28} {value}" if not isinstance(value, dict) else f"\n{name.replace('_', ' ')}")
        for part, number in value.items() if isinstance(value, dict) else ():
            print(f"  {part:<44} {number}")
    if "--write" in words:
        keep("stages", figures)


def profiled() -> dict[str, Any]:
    """Milliseconds of CPU per submission: of the child, and of the trusted process by module and by function."""
    level = load_level(ContentRoot.of_wheel(LEVEL))
    exercise = level.exercises[0]
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="grader-stages-") as place:
        sources = [(path / FILENAME).read_bytes() for path in write_class(Path(place), endless=False)]

        def serve(checks: list[CollectedCheck]) -> None:
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

        with_collected([exercise.check_path], level.root.checks, serve)
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
