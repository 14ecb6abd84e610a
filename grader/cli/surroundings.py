"""What a learner's commands need around them, tried out: their folder, this terminal, and whether saves are noticed."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from grader.classroom.doctor import Finding
from grader.cli import render

LOOKS = 50  # more than enough for a save to be seen, and half a second at most


def surroundings(here: Path) -> tuple[Finding, ...]:
    """The findings for a learner who stands in `here`."""
    from grader.errors import NoLearnerFolder
    from grader.learner.folder import find_folder

    try:
        root = find_folder(here).root
    except NoLearnerFolder:
        outside = Finding("Folder", "no learner's folder here", True, "`grader start` makes one; nothing else is needed to grade a class.")
        return outside, _terminal()
    if not os.access(root, os.W_OK):
        return Finding("Folder", f"{root} cannot be written", False, "Look at its owner and permissions."), _terminal()
    return Finding("Folder", str(root), True), _terminal(), _watcher(root)


def _terminal() -> Finding:
    kind = "a terminal" if sys.stdout.isatty() else "a pipe or file"
    colour = "no colour" if render.wants_colour() is False or not sys.stdout.isatty() else "colour"
    encoding = (sys.stdout.encoding or "unknown encoding").lower()
    advice = "" if encoding.replace("-", "") == "utf8" else "Signs are written as plain ASCII; PYTHONUTF8=1 shows them as they are meant."
    return Finding("Terminal", f"{kind}, {render.width()} columns, {encoding}, {colour}", True, advice)


def _watcher(root: Path) -> Finding:
    """Saves a file in the learner's own folder, and looks as `grader watch` does."""
    from grader.learner.watch import LOOK_EVERY_S, SaveWatcher

    with tempfile.TemporaryDirectory(prefix=".grader-doctor-", dir=root) as place:
        file = Path(place) / "probe.py"
        file.write_text("one\n", encoding="utf-8")
        watcher = SaveWatcher({"probe": file})
        file.write_text("two, and longer\n", encoding="utf-8")
        for _ in range(LOOKS):
            if watcher.look():
                return Finding("Watcher", f"saves are noticed here (a look every {LOOK_EVERY_S * 1000:.0f} ms)", True)
            time.sleep(watcher.next_look_s)
    return Finding("Watcher", "a save was not noticed", False, "Press r in `grader watch`, or run `grader check` by hand.")
