"""Would write its memory to a core file and a fault report of its choice, then dies. Class B56."""

import os
import sys

resource = sys.modules["resource"]
faulthandler = sys.modules["faulthandler"]
libc = sys.modules["ctypes"].CDLL(None)


def attack(bait):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        return "a core file was allowed"
    except (OSError, ValueError):
        pass
    libc.prctl(4, 1, 0, 0, 0)  # dumpable again
    try:
        faulthandler.enable(open("fault.txt", "w"), all_threads=True)
        return "a report was opened"
    except OSError:
        os.abort()
