"""Changes limits of the trusted process. Class E96."""

import sys

resource = sys.modules["resource"]


def attack(bait):
    found = []
    for change in ((), ((64, 64),)):
        try:
            found.append(resource.prlimit(bait["pid"], resource.RLIMIT_NOFILE, *change))
        except OSError:
            pass
    return found
