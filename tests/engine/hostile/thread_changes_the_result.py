"""Returns an array that a thread of its own goes on changing. Class A26."""

import threading

import numpy as np

shared = np.zeros(1000)


def spin():
    while True:
        shared[:] += 1


def attack(bait):
    threading.Thread(target=spin, daemon=True).start()
    return shared
