"""Maps memory that is both writable and executable. Class D85."""

import sys

ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None)


def attack(bait):
    libc.mmap.restype = ctypes.c_long
    made = libc.mmap(None, ctypes.c_size_t(4096), 7, 0x22, -1, ctypes.c_long(0))
    page = id(attack) // 4096 * 4096
    return [made, libc.mprotect(ctypes.c_long(page), ctypes.c_size_t(4096), 7)]
