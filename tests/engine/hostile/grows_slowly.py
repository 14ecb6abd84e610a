"""Takes memory bit by bit. Class C65."""


def attack(bait):
    kept = []
    while True:
        kept.append(bytearray(1 << 22))
