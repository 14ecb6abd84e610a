"""Bombs: a huge ratio, thousands of entries, an archive in an archive, overlapping entries, sizes that lie. Class F117."""

import struct

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, Place

EXPECTED = {
    "bomb-ratio": ("unreadable", "times its size"),
    "bomb-count": ("unreadable", "at most 5,000 are opened"),
    "bomb-nested": ("no_work", "which is not opened"),
    "bomb-overlap": ("unreadable", ""),
    "bomb-lies": ("unreadable", ""),
}


def hand_in(place: Place) -> None:
    place.archive("bomb-ratio", lambda archive: archive.writestr("big.txt", b"0" * 20_000_000))
    place.archive("bomb-count", lambda archive: [archive.writestr(f"{number}", "") for number in range(5_001)] and None)
    place.archive("bomb-nested", lambda archive: archive.writestr("inner.zip", b"PK\x03\x04" + bytes(100)))
    _overlapping(place)
    _lying(place)


def _overlapping(place: Place) -> None:
    """The directory leads to another entry's bytes, as when thousands of entries share one bomb."""
    path = place.archive("bomb-overlap", lambda archive: [archive.writestr(name, RIGHT) for name in ("x" * len(FILE), FILE)] and None)
    data = bytearray(path.read_bytes())
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 46] = struct.pack("<I", 0)  # where its own header is said to be
    path.write_bytes(data)


def _lying(place: Place) -> None:
    """Both headers say ten bytes; unpacked it is many."""
    path = place.archive("bomb-lies", lambda archive: archive.writestr(FILE, "#" * 100_000))
    data = bytearray(path.read_bytes())
    local, central = data.index(b"PK\x03\x04"), data.index(b"PK\x01\x02")
    data[local + 22 : local + 26] = data[central + 24 : central + 28] = struct.pack("<I", 10)
    path.write_bytes(data)
