"""Puts its own pytest, unittest and grader into sys.modules. Class A7."""

import sys
import types

for name in ("pytest", "_pytest", "unittest", "grader", "grader.checks", "grader.results"):
    sys.modules[name] = types.ModuleType(name)


def attack(bait):
    return 1.0
