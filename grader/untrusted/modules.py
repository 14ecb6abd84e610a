"""The checked-in list of modules that learner code may import. All are loaded before the first child is forked.

A child can open no file, so what is not in memory by then cannot be imported: `PRELOADED` also names what allowed modules load
late by themselves (codecs of source cookies, `_strptime`, numpy's lazy parts).
"""

from __future__ import annotations

import importlib
import sys

_ALLOWED = """
    __future__ abc argparse array bisect builtins cmath collections contextlib copy dataclasses datetime decimal doctest enum errno
    fractions functools gc heapq inspect io itertools json keyword linecache locale logging math numbers numpy operator os pathlib pdb
    pprint random re reprlib statistics string struct sys textwrap threading time timeit token tokenize traceback types typing
    unicodedata unittest warnings weakref
    """
ALLOWED = frozenset(_ALLOWED.split())
"""Top-level names that a learner may import; any other import is refused with a sentence that names these."""

PRELOADED = """
    abc argparse array bisect builtins cmath codecs collections collections.abc contextlib copy copyreg dataclasses datetime decimal
    doctest enum errno fractions functools gc heapq inspect io itertools json keyword linecache locale logging math numbers operator
    os pathlib pdb pprint random re reprlib statistics string struct sys textwrap threading time timeit token tokenize traceback types
    typing unicodedata unittest warnings weakref
    __future__ _strptime _pydatetime ast contextvars dis opcode encodings.aliases encodings.ascii encodings.cp1252
    encodings.iso8859_1 encodings.iso8859_15 encodings.latin_1 encodings.raw_unicode_escape
    encodings.unicode_escape encodings.utf_16 encodings.utf_16_be encodings.utf_16_le encodings.utf_32 encodings.utf_7 encodings.utf_8
    encodings.utf_8_sig faulthandler secrets
    numpy numpy.char numpy.fft numpy.lib numpy.lib.stride_tricks numpy.lib.scimath numpy.linalg numpy.ma numpy.polynomial numpy.random
    numpy.testing numpy.typing numpy.exceptions numpy.dtypes numpy.rec numpy.strings
    """
"""What is imported at the start, in order."""


def preload() -> tuple[str, ...]:
    """Imports everything on the list; the names that this Python or numpy does not have."""
    missing = []
    for name in PRELOADED.split():
        try:
            importlib.import_module(name)
        except ImportError:
            missing.append(name)
    return tuple(missing)


def shorten_star_imports() -> None:
    """Leaves out of each `__all__` what is loaded late and is not loaded: `from numpy import *` would look for its file, and fail."""
    for name in ALLOWED:
        module = sys.modules.get(name)
        names = getattr(module, "__all__", None)
        if names is not None:
            module.__all__ = [known for known in names if known in vars(module)]  # type: ignore[union-attr]


def warm_up() -> None:
    """Does once what would otherwise be done, with files, in every child: time zone, one small product, one draw, one parsed date."""
    import time

    if hasattr(time, "tzset"):
        time.tzset()
    time.localtime()
    time.strptime("2000-01-01", "%Y-%m-%d")
    numpy = sys.modules["numpy"]
    square = numpy.ones((8, 8))
    square = square @ square
    numpy.linalg.solve(numpy.eye(4), numpy.ones(4))
    numpy.random.default_rng(0).random(3)
    numpy.array2string(square)
