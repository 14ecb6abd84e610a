"""Makes every system call that is not allowed, with arguments that mean nothing: the kernel's surface is what refuses nothing. Class D93."""

import os
import sys

ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None, use_errno=True)
ALLOWED = {
    0,
    1,
    3,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    19,
    20,
    23,
    24,
    25,
    28,
    32,
    33,
    34,
    35,
    36,
    37,
    38,
    39,
    56,
    60,
    63,
    72,
    79,
    96,
    97,
    98,
    100,
}
ALLOWED |= {102, 104, 107, 108, 110, 131, 157, 186, 201, 202, 204, 219, 228, 229, 230, 231, 234, 270, 271, 273, 292, 302, 318, 334}

ALLOWED |= {335, 336}  # uretprobe and uprobe: the kernel lets them by every filter, and ends whoever is not at a probe


def attack(bait):
    if os.uname().machine != "x86_64":
        return []
    reached = []
    for number in range(600):
        if number not in ALLOWED:
            ctypes.set_errno(0)
            if libc.syscall(number, -1, -1, -1, -1, -1, -1) != -1 or ctypes.get_errno() not in (1, 38):
                reached.append(number)
    return reached
