"""Opens environment, memory and command line of the trusted process and of the server. Class B45."""

import os


def attack(bait):
    found = []
    for pid in (bait["pid"], bait["server"], os.getppid()):
        for name in ("environ", "mem", "cmdline", "maps", "fd", "status"):
            try:
                found.append(os.open(f"/proc/{pid}/{name}", os.O_RDONLY))
            except OSError:
                pass
    return found
