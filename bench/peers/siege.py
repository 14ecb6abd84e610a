"""`python3 bootstrap.py bench attacks`: every attack against every grader installed here; what was falsified, leaked, broken or held.

Each attack is handed in beside an honest learner. Whatever it leaves running or lying about is noted, ended and removed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from bench.keeping import keep, kept_results
from bench.measure import become_reaper
from bench.peers.adapters import NAMES
from bench.peers.attacks import ATTACKS, HIDDEN_MARK, OTHER_MARK, VICTIM, Attack
from bench.peers.environments import is_installed
from bench.peers.work import FILENAME, INPUTS, REFERENCE

HONEST, ATTACKER = "s01", "s02"
BIG_FILE, CODE_RAN = "grader-bench-big-file", "grader-bench-code-ran"
MEMORY_MB = {"four gigabytes": 3000, "500 MB of prints": 700}
LONG_NUMBER = re.compile(r"\d\.\d{5,}")
MOST_S = 420


@dataclass(frozen=True, slots=True)
class Seen:
    """What an attack on one grader led to."""

    scores: dict[str, float | None]
    killed: bool
    said: str
    hidden: str
    peak_mb: float
    left_behind: int
    file_mb: float
    connections: int
    code_ran_in: tuple[int, ...]
    grader_pids: tuple[int, ...]
    wall_s: float


def main(words: Sequence[str]) -> None:
    """Parse, attack, print, keep."""
    parser = argparse.ArgumentParser(prog="bootstrap.py bench attacks", description=__doc__)
    parser.add_argument("--graders", nargs="+", metavar="NAME", default=list(NAMES), help="attack only these")
    parser.add_argument("--attacks", nargs="+", metavar="WORD", default=[], help="only attacks whose name holds one of these words")
    parser.add_argument("--write", action="store_true", help="keep the table in bench/results.json")
    options = parser.parse_args(words)
    graders = [name for name in options.graders if name == "here" or is_installed(name)]
    attacks = [each for each in ATTACKS if not options.attacks or any(word in each.name for word in options.attacks)]
    for name in graders:
        outcomes: dict[str, str] = {}
        base = 0.0
        for attack in attacks:
            seen = besieged(name, attack)
            if attack is ATTACKS[0]:
                base = seen.scores.get(ATTACKER) or 0.0
            outcomes[attack.name] = outcome(attack, seen, base)
            print(f"{name:<14}{attack.name:<52}{outcomes[attack.name]}  ({seen.wall_s:.0f} s)", flush=True)
        if options.write:
            keep_one(name, outcomes)


def keep_one(name: str, outcomes: dict[str, str]) -> None:
    """Put what came of one grader into the kept table; the other graders' columns stay."""
    kept = kept_results().get("attacks", {})
    table: dict[str, dict[str, str]] = {attack.name: dict(kept.get("table", {}).get(attack.name, {})) for attack in ATTACKS}
    for attack, said in outcomes.items():
        table[attack][name] = said
    graders = [each for each in NAMES if any(each in cells for cells in table.values())]
    not_held = [row for row, cells in table.items() if cells.get("here", "not tried") != "held"]
    keep("attacks", {"graders": graders, "table": table, "here_not_held": not_held})


