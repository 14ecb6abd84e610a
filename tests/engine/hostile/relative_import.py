"""Imports from the package around it. Class F113."""

from . import answers


def attack(bait):
    return answers.all
