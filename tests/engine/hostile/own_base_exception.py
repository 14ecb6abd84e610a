"""Raises an exception of its own that no `except Exception` catches. Class A13."""


class Mine(BaseException):
    pass


def attack(bait):
    raise Mine("passed")