def besieged(name: str, attack: Attack) -> Seen:
    """Hand the attack in beside an honest learner, and look at everything that changed."""
    become_reaper()
    with tempfile.TemporaryDirectory(prefix="grader-siege-") as place, listening() as heard:
        root = Path(place)
        root.chmod(0o755)
        (root / "tmp").mkdir()
        (root / "tmp").chmod(0o1777)
        write_submissions(root / "class", attack, heard.port)
        started = time.monotonic()
        env = {**os.environ, "TMPDIR": str(root / "tmp"), "BENCH_PIDS": str(root / "pids"), "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-m", "bench.peers.one", name, root / "class", root / "out.json"]
        child = subprocess.Popen([str(part) for part in command], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        peak_mb = peak_until_end(child)
        left = orphans(child)
        try:
            graded: dict[str, Any] = json.loads((root / "out.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            graded = {}
        attacker = graded.get(ATTACKER, {})
        big = root / "tmp" / BIG_FILE
        return Seen(
            scores={key: each["score"] for key, each in graded.items()},
            killed=attacker.get("is_killed", True),
            said=attacker.get("said", ""),
            hidden="".join(each["hidden"] for each in graded.values()),
            peak_mb=peak_mb,
            left_behind=left,
            file_mb=big.stat().st_size / 1e6 if big.exists() else 0.0,
            connections=heard.count,
            code_ran_in=numbers_in(root / "tmp" / CODE_RAN),
            grader_pids=numbers_in(root / "pids"),
            wall_s=time.monotonic() - started,
        )


def write_submissions(folder: Path, attack: Attack, port: int) -> None:
    """An honest learner's folder and the attacker's."""
    for key, source in ((HONEST, VICTIM + REFERENCE), (ATTACKER, attack.source.replace("PORT", str(port)))):
        (folder / key).mkdir(parents=True)
        (folder / key / FILENAME).write_text(source, encoding="utf-8")
    for name, text in attack.extra.items():
        (folder / ATTACKER / name).write_text(text, encoding="utf-8")


def outcome(attack: Attack, seen: Seen, base: float) -> str:
    """`held`, or what went wrong, the worst first."""
    score, honest = seen.scores.get(ATTACKER), seen.scores.get(HONEST)
    found = []
    deserved = max(base, attack.earned)
    if score is not None and score > deserved:
        found.append(f"falsified {score - deserved:g}")
    if honest is not None and honest != 24:
        found.append(f"honest learner got {honest:g}")
    if attack.harm == "leak" and (HIDDEN_MARK in seen.said or OTHER_MARK in seen.said):
        found.append("leaked")
    if attack.harm == "numbers" and shown_numbers(seen):
        found.append("leaked")
    if attack.harm == "code" and set(seen.code_ran_in) & set(seen.grader_pids):
        found.append("ran in the grader")
    if seen.left_behind:
        found.append(f"left {seen.left_behind} processes")
    if attack.name in MEMORY_MB and seen.peak_mb > MEMORY_MB[attack.name]:
        found.append(f"took {seen.peak_mb:.0f} MB")
    if seen.file_mb > 100:
        found.append(f"wrote {seen.file_mb:.0f} MB")
    if attack.harm == "socket" and seen.connections:
        found.append("connected")
    if score is None:
        found.append("no result, killed from outside" if seen.killed else "no result")
    elif seen.killed:
        found.append("killed from outside")
    if honest is None:
        found.append("honest learner got no result")
    return ", ".join(found) or "held"


def shown_numbers(seen: Seen) -> bool:
    """Whether a number of the right answers to hidden inputs is in what a learner may be shown."""
    shown = {number[:7] for number in LONG_NUMBER.findall(seen.said)}
    return bool(shown & {number[:7] for number in LONG_NUMBER.findall(seen.hidden or right_numbers())})


def right_numbers() -> str:
    """The right softmax of the peers' table, as text."""
    space: dict[str, Any] = {}
    exec(compile(INPUTS, "inputs", "exec"), space)
    return " ".join(f"{value:.10f}" for value in space["right_softmax"](space["TABLE"]).ravel())


def numbers_in(path: Path) -> tuple[int, ...]:
    """The whole numbers in a file, or none."""
    return tuple(map(int, path.read_text(encoding="utf-8").split())) if path.is_file() else ()


def peak_until_end(child: subprocess.Popen[bytes]) -> float:
    """Wait for the program; the largest total resident size, in MB, of all it started. Killed when it takes far too long."""
    started, peak = time.monotonic(), 0.0
    us = psutil.Process()
    while child.poll() is None:
        total = 0.0
        for process in us.children(recursive=True):
            try:
                total += process.memory_info().rss / 1e6
            except psutil.Error:
                continue
        peak = max(peak, total)
        if time.monotonic() - started > MOST_S:
            child.kill()
        time.sleep(0.05)
    return peak


def orphans(child: subprocess.Popen[bytes]) -> int:
    """What still runs after the grader has ended; ended here, by its id."""
    time.sleep(0.3)
    left = [process for process in psutil.Process().children(recursive=True) if process.pid != child.pid]
    alive = []
    for process in left:
        try:
            if process.status() != psutil.STATUS_ZOMBIE:
                alive.append(process)
                process.kill()
        except psutil.Error:
            continue
    psutil.wait_procs(left, timeout=5)
    return len(alive)


@dataclass
class Heard:
    """A listening socket and how often it was connected to."""

    port: int
    count: int = 0


@contextmanager
def listening() -> Iterator[Heard]:
    """Listen on the loopback for whoever gets out."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        heard, stop = Heard(server.getsockname()[1]), threading.Event()

        def serve() -> None:
            while not stop.is_set():
                try:
                    server.accept()[0].close()
                    heard.count += 1
                except TimeoutError:
                    continue

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield heard
        finally:
            stop.set()
            thread.join()
