"""Replaces every clock of the time module. Class A31."""

import time

time.time = time.perf_counter = time.process_time = time.monotonic = lambda: 0.0


def attack(bait):
    for _ in range(100_000):
        pass
    return 1.0
