"""Looks for signs of being graded, to behave otherwise. Class A20."""

import sys


def attack(bait):
    frames, frame = [], sys._getframe()
    while frame is not None:
        frames.append(frame.f_code.co_filename.rpartition("/")[2])
        frame = frame.f_back
    return ["pytest" in sys.modules, any("check_" in name or "conftest" in name for name in frames), __name__]
