"""Paths that are too long, a name of 255 bytes, folders nested thousands deep, on disk and in an archive. Class F120."""

import os
import subprocess

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, Place, entry

LONG = "long-" + "y" * 200  # as a key it names pages, too
EXPECTED = {
    LONG: ("passed", ""),
    "path-deep": ("unreadable", "nested deeper than"),
    "path-deep-in-archive": ("unreadable", "nested deeper than"),
    "path-long-in-archive": ("unreadable", "longer than"),
    "path-of-255": ("passed", ""),
}


def hand_in(place: Place) -> None:
    place.learner(LONG, RIGHT)
    place.learner("path-of-255", RIGHT)
    place.learner("path-of-255", "pass", "z" * 252 + ".py")
    place.learner("path-deep", RIGHT)
    os.chdir(place.work / "path-deep")
    for _ in range(1_200):  # beyond the longest path that can be written down
        os.mkdir("ddd")
        os.chdir("ddd")
    place.archive("path-deep-in-archive", lambda archive: archive.writestr("a/" * 300 + FILE, RIGHT))
    place.archive("path-long-in-archive", lambda archive: archive.writestr(entry("x" * 2_000 + ".py"), RIGHT))


def put_right(place: Place) -> None:
    """What is too deep for us is too deep for whoever clears up after the tests."""
    subprocess.run(["rm", "-rf", str(place.work / "path-deep")], check=True)
