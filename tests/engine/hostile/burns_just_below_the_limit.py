"""Uses almost all of its time in every call. Class C78."""

import time


def attack(bait):
    end = time.process_time() + 0.4
    while time.process_time() < end:
        pass
    return 1.0
