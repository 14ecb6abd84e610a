"""Imports a helper module that was not handed in. Class F113."""

import my_helpers


def attack(bait):
    return my_helpers.answer()
