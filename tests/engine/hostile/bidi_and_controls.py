"""Returns and prints text that would change a terminal or swap the order of letters. Class G135."""


def attack(bait):
    print("\x1b]8;;http://example.org\x07click\x1b]8;;\x07\r100 points")
    raise ValueError("\u202e\x1b[2Jtnirp\u2066")
