"""Raises an exception whose text is never finished. Class C74."""


class Endless(Exception):
    def __str__(self):
        while True:
            if not self:
                return ""


def attack(bait):
    raise Endless
