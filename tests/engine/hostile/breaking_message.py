"""Raises an exception whose text raises SystemExit. Class C74."""


class Breaking(Exception):
    def __str__(self):
        raise SystemExit(0)


def attack(bait):
    raise Breaking
