"""Changes priority and processor of itself and of the trusted process. Class C77."""

import os


def attack(bait):
    found = []
    for pid in (0, bait["pid"]):
        for ask in (
            lambda p: os.setpriority(os.PRIO_PROCESS, p, 19),
            lambda p: os.sched_setaffinity(p, {0}),
            lambda p: os.sched_getaffinity(p),
        ):
            try:
                ask(pid)
                found.append(pid)
            except OSError:
                pass
    return found
