"""`python3 bootstrap.py bench scale`: how time, memory, store and report grow with a class, and what a regrade and endless loops cost.

Four parts, each with its own class: all exercises by so many learners whose files all differ; so many learners who share eight solutions
each (then little is graded, and intake, store and report are what grows); every known wrong way and every right style of every exercise,
which asks the most of a grading process; and one exercise with and without endless loops among them.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from bench.honest import honest_copy, write_class
from bench.keeping import keep, kept_results
from bench.measure import become_reaper
from grader.checks.variants import alternatives, wrong_variants
from grader.content.load import load_level
from grader.content.models import Exercise, Level

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
KINDS = 8  # of solutions that learners who are alike share
LOOPS = 0.05
LOOP_ROUNDS = 7
LOOK_S = 0.02  # between two looks at the store, where a tenth of a second would count
LOOPED = "softmax-rows"
COUNTS = re.compile(r"Graded now: (\d+)\. From the store: (\d+)\.")


@dataclass(frozen=True, slots=True)
class Ran:
    """One run of the program: seconds, the largest resident sizes in MB by role, and what it said it graded."""

    cpu_s: float
    wall_s: float
    coordinator_mb: float
    worker_mb: float
    server_mb: float
    graded: int
    from_store: int


def main(words: Sequence[str]) -> None:
    """Parse, measure, print, keep."""
    parser = argparse.ArgumentParser(prog="bootstrap.py bench scale", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--learners", type=int, nargs="*", default=[10, 100], help="classes whose files all differ (10 100; 1000 takes 15 minutes)"
    )
    parser.add_argument(
        "--alike", type=int, nargs="*", default=[100, 1000], help="classes that share eight solutions (100 1000; also 10000)"
    )
    parser.add_argument("--wrong", action=argparse.BooleanOptionalAction, default=True, help="hand in every known wrong way (3 minutes)")
    parser.add_argument("--looping", type=int, default=200, help="learners of the class with endless loops (200)")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="grading processes (2)")
    parser.add_argument("--write", action="store_true", help="keep the figures in bench/results.json")
    parser.add_argument("--add", action="store_true", help="add to the figures that are kept, instead of starting anew")
    options = parser.parse_args(words)
    become_reaper()
    level = load_level()
    figures: dict[str, Any] = {"jobs": options.jobs, "exercises": len(level.exercises), "different": {}, "alike": {}, "wrong": {}}
    if options.add:
        figures |= {name: value for name, value in kept_results().get("scale", {}).items() if name not in ("date", "machine")}
    for learners in options.learners:
        figures["different"][str(learners)] = grown(level, learners, options.jobs)
    for learners in options.alike:
        figures["alike"][str(learners)] = alike(level, learners, options.jobs)
    if options.wrong:
        figures["wrong"] = wrong_ways(level, options.jobs)
    if options.looping:
        figures["loops"] = loops(level, options.looping, options.jobs)
    figures |= growth(figures["different"], figures["alike"], figures["wrong"])
    if options.write:
        keep("scale", figures)


def grown(level: Level, learners: int, jobs: int) -> dict[str, Any]:
    """A class whose files all differ, graded; then graded again after one check of one exercise changed."""
    with tempfile.TemporaryDirectory(prefix="grader-scale-") as place:
        root = Path(place)
        write_class(root / "class", list(level.exercises), learners)
        ran = grade(root, jobs)
        row = described(ran, learners, root / "graded")
        again = grade(root, jobs)
        changed = level.exercise(LOOPED)
        (root / "own").mkdir()
        check = (root / "own") / changed.check_path.name
        check.write_text(changed.check_path.read_text(encoding="utf-8") + "\n# one check changed\n", encoding="utf-8")
        after = grade(root, jobs, "--checks", root / "own")
    row |= {
        "again_graded": again.graded,
        "again_wall_s": round(again.wall_s, 2),
        "changed_graded": after.graded,
        "changed_wall_s": round(after.wall_s, 2),
    }
    print(f"{learners} learners, all different: {row}", flush=True)
    return row


def alike(level: Level, learners: int, jobs: int) -> dict[str, Any]:
    """A class of learners who share a few solutions."""
    with tempfile.TemporaryDirectory(prefix="grader-scale-") as place:
        root = Path(place)
        texts = {
            exercise: [honest_copy(exercise.solution_path.read_text(encoding="utf-8"), kind) for kind in range(KINDS)]
            for exercise in level.exercises
        }
        for number in range(learners):
            for exercise, kinds in texts.items():
                put(root / "class", number, exercise, kinds[number % KINDS])
        ran = grade(root, jobs)
        row = described(ran, learners, root / "graded")
        again = grade(root, jobs)
        row |= {"again_cpu_ms": round(again.cpu_s / learners * 1000, 2), "again_coordinator_mb": round(again.coordinator_mb)}
    print(f"{learners} learners, alike: {row}", flush=True)
    return row


def wrong_ways(level: Level, jobs: int) -> dict[str, Any]:
    """A class that hands in every known wrong way, and every right style, of every exercise."""
    programs = {
        exercise: [
            each.source.decode()
            for each in (
                *wrong_variants(exercise.wrong_path, exercise.solution_path),
                *alternatives(exercise.alt_path, exercise.solution_path),
            )
        ]
        for exercise in level.exercises
    }
    learners = max(map(len, programs.values()))
    with tempfile.TemporaryDirectory(prefix="grader-scale-") as place:
        root = Path(place)
        for exercise, texts in programs.items():
            for number, text in enumerate(texts):
                put(root / "class", number, exercise, text)
        row = described(grade(root, jobs), learners, root / "graded")
    print(f"{learners} learners, every wrong way and style: {row}", flush=True)
    return {str(learners): row}


def put(folder: Path, number: int, exercise: Exercise, text: str) -> None:
    """One file of one learner."""
    path = folder / f"learner{number:05d}" / exercise.folder / exercise.filename
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def loops(level: Level, learners: int, jobs: int) -> dict[str, Any]:
    """One exercise by so many learners, every twentieth endless, and by the rest of them alone, in turn; how that rest fares."""
    exercise = level.exercise(LOOPED)
    source = exercise.solution_path.read_text(encoding="utf-8")
    endless = f"def {exercise.functions[0]}(*args, **kwargs):\n    while True:\n        pass\n"
    walls: dict[str, list[float]] = {"without": [], "with": []}
    for _ in range(LOOP_ROUNDS):
        for kind in walls:
            with tempfile.TemporaryDirectory(prefix="grader-scale-") as place:
                root = Path(place)
                for number in range(learners):
                    is_endless = number % round(1 / LOOPS) == 7
                    if kind == "with" or not is_endless:
                        put(root / "class", number, exercise, f"# {number}\n{endless}" if is_endless else honest_copy(source, number))
                walls[kind].append(rest_done_s(root, jobs, exercise))
    row = {f"rest_{kind}_loops_s": round(statistics.median(times), 2) for kind, times in walls.items()}
    row |= {"learners": learners, "endless": len(range(7, learners, round(1 / LOOPS)))}
    row["rest_slower"] = round(statistics.median(slow / quick for slow, quick in zip(walls["with"], walls["without"], strict=True)), 2)
    print(f"endless loops: {row}", flush=True)
    return row


def rest_done_s(root: Path, jobs: int, exercise: Exercise) -> float:
    """Seconds from the first result in the store to the last that is no endless loop's; start-up is left out."""
    seen: list[tuple[float, int]] = []

    def look() -> None:
        path = root / "graded" / "class.sqlite"
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as db:
            count = db.execute("SELECT count(*) FROM result WHERE verdict <> 'timed_out'").fetchone()[0]
            if count and (not seen or count > seen[-1][1]):
                seen.append((time.monotonic(), count))

    grade(root, jobs, "--only", exercise.slug, look=look, pause_s=LOOK_S)
    return seen[-1][0] - seen[0][0]


