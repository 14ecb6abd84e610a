"""Asks linecache, inspect and tracebacks for source lines of ours. Class B59."""

import inspect
import linecache
import sys


def attack(bait):
    found = []
    for name in ("grader.wire", "grader.untrusted.child", "grader.untrusted.server"):
        module = sys.modules[name]
        try:
            found.append(inspect.getsource(module)[:20])
        except (OSError, TypeError):
            pass
        found += linecache.getlines(str(module.__file__))
    return found
