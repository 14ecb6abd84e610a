"""Writes into /proc/self and /sys. Class D88."""

import os


def attack(bait):
    found = []
    for path in ("/proc/self/mem", "/proc/self/oom_score_adj", "/proc/self/comm", "/sys/kernel/mm/transparent_hugepage/enabled"):
        try:
            found.append(os.open(path, os.O_WRONLY))
        except OSError:
            pass
    return found
