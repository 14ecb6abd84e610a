"""Makes processes by every system call there is. Class C67."""

import sys

ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None)


def attack(bait):
    args = ctypes.create_string_buffer(88)
    calls = [
        (57,),
        (58,),
        (56, 17, 0, 0, 0, 0),
        (56, 0x00010F00 | 0x10000000, 0, 0, 0, 0),
        (435, args, 88),
        (59, b"/bin/true", 0, 0),
        (322, -100, b"/bin/true", 0, 0, 0),
    ]
    return [libc.syscall(*call) for call in calls]
