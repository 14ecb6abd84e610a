"""Changes its arguments, to change what they are compared with. Class A25."""


def attack(bait):
    bait["array"][:] = 0
    bait["list"].append(99)
    bait["halves"] = None
    return 1.0
