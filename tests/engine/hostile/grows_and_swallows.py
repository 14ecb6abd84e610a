"""Takes memory and swallows every MemoryError. Class C65."""

kept = []


def attack(bait):
    while True:
        try:
            kept.append(bytearray(1 << 20))
        except MemoryError:
            continue
