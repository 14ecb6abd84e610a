"""Opens a file of ours by its absolute path. Class B41."""


def attack(bait):
    return open(bait["path"]).read()
