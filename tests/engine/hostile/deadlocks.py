"""Waits for a lock that it holds. Class C61."""

import threading


def attack(bait):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
