"""Replaces built-in functions. Class A6."""

import builtins

builtins.isinstance = lambda *args: True
builtins.len = lambda *args: 0
builtins.all = lambda *args: True
builtins.abs = lambda *args: 0
builtins.type = lambda *args: float


def attack(bait):
    return 1.0
