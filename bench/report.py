"""How long the first page of a class of 5,000 takes to open from a file, beside a blank page: headless Chromium, without scripts.

`python3 bootstrap.py bench report`. The class is made up of a few learners over and over; nothing is graded. The budget is one second more
than a blank page, as the wall time of a start of the browser, the two in turn.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.content.load import load_level
from grader.report.pages import render_class_pages, render_index
from tests.engine.report.large_class import large_class

LEARNERS = 5_000
ROUNDS = 7
BUDGET_S = 1.0
FLAGS = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --blink-settings=scriptEnabled=false"


def main(words: Sequence[str] = ()) -> dict[str, float]:
    """Write the page, open it and a blank one in turn, print medians in seconds."""
    level = load_level()
    with tempfile.TemporaryDirectory(prefix="grader-report-") as place, pytest.MonkeyPatch.context() as patch:
        graded = large_class(level, LEARNERS, patch)
        started = time.monotonic()
        index = Path(place) / "index.html"
        index.write_text(render_index(graded, level), encoding="utf-8")
        rendered = time.monotonic()
        others = [len(text) for _, text in render_class_pages(graded, level)]
        paged = time.monotonic()
        blank = Path(place) / "blank.html"
        blank.write_text("<!doctype html><title>blank</title>", encoding="utf-8")
        times = [(_opened(blank, place), _opened(index, place)) for _ in range(ROUNDS)]
        size = index.stat().st_size
    figures = {
        "budget_over_blank_s": BUDGET_S,
        "learners": LEARNERS,
        "bytes": size,
        "render_index_s": round(rendered - started, 2),
        "render_class_pages_s": round(paged - rendered, 2),
        "class_pages": len(others),
        "blank_s": round(statistics.median(blank_s for blank_s, _ in times), 3),
        "index_s": round(statistics.median(index_s for _, index_s in times), 3),
        "over_blank_s": round(statistics.median(index_s - blank_s for blank_s, index_s in times), 3),
        "cores": os.cpu_count() or 0,
    }
    print(json.dumps(figures, indent=2))
    return figures


def _opened(page: Path, place: str) -> float:
    """Seconds from the start of the browser until it has painted the page and ended."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    started = time.monotonic()
    subprocess.run(
        [chromium, *FLAGS.split(), f"--user-data-dir={place}/profile", f"--screenshot={place}/seen.png", page.as_uri()],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=120,
    )
    return time.monotonic() - started
