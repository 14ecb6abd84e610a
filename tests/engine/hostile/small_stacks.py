"""Starts threads with the smallest stacks, so that they fill the machine's table of processes and not the memory. Class C68."""

import threading
import time


def attack(bait):
    threading.stack_size(32768)
    for made in range(3000):
        try:
            threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
        except RuntimeError:
            return made < 1000
    return False
