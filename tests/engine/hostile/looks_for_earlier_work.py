"""Looks among all objects, modules and cached lines for an earlier submission's text, name or file. Class B50."""

import gc
import sys

NAME = "reilrae"[::-1]  # not written out, or it would find itself


def texts(value, depth=0):
    if type(value) in (str, bytes):
        yield value if type(value) is str else value.decode("latin-1")
    elif type(value) in (list, tuple, set, frozenset) and depth < 3:
        for each in tuple(value):
            yield from texts(each, depth + 1)
    elif type(value) is dict and depth < 3:
        for pair in tuple(value.items()):
            yield from texts(pair, depth + 1)


def attack(bait):
    first, second = bait["earlier_halves"]
    found = [text for owner in gc.get_objects() for text in texts(owner) if first + second in text or text == NAME + ".py"]
    cached = list(getattr(sys.modules.get("linecache"), "cache", {}))
    return [len(found), [name for name in cached if NAME in name], NAME in sys.modules]
