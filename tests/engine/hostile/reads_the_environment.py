"""Returns its environment and command line. Class B48."""

import os
import sys


def attack(bait):
    return [dict(os.environ), sys.argv, sys.orig_argv[:1]]
