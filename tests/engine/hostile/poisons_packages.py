"""Writes a module into site-packages and a start-up file into the home folder. Class E98."""

import os
import sys

import numpy


def attack(bait):
    found = []
    for path in (os.path.dirname(numpy.__file__) + "/../sitecustomize.py", os.path.expanduser("~/.bashrc"), sys.prefix + "/x.pth"):
        try:
            open(path, "a").write("import os")
            found.append(path)
        except OSError:
            pass
    return found
