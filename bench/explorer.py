"""How long the attention explorer takes to draw while something is dragged: 120 moves of a key, in headless Chromium.

`python3 bootstrap.py bench explorer`. The budget is 8 ms at the 95th percentile, half of a frame.
"""

from __future__ import annotations

import json
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from grader.web.page import explorer_page

BUDGET_MS = 8.0
MOVES = 120


def main(words: Sequence[str] = ()) -> dict[str, float]:
    """Measure every scene and print; times in ms."""
    figures: dict[str, float] = {"budget_ms": BUDGET_MS}
    with tempfile.TemporaryDirectory(prefix="grader-explorer-") as place, sync_playwright() as started:
        file = Path(place) / "explorer.html"
        file.write_text(explorer_page(), encoding="utf-8")
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for scene in ("self", "causal", "cross", "heads"):
            times = _dragged(browser, f"{file.as_uri()}#s={scene}")
            figures[f"{scene}_p50_ms"] = round(statistics.median(times), 2)
            figures[f"{scene}_p95_ms"] = round(statistics.quantiles(times, n=20)[-1], 2)
        browser.close()
    print(json.dumps(figures, indent=2))
    return figures


def _dragged(browser: Any, address: str) -> list[float]:
    """The times of the draws while a key is dragged around."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    box = page.locator('[data-handle="k1"] .knob').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    before = page.evaluate("explorer.times.length")
    for move in range(MOVES):
        page.mouse.move(x + move % 40, y + move % 25)
        page.evaluate("new Promise(requestAnimationFrame)")
    times: list[float] = page.evaluate("explorer.times")[before:]
    page.mouse.up()
    page.close()
    return times
