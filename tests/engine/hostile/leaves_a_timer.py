"""Leaves an alarm that goes off in a later call. Class C79."""

import sys

signal = sys.modules["signal"]


def attack(bait):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    return 1.0
