"""Looks for a database or a log of results, and overwrites it. Class A34."""

import os


def attack(bait):
    found = []
    for folder in (".", "..", "/srv", os.path.dirname(bait["path"]), f"/proc/{bait['pid']}/cwd"):
        for name in ("class.sqlite", "result.json", "graded/class.sqlite", ".grader/state.sqlite"):
            try:
                found.append(os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CREAT))
            except OSError:
                pass
    return found
