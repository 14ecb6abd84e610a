"""Stops itself with SIGSTOP. Class C63."""

import sys

signal = sys.modules["signal"]


def attack(bait):
    signal.raise_signal(signal.SIGSTOP)
