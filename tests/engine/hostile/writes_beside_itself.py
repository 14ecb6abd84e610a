"""Writes a file into the current folder. Class C69."""


def attack(bait):
    open("written-by-a-submission.txt", "w").write("here")
