"""File and folder names of bytes that are no text, and of control characters and terminal sequences. Class F122."""

import os

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, Place

EXPECTED = {
    "bytes-\\xff\\xfe": ("passed", ""),
    "screen-\\x1b[2J\\x07": ("passed", ""),
    "names-inside": ("passed", "\\\\x1b"),
}


def hand_in(place: Place) -> None:
    for raw in (b"bytes-\xff\xfe", b"screen-\x1b[2J\x07"):
        folder = os.fsencode(place.work) + b"/" + raw
        os.mkdir(folder)
        with open(folder + b"/" + os.fsencode(FILE), "w") as file:
            file.write(RIGHT)
    inside = os.fsencode(place.learner("names-inside", RIGHT))
    for raw in (b"softmax_row\x1b]0;owned\x07.py", b"\xc3\x28.py"):
        with open(inside + b"/" + raw, "w") as file:
            file.write("pass")
    os.symlink("/etc", inside + b"/link-\x1b[31m")
