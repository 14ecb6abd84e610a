"""Makes a link to a file of ours. Class B42."""

import os


def attack(bait):
    os.symlink(bait["path"], "/tmp/link-to-a-secret")
