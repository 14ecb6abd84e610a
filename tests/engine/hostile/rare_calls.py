"""Io_uring, userfaultfd, bpf, perf, keyctl, modify_ldt, inotify, seccomp, landlock, add_key. Class D84."""

import sys

ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None)


def attack(bait):
    room = ctypes.create_string_buffer(256)
    calls = [
        (425, 1, room),
        (323, 0),
        (321, 0, room, 64),
        (298, room, 0, -1, -1, 0),
        (250, 0, 0),
        (154, 0, room, 16),
        (253,),
        (317, 1, 0, 0),
        (444, 0, 0, 1),
        (248, b"user", b"a", b"b", 1, -3),
    ]
    return [libc.syscall(*call) for call in calls]
