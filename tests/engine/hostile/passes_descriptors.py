"""Passes a descriptor to the trusted side. Class G133."""

import array
import sys

socket = sys.modules["socket"]


def attack(bait):
    found = []
    for number in (3, 4):
        try:
            sender = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=number)
            found.append(sender.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [1]))]))
        except OSError:
            pass
    return found
