"""Burns CPU time in four threads while the main one sleeps. Class C64."""

import threading
import time


def spin():
    while True:
        sum(range(1000))


def attack(bait):
    for _ in range(4):
        threading.Thread(target=spin, daemon=True).start()
    time.sleep(3600)
