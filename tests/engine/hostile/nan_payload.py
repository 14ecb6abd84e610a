"""Returns nan with a payload, -0.0 and infinities. Class A27."""

import struct


def attack(bait):
    return [struct.unpack("<d", struct.pack("<Q", 0x7FF8DEADBEEF0001))[0], -0.0, float("inf")]
