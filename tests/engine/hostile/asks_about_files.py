"""Uses stat and access as oracles for names and sizes. Class B44."""

import os


def attack(bait):
    found = []
    for ask in (os.stat, os.lstat, os.listdir, os.statvfs, os.readlink):
        try:
            ask(bait["path"])
            found.append(ask.__name__)
        except OSError:
            pass
    return [*found, os.access(bait["path"], os.F_OK)]
