"""Recurses without end after lifting the limit. Class C72."""

import sys


class Deep:
    def __repr__(self):
        return repr(self)


def attack(bait):
    sys.setrecursionlimit(10**9)
    return repr(Deep())
