"""Setuid bits, no permissions at all, a time of change in the far future, a folder that may not be entered. Class F119."""

import os

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, Place, entry

EXPECTED = {
    "mode-setuid": ("passed", ""),
    "mode-none": ("passed" if os.geteuid() == 0 else "unreadable", ""),
    "mode-far-future": ("passed", ""),
    "mode-closed-folder": ("passed" if os.geteuid() == 0 else "no_work", ""),
    "mode-in-archive": ("passed", ""),
}


def hand_in(place: Place) -> None:
    (place.learner("mode-setuid", RIGHT) / FILE).chmod(0o6777)
    (place.learner("mode-none", RIGHT) / FILE).chmod(0)
    os.utime(place.learner("mode-far-future", RIGHT) / FILE, (2**33, 2**33))
    closed = place.learner("mode-closed-folder") / "inside"
    closed.mkdir()
    (closed / FILE).write_text(RIGHT)
    closed.chmod(0)
    place.archive("mode-in-archive", lambda archive: archive.writestr(entry(FILE, 0o104000), RIGHT))


def put_right(place: Place) -> None:
    """So that the folder can be looked at and removed again."""
    (place.work / "mode-closed-folder" / "inside").chmod(0o755)
