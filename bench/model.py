"""A class of 100,000 with 43 exercises on 64 cores, on paper: measured figures multiplied, and what breaks first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SUBMISSIONS = 100_000
CORES = 64
MACHINES = 8
EQUAL_SHARE = 0.3  # of files that equal another learner's: stubs, solutions from the lesson. A guess, and said to be one
COMMITS_PER_S = 5  # one transaction in 0.2 s, at most 16 results each: the coordinator's own pace (grader.classroom.run)
RESULTS_PER_COMMIT = 16


def rows(results: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Name and value of each line; empty when the figures are not there."""
    found = results.get("scale")
    if not found or not found["different"]:
        return []
    size = max(found["different"], key=int)
    row, learners = found["different"][size], int(size)
    per_result_ms = row["cpu_ms"] * learners / row["graded"]
    needed = SUBMISSIONS * found["exercises"] * (1 - EQUAL_SHARE)
    cpu_h = needed * per_result_ms / 3.6e6
    alike = found["alike"]
    fixed_ms = alike[max(alike, key=int)]["again_cpu_ms"] if alike else 0.0
    coordinator_mb = memory_of(found)
    return [
        ("results to grade", f"{needed:,.0f} ({SUBMISSIONS:,} × {found['exercises']}, {EQUAL_SHARE:.0%} of the files equal to another)"),
        ("CPU of one result, measured", f"{per_result_ms:.1f} ms"),
        ("CPU of all", f"{cpu_h:,.0f} hours"),
        (f"wall on {CORES} cores, nothing in the way", f"{cpu_h / CORES:.1f} hours"),
        ("results a second then", f"{needed / (cpu_h / CORES * 3600):,.0f}"),
        (
            "what one coordinator commits a second",
            f"at least {COMMITS_PER_S * RESULTS_PER_COMMIT} (sixteen a transaction; more when they come faster)",
        ),
        ("intake, report and exports, one process", f"{SUBMISSIONS * fixed_ms / 3.6e6:.1f} hours"),
        ("store", f"{SUBMISSIONS * row['store_kb'] / 1e6:,.0f} GB"),
        ("report", f"{SUBMISSIONS * row['report_kb'] / 1e6:,.0f} GB"),
        ("memory of the coordinator, grown as measured", f"{coordinator_mb / 1000:,.1f} GB" if coordinator_mb else "not measured"),
        ("content and secret to each machine, once", f"{MACHINES} × 1 MB"),
    ]


def memory_of(found: Mapping[str, Any]) -> float:
    """MB of the coordinator for the whole class, by the line through the smallest and the largest class that were measured; 0 without."""
    sizes = sorted(found["alike"], key=int)
    if len(sizes) < 2:
        return 0.0
    small, large = (int(sizes[0]), int(sizes[-1]))
    low, high = (found["alike"][size]["coordinator_mb"] for size in (sizes[0], sizes[-1]))
    return float(low + (high - low) / (large - small) * (SUBMISSIONS - small))
