"""Forks twice and starts a session of its own, to outlive the grading. Class E94."""

import os
import time


def attack(bait):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                time.sleep(1)
        os._exit(0)
