"""`python3 bootstrap.py bench soak [--submissions N]`: one pool grades one submission after another; nothing may grow.

Honest work, wrong answers, crashes, endless loops and noisy prints, in turn. What is looked at: the resident size of coordinator, grading
processes and fork servers, their open descriptors, how many processes there are, and how many temporary files. Every look is taken while no
job runs: a child at work holds five descriptors of its grading process, which say nothing of growth. `--minutes` bounds the time; how many
submissions it came to is part of the figures.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psutil

from bench.honest import honest_copy
from bench.keeping import keep
from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.content.models import Exercise

SLUGS = ("softmax-rows", "multi-head")
LOOKS = 40
SETTLED = 0.25  # of the run: caches are warm by then
MAY_GROW_MB = 4.0


def main(words: Sequence[str]) -> None:
    """Parse, soak, print, keep."""
    parser = argparse.ArgumentParser(prog="bootstrap.py bench soak", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--submissions", type=int, default=20_000, help="how many (20000)")
    parser.add_argument("--minutes", type=float, default=60.0, help="stop after so long (60)")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="grading processes (2)")
    parser.add_argument("--write", action="store_true", help="keep the figures in bench/results.json")
    options = parser.parse_args(words)
    figures = soaked(options.submissions, options.minutes * 60, options.jobs)
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):<28} {value}")
    if options.write:
        keep("soak", figures)


def soaked(submissions: int, most_s: float, slots: int) -> dict[str, Any]:
    """Run, look again and again, and say what grew after everything had settled."""
    level = load_level()
    exercises = [level.exercise(slug) for slug in SLUGS]
    looks: list[dict[str, float]] = []
    verdicts: dict[str, int] = {}
    started = time.monotonic()
    before = set(psutil.Process().children(recursive=True))
    with temporary_place() as place:
        with Pool(level, SLUGS, secret=bytes(32), slots=slots) as pool:
            every = jobs(exercises, submissions, started + most_s)
            while some := list(itertools.islice(every, max(1, submissions // LOOKS))):
                for _, outcome in pool.run(some):
                    verdict = outcome.result.verdict.value
                    verdicts[verdict] = verdicts.get(verdict, 0) + 1
                looks.append(look(place))
        after = set(psutil.Process().children(recursive=True))
        left = {"files_left": len(list(place.iterdir())), "processes_left": len(after - before)}
    settled = looks[int(len(looks) * SETTLED) :]
    grown = {f"{name}_grew": round(settled[-1][name] - settled[0][name], 2) for name in settled[0]}
    return {
        "submissions": int(sum(verdicts.values())),
        "seconds": round(time.monotonic() - started),
        "verdicts": dict(sorted(verdicts.items())),
        "looks": len(looks),
        **{name: round(value, 1) for name, value in settled[-1].items()},
        **grown,
        **left,
        "is_steady": is_steady(grown, left),
    }


@contextlib.contextmanager
def temporary_place() -> Iterator[Path]:
    """A folder that is the place of all temporary files, here and in what is started, until the end."""
    was_told, was_here = os.environ.get("TMPDIR"), tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="grader-soak-") as place:
        os.environ["TMPDIR"] = tempfile.tempdir = place
        try:
            yield Path(place)
        finally:
            tempfile.tempdir = was_here
            if was_told is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = was_told


def is_steady(grown: dict[str, float], left: dict[str, int]) -> bool:
    """Whether nothing grew that must not, and nothing was left."""
    memory = all(value <= MAY_GROW_MB for name, value in grown.items() if "_mb" in name)
    counts = all(value <= 0 for name, value in grown.items() if "_mb" not in name)
    return memory and counts and not any(left.values())


def jobs(exercises: Sequence[Exercise], count: int, until: float) -> Iterator[Job]:
    """Submissions of every kind, until there are enough or the time is over."""
    texts = {exercise.slug: exercise.solution_path.read_text(encoding="utf-8") for exercise in exercises}
    for number in range(count):
        if time.monotonic() > until:
            return
        exercise = exercises[number % len(exercises)]
        yield Job(str(number), exercise.slug, source(exercise, texts[exercise.slug], number).encode())


def source(exercise: Exercise, solution: str, number: int) -> str:
    """Mostly honest work; each kind of trouble now and then."""
    header = f"# {number}\ndef {exercise.functions[0]}(*args, **kwargs):\n    "
    if number % 500 == 13:
        return header + "while True: pass\n"
    if number % 100 == 17:
        return header + "import os; os.abort()\n"
    if number % 50 == 19:
        return header + "print('x' * 100_000); return 0\n"
    if number % 10 == 3:
        return header + "return args[0]\n"
    return honest_copy(solution, number)


def look(place: Path) -> dict[str, float]:
    """What the process tree takes up now: MB by role, descriptors, processes, temporary files."""
    ourselves = psutil.Process()
    workers = [each for each in ourselves.children() if "grader.checks.worker" in " ".join(each.cmdline())]
    servers = [below for worker in workers for below in worker.children()]
    every = [ourselves, *workers, *servers]
    return {
        "coordinator_mb": resident(ourselves),
        "workers_mb": sum(map(resident, workers)),
        "servers_mb": sum(map(resident, servers)),
        "descriptors": float(sum(each.num_fds() for each in every if each.is_running())),
        "processes": float(len(every)),
        "temporary_files": float(len(list(place.rglob("*")))),
    }


def resident(process: psutil.Process) -> float:
    """Resident size in MB; 0 of one that has just ended."""
    try:
        return float(process.memory_info().rss) / 1e6
    except psutil.Error:
        return 0.0
