"""How soon the pages of the study desk are painted, over a blank page: the real server, headless Chromium, in turn.

`python3 bootstrap.py bench desk`. The budget is 200 ms over blank for the first contentful paint, and 200 kB a page.
"""

from __future__ import annotations

import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

BUDGET_MS = 200.0
ROUNDS = 7
PAGES = ("/", "/exercises", "/exercises/softmax-rows", "/quiz", "/cards", "/progress", "/misconceptions", "/calendar")
BLANK = b"<!doctype html><title>blank</title><p>blank"
PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
    const found = list.getEntriesByName('first-contentful-paint');
    if (found.length) done(found[0].startTime);
}).observe({ type: 'paint', buffered: true }))"""


class Blank(BaseHTTPRequestHandler):
    """Answers everything with one word."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(BLANK)))
        self.end_headers()
        self.wfile.write(BLANK)

    def log_message(self, format: str, *args: object) -> None:
        return


def main(words: Sequence[str] = ()) -> dict[str, float]:
    """Measure every page in rounds, a blank page before each, and print medians in ms."""
    blank = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    threading.Thread(target=blank.serve_forever, daemon=True).start()
    times: dict[str, list[float]] = {page: [] for page in PAGES}
    ground: list[float] = []
    with tempfile.TemporaryDirectory(prefix="grader-desk-") as place, sync_playwright() as started:
        folder = Path(place) / "me"
        subprocess.run([sys.executable, "-m", "grader", "start", str(folder)], stdout=subprocess.DEVNULL, check=True)
        server = subprocess.Popen([sys.executable, "-m", "grader", "web", "--no-open"], cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            link = re.findall(r"http://\S+", server.stdout.readline())[0]
            browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(link)
            address = link.partition("/enter")[0]
            page.wait_for_url(address + "/")
            for _ in range(ROUNDS):
                for path in PAGES:
                    ground.append(_painted(page, f"http://127.0.0.1:{blank.server_port}/"))
                    times[path].append(_painted(page, address + path))
            browser.close()
        finally:
            server.kill()
            server.wait()
            blank.shutdown()
    figures = _figures(times, statistics.median(ground))
    print(json.dumps(figures, indent=2))
    return figures


def _painted(page: Any, address: str) -> float:
    page.goto(address)
    return float(page.evaluate(PAINTED))


def _figures(times: dict[str, list[float]], ground: float) -> dict[str, float]:
    """Medians; of each page what it takes over the blank one, and how many times the blank one's."""
    figures = {"budget_over_blank_ms": BUDGET_MS, "blank_ms": round(ground, 1)}
    for path, found in times.items():
        median = statistics.median(found)
        figures[f"{path} over blank ms"] = round(median - ground, 1)
        figures[f"{path} times blank"] = round(median / ground, 2)
    figures["worst_over_blank_ms"] = max(value for name, value in figures.items() if name.endswith("over blank ms"))
    return figures
