"""`python -m grader`: the same as `grader`, with one clear sentence where Python is too old for the rest to load."""

import sys

if sys.version_info < (3, 11):
    sys.stderr.write("This needs Python 3.11 or newer; here is %d.%d.\n" % sys.version_info[:2])
    sys.exit(3)

from grader.cli import program

program()
