"""Changes its argument and says that it did not. Class A33."""

import sys

child = sys.modules["grader.untrusted.child"].Child
child._is_unchanged = lambda self, *args: True
sys.modules["grader.untrusted.aliasing"].find = lambda *args: []


def attack(bait):
    bait["list"].append(99)
    return bait["list"]
