"""Asks for input while it is loaded. Class F111."""

name = input("Your name: ")


def attack(bait):
    return name
