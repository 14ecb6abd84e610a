"""`python3 bootstrap.py bench peers`: what the same class costs here and with other graders, in turn, and how the costs compare.

`--install [PEER …]` first makes the peers' environments. Ratios are taken inside a round, then their median: a slow minute of the machine
is a slow minute for everybody.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.keeping import keep
from bench.measure import compile_ourselves, cost_of
from bench.peers.adapters import FLOORS, NAMES
from bench.peers.environments import PACKAGES, install, is_installed, versions
from bench.peers.work import LEARNERS, write_class

MANY = 10  # the class so many times over, for what one more submission costs here once everything has started
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
BASE = "pytest"


def main(words: Sequence[str]) -> None:
    """Parse, measure, print, keep."""
    parser = argparse.ArgumentParser(prog="bootstrap.py bench peers", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--install", nargs="*", metavar="PEER", help="make the environments (of all peers, or of these), then stop")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (3)")
    parser.add_argument("--only", nargs="+", metavar="PEER", help="measure only these, and always `here` and plain pytest")
    parser.add_argument("--write", action="store_true", help="keep the figures in bench/results.json")
    options = parser.parse_args(words)
    if options.install is not None:
        installed(options.install or list(PACKAGES))
        return
    compile_ourselves()
    figures = measured(options.rounds, options.only)
    print_table(figures)
    if options.write:
        keep("peers", figures)


def installed(peers: Iterable[str]) -> None:
    """Make environments, and say which could not be made and why."""
    for peer in peers:
        said = install(peer)
        print(f"{peer}: {versions(peer) if not said else 'cannot be installed here: ' + said}")


def measured(rounds: int, only: Sequence[str] | None = None) -> dict[str, Any]:
    """Medians over the rounds. Peers that are not installed are named in `absent`."""
    wanted = [name for name in NAMES if only is None or name in (*only, "here", BASE)]
    absent = [name for name in wanted if name != "here" and not is_installed(name)]
    names = [*FLOORS, *(name for name in wanted if name not in absent), "here, many"]
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory(prefix="grader-peers-") as place:
        small, large = Path(place) / "class", Path(place) / "many"
        count = len(list(write_class(small, endless=False)))
        list(write_class(large, endless=False, copies=MANY))
        for number in range(1, rounds + 1):
            for name in names:
                folder, size = (large, count * MANY) if name == "here, many" else (small, count)
                rows[name].append(one(name.removesuffix(", many"), folder, size))
                print(f"round {number}: {name} {rows[name][-1]['cpu_ms']:.1f} ms CPU per submission", file=sys.stderr, flush=True)
    return summary(rows, count, absent)


def one(name: str, folder: Path, size: int) -> dict[str, Any]:
    """One grader on one folder, measured from outside."""
    out = folder.parent / "out.json"
    cost = cost_of([sys.executable, "-m", "bench.peers.one", name, folder, out], env={**os.environ, **ONE_THREAD})
    graded = json.loads(out.read_text(encoding="utf-8"))
    row = {"cpu_ms": cost.cpu_s / size * 1000, "wall_ms": cost.wall_s / size * 1000, "peak_mb": cost.peak_mb}
    if name in FLOORS:  # without its start-up: that is what makes it the floor
        row |= json.loads(next(iter(graded.values()))["said"])
    return {**row, "scores": {key: each["score"] for key, each in graded.items()}}


def summary(rows: Mapping[str, Sequence[Mapping[str, Any]]], count: int, absent: Sequence[str]) -> dict[str, Any]:
    """Medians, ratios inside a round, what one more submission costs here, and whose scores agree with ours."""
    figures: dict[str, Any] = {"submissions": count, "rounds": len(rows["here"]), "absent": list(absent), "graders": {}}
    ours = rows["here"][0]["scores"]
    for name, each in rows.items():
        figures["graders"][name] = {
            **{key: round(statistics.median(row[key] for row in each), 2) for key in ("cpu_ms", "wall_ms", "peak_mb")},
            "cpu_of_pytest": ratio(each, rows[BASE]),
            "wall_of_pytest": ratio(each, rows[BASE], "wall_ms"),
        }
        if name not in FLOORS and name != "here, many":
            figures["graders"][name]["disagrees_on"] = sorted(key for key, score in each[0]["scores"].items() if score != ours[key])
    more = [
        {"cpu_ms": (many["cpu_ms"] * MANY - few["cpu_ms"]) / (MANY - 1)} for many, few in zip(rows["here, many"], rows["here"], strict=True)
    ]
    figures["here_one_more_cpu_ms"] = round(statistics.median(row["cpu_ms"] for row in more), 2)
    figures["ratios"] = {
        **{f"{name} ÷ here": round(1 / ratio(rows["here"], rows[name]), 1) for name in NAMES if name in rows and name != "here"},
        **{f"{name} ÷ one more here": round(1 / ratio(more, rows[name]), 1) for name in NAMES if name in rows and name != "here"},
        "one more here ÷ floor": ratio(more, rows["floor"]),
    }
    return figures


def ratio(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]], key: str = "cpu_ms") -> float:
    """The median over rounds of ours ÷ theirs in the same round."""
    return round(statistics.median(one[key] / other[key] for one, other in zip(ours, theirs, strict=True)), 4)


def print_table(figures: Mapping[str, Any]) -> None:
    """The figures as a table for people."""
    print(f"{figures['submissions']} of {len(LEARNERS)} submissions (without the endless one), 24 checks each, {figures['rounds']} rounds")
    print(f"{'':<14}{'CPU ms':>10}{'wall ms':>10}{'peak MB':>10}{'÷ pytest':>10}   scores other than ours")
    for name, row in figures["graders"].items():
        differs = ", ".join(row.get("disagrees_on", [])) or "-"
        print(f"{name:<14}{row['cpu_ms']:>10.1f}{row['wall_ms']:>10.1f}{row['peak_mb']:>10.0f}{row['cpu_of_pytest']:>10.3f}   {differs}")
    print(f"one more submission here: {figures['here_one_more_cpu_ms']} ms CPU")
    for name, value in figures["ratios"].items():
        print(f"  {name}: {value}")
    for name in figures["absent"]:
        print(f"not installed here, so not measured: {name} (python3 bootstrap.py bench peers --install {name})")
