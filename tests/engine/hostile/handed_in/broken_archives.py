"""Encrypted, truncated, empty and mislabelled archives, a directory without end, a damaged entry, one without a name. Class F123."""

import struct

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, Place, entry

EXPECTED = {
    "archive-encrypted": ("unreadable", "is encrypted"),
    "archive-truncated": ("unreadable", "cannot be read"),
    "archive-empty": ("unreadable", "cannot be read"),
    "archive-is-rar": ("unreadable", "cannot be read"),
    "archive-damaged": ("unreadable", "cannot be unpacked"),
    "archive-odd-method": ("unreadable", "cannot be unpacked"),
    "archive-nameless": ("unreadable", "an entry without a name"),
}


def hand_in(place: Place) -> None:
    data = place.archive("archive-truncated", lambda archive: archive.writestr(FILE, RIGHT)).read_bytes()
    (place.work / "archive-truncated.zip").write_bytes(data[: len(data) // 2])
    (place.work / "archive-empty.zip").write_bytes(b"")
    (place.work / "archive-is-rar.zip").write_bytes(b"Rar!\x1a\x07\x01\x00" + bytes(100))
    local, central = data.index(b"PK\x03\x04"), data.index(b"PK\x01\x02")
    encrypted, damaged, odd = bytearray(data), bytearray(data), bytearray(data)
    encrypted[local + 6] |= 1
    encrypted[central + 8] |= 1
    damaged[local + 60 : local + 90] = bytes(30)
    odd[local + 8 : local + 10] = odd[central + 10 : central + 12] = struct.pack("<H", 99)
    for key, made in (("archive-encrypted", encrypted), ("archive-damaged", damaged), ("archive-odd-method", odd)):
        (place.work / f"{key}.zip").write_bytes(made)
    place.archive("archive-nameless", lambda archive: [archive.writestr(name, RIGHT) for name in (entry(""), FILE)] and None)
