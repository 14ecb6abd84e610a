"""Raises a class that calls itself AssertionError. Class A14."""

Fake = type("AssertionError", (BaseException,), {"__module__": "builtins"})


def attack(bait):
    raise Fake("nothing failed")
