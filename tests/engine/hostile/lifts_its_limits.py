"""Raises its own limits, and takes back what makes it die with its parent. Class D87."""

import sys

libc = sys.modules["ctypes"].CDLL(None)
resource = sys.modules["resource"]


def attack(bait):
    found = []
    for name in ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CORE"):
        try:
            resource.setrlimit(getattr(resource, name), (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            found.append(name)
        except (OSError, ValueError):
            pass
    return [*found, libc.prctl(1, 0, 0, 0, 0), libc.prctl(4, 1, 0, 0, 0), libc.prctl(38, 0, 0, 0, 0)]
