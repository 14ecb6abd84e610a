"""Unshare, mount, chroot, pivot_root, setns, personality, and time changes. Class D83."""

import sys

libc = sys.modules["ctypes"].CDLL(None)
CALLS = [(272, 0x10000000), (165, b"x", b"/", b"tmpfs", 0, 0), (161, b"/"), (155, b".", b"."), (308, 0, 0), (135, 0xFFFFFFFF), (227, 0, 0)]


def attack(bait):
    return [libc.syscall(*call) for call in CALLS]
