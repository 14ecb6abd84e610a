"""Makes device nodes and opens disks. Class D90."""

import os


def attack(bait):
    found = []
    for attempt in (
        lambda: os.mknod("disk", 0o60600, os.makedev(8, 0)),
        lambda: os.open("/dev/sda", os.O_RDONLY),
        lambda: os.open("/dev/mem", os.O_RDWR),
    ):
        try:
            attempt()
            found.append("made")
        except OSError:
            pass
    return found
