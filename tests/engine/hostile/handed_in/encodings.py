"""Encodings: what Python reads is read, what it does not is unreadable. Class F107."""

SOURCES: dict[str, tuple[bytes, str | None]] = {
    "utf-16": ("def attack(bait):\n    return 1\n".encode("utf-16"), "syntax"),
    "latin-1 without a cookie": ("# é\ndef attack(bait):\n    return 1\n".encode("latin-1"), "syntax"),
    "unknown cookie": (b"# coding: klingon\ndef attack(bait):\n    return 1\n", "syntax"),
    "latin-1 with a cookie": ("# coding: latin-1\ndef attack(bait):\n    return 'é'\n".encode("latin-1"), None),
    "byte order mark": (b"\xef\xbb\xbfdef attack(bait):\n    return '\xc3\xa9'\n", None),
    "Windows lines": (b"def attack(bait):\r\n    return '\xc3\xa9'\r\n", None),
    "old Mac lines": (b"def attack(bait):\r    return '\xc3\xa9'\r", None),
}
