"""Sleeps far longer than it may. Class C61."""

import time


def attack(bait):
    time.sleep(3600)
