"""Leaves a thread that changes the module later. Class E101."""

import threading
import time


def later():
    global attack
    time.sleep(0.01)
    attack = None


def attack(bait):
    threading.Thread(target=later, daemon=True).start()
    return 1.0
