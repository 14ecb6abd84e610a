"""Writes a file of 2 GB. Class C69."""


def attack(bait):
    with open("/tmp/two-gigabytes", "wb") as file:
        for _ in range(2048):
            file.write(bytes(1 << 20))
