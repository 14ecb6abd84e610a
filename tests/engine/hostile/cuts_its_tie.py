"""Takes back what ends it with its parent, then makes processes that would stay behind. Class E94."""

import os
import sys

libc = sys.modules["ctypes"].CDLL(None)


def attack(bait):
    answers = [libc.prctl(1, 0, 0, 0, 0)]
    for call in (os.fork, os.setsid, lambda: os.posix_spawn("/bin/sleep", ["sleep", "60"], {})):
        try:
            answers.append(call())
        except PermissionError:
            answers.append(-1)
    return [*answers, libc.syscall(56, 0x00008000 | 17, 0, 0, 0, 0), libc.syscall(58), libc.syscall(435, 0, 0)]
