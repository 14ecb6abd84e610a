"""Opens TCP, UDP and local sockets, and asks a name server. Class B53."""

import sys

socket = sys.modules["socket"]


def attack(bait):
    found = []
    for family, kind in ((2, 1), (2, 2), (10, 1), (1, 1), (16, 3), (17, 3)):
        try:
            made = socket.socket(family, kind)
            found.append([family, kind])
            made.connect(("127.0.0.1", bait["port"]))
        except OSError:
            pass
    try:
        found.append(str(socket.getaddrinfo("example.org", 80)))
    except (OSError, LookupError):
        pass
    return found
