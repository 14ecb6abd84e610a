"""Sources that no Python 3 reads: an open bracket, tabs and spaces, Python 2, nesting and chains beyond what a parser takes. Class F106."""

SOURCES: dict[str, tuple[bytes, str | None]] = {
    "syntax error": (b"def attack(bait):\n    return (1\n", "syntax"),
    "tabs and spaces": (b"def attack(bait):\n\tif 1:\n        return 1\n", "syntax"),
    "Python 2": (b"print 'hello'\n", "syntax"),
    "nested parentheses": (b"(" * 10_000 + b")" * 10_000, "syntax"),
    "unary chain": (b"x = " + b"-" * 100_000 + b"1", "syntax"),
}
