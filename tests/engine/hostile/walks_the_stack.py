"""Walks frames, tracebacks and all objects for expected values. Class A18."""

import gc
import sys


def attack(bait):
    found = []
    frame = sys._getframe()
    while frame is not None:
        found += [value for value in frame.f_locals.values() if isinstance(value, str)]
        frame = frame.f_back
    for owner in gc.get_objects():
        if type(owner) is dict:
            found += [value for value in owner.values() if type(value) is str]
    first, second = bait["halves"]
    return [text for text in found if first in text and text.partition(first)[2].startswith(second)]