def grade(root: Path, jobs: int, *more: str | Path, look: Callable[[], None] = lambda: None, pause_s: float = 0.1) -> Ran:
    """Run `grader grade` and watch it from outside."""
    command = [sys.executable, "-m", "grader", "grade", root / "class", "-o", root / "graded", "-j", str(jobs), *more]
    started = time.monotonic()
    with (root / "said").open("wb") as said:
        child = subprocess.Popen([str(part) for part in command], env={**os.environ, **ONE_THREAD}, stdout=said, stderr=subprocess.STDOUT)
    peaks = {"coordinator": 0.0, "worker": 0.0, "server": 0.0}
    while not ended(child.pid):
        watch(child.pid, peaks)
        look()
        time.sleep(pause_s)
    cpu_s = reaped_cpu_s()
    child.returncode = 0  # it has been waited for
    text = (root / "said").read_text(encoding="utf-8")
    found = COUNTS.search(text)
    if found is None:
        raise RuntimeError(text[-3000:])
    return Ran(cpu_s, time.monotonic() - started, peaks["coordinator"], peaks["worker"], peaks["server"], int(found[1]), int(found[2]))


def ended(pid: int) -> bool:
    """Whether our child has come to its end, without reaping it."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def reaped_cpu_s() -> float:
    """Reap everything below us; CPU seconds of all."""
    total = 0.0
    while True:
        try:
            _, _, used = os.wait4(-1, 0)
        except ChildProcessError:
            return total
        total += used.ru_utime + used.ru_stime


def watch(pid: int, peaks: dict[str, float]) -> None:
    """Note the resident sizes: the coordinator, its grading processes, and what is below those."""
    try:
        coordinator = psutil.Process(pid)
        note(peaks, "coordinator", coordinator)
        for worker in coordinator.children():
            note(peaks, "worker", worker)
            for below in worker.children():
                note(peaks, "server", below)
    except psutil.Error:
        return


def note(peaks: dict[str, float], role: str, process: psutil.Process) -> None:
    """Keep the larger size."""
    with contextlib.suppress(psutil.Error, OSError):
        peaks[role] = max(peaks[role], most_mb(process))


def most_mb(process: psutil.Process) -> float:
    """The largest resident size that a process had by now, as its kernel counts it; where none does, the size it has."""
    path = Path(f"/proc/{process.pid}/status")
    lines = path.read_text(encoding="ascii", errors="replace").splitlines() if path.is_file() else []
    kilobytes = next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), None)
    return float(process.memory_info().rss) / 1e6 if kilobytes is None else kilobytes * 1024 / 1e6


def described(ran: Ran, learners: int, graded: Path) -> dict[str, Any]:
    """A run in figures per learner."""
    store = sum(path.stat().st_size for path in graded.glob("class.sqlite*"))
    report = sum(path.stat().st_size for path in graded.rglob("*") if path.is_file()) - store
    return {
        "cpu_ms": round(ran.cpu_s / learners * 1000, 1),
        "wall_ms": round(ran.wall_s / learners * 1000, 1),
        "graded": ran.graded,
        "coordinator_mb": round(ran.coordinator_mb),
        "worker_mb": round(ran.worker_mb),
        "server_mb": round(ran.server_mb),
        "store_kb": round(store / learners / 1000, 1),
        "report_kb": round(report / learners / 1000, 1),
    }


def growth(different: dict[str, Any], alike_rows: dict[str, Any], wrong: dict[str, Any]) -> dict[str, Any]:
    """The largest class against the smallest, per learner: 1 is linear."""
    found: dict[str, Any] = {}
    for name, rows in (("different", different), ("alike", alike_rows)):
        if len(rows) > 1:
            sizes = sorted(rows, key=int)
            found[f"{name}_cpu_growth"] = round(rows[sizes[-1]]["cpu_ms"] / rows[sizes[0]]["cpu_ms"], 3)
    found["most_learners"] = max(map(int, [*different, *alike_rows]), default=0)
    every = [*different.values(), *alike_rows.values(), *wrong.values()]
    for role in ("coordinator_mb", "worker_mb"):
        if every:
            found[f"most_{role}"] = max(row[role] for row in every)
    found["only_the_changed_exercise_is_graded_again"] = all(row["changed_graded"] == int(size) for size, row in different.items())
    return found
