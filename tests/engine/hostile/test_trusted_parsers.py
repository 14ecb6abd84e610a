"""Where the trusted side reads a learner's source as text: sources that break parsers end in no result, never in a crash. Class C80.

In a process of its own: a parser that overflows its stack would take the whole of the tests with it.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tests.engine.running import REPOSITORY

BOMBS = {
    "attributes": "x = a" + ".b" * 100_000,
    "calls": "x = a" + "()" * 100_000,
    "subscripts": "x = a" + "[0]" * 100_000,
    "unary": "x = " + "-" * 100_000 + "1",
    "not": "x = " + "not " * 100_000 + "1",
    "parentheses": "x = " + "(" * 10_000 + "1" + ")" * 10_000,
    "sums": "x = " + "1+" * 100_000 + "1",
    "comparisons": "x = " + "1<" * 100_000 + "1",
    "lambdas": "x = " + "lambda:" * 50_000 + "1",
    "conditions": "x = " + "1 if 1 else " * 50_000 + "1",
    "powers": "x = " + "2**" * 50_000 + "1",
    "branches": "if 1: pass\n" + "elif 1: pass\n" * 20_000,
    "decorators": "@a\n" * 50_000 + "def f(): pass\n",
    "texts": "x=" + "'a' " * 100_000,
    "digits": "x=" + "9" * 400_000,
    "dots": "from " + "." * 100_000 + " import x",
    "alternatives": "match x:\n case " + "a|" * 50_000 + "b: pass\n",
    "null": "x = 1\0",
}
READ = """
import json, sys
from grader.classroom.fingerprints import fingerprints
from grader.classroom.notebooks import from_notebook
from grader.content.load import load_level
exercises = load_level().exercises
for name, source in json.load(sys.stdin).items():
    book = {"nbformat": 4, "cells": [{"cell_type": "code", "source": text} for text in (source, "def softmax_np(x, axis=-1):\\n    return x\\n")]}
    fingerprints(source.encode())
    from_notebook("a.ipynb", json.dumps(book).encode(), exercises)
    print(name, flush=True)
"""


def test_no_source_breaks_a_parser_of_ours() -> None:
    done = subprocess.run(
        [sys.executable, "-c", READ], input=json.dumps(BOMBS), capture_output=True, text=True, cwd=REPOSITORY, check=False
    )

    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == list(BOMBS)
