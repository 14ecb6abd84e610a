"""Writes into, and reads from, the caches that a later run would trust: bytecode, fonts, pip, numba. Class B57."""

import os
import sys


def attack(bait):
    numpy = os.path.dirname(sys.modules["numpy"].__file__)
    homes = [os.environ.get("HOME", "/root"), os.environ.get("XDG_CACHE_HOME", "/root/.cache"), os.path.dirname(bait["path"])]
    folders = [os.path.join(numpy, "__pycache__"), "/tmp", "/var/tmp", "/dev/shm"]
    folders += [os.path.join(home, *inner) for home in homes for inner in ((), (".cache", "pip"), (".cache", "matplotlib"), ("numba",))]
    reached = []
    for folder in folders:
        for action in (os.listdir, lambda folder: os.makedirs(folder + "/x"), lambda folder: open(folder + "/canary.pyc", "wb")):
            try:
                action(folder)
                reached.append(folder)
            except OSError:
                pass
    return reached
