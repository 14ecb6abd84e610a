"""Brings sitecustomize, usercustomize, a .pth file and compiled right answers in __pycache__ beside a wrong source. Class A9."""

import py_compile
import sys

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, WRONG, Place

EXPECTED = {"started-by-python": ("failed", "")}


def hand_in(place: Place) -> None:
    folder = place.learner("started-by-python", RIGHT)
    cache = folder / "__pycache__"
    py_compile.compile(str(folder / FILE), cfile=str(cache / f"softmax_rows.{sys.implementation.cache_tag}.pyc"))
    (folder / FILE).write_text(WRONG)
    for name in ("sitecustomize.py", "usercustomize.py"):
        (folder / name).write_text(place.marking(name))
    (folder / "x.pth").write_text(f"import os; {place.marking('pth')}\n")
