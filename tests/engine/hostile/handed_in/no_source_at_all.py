"""Null bytes, a Ctrl-Z, bytecode and noise under the name of a source. Class F108."""

SOURCES: dict[str, tuple[bytes, str | None]] = {
    "null bytes": (b"def attack(bait):\n    return 1\n\0\n", "syntax"),
    "Ctrl-Z": (b"def attack(bait):\n    return 1\n\x1a\n", "syntax"),
    "bytecode": (b"\xa7\r\r\n\0\0\0\0" + bytes(range(256)), "syntax"),
    "noise": (bytes(range(255, 0, -1)) * 20, "syntax"),
}
