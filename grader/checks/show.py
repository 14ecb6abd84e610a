"""Short texts for values: shapes first, then a few numbers. Bounded in length whatever the value; never raises on plain data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

MAX_TEXT = 400
SMALL_ARRAY = 24

_is_silent = False


@contextmanager
def silence() -> Iterator[None]:
    """Inside, `show` gives "" and nothing else is worked out for a text: that is a third of what it costs to judge a wrong value, and for
    some programs only verdict and category count."""
    global _is_silent  # one thread judges
    _is_silent = True
    try:
        yield
    finally:
        _is_silent = False


def is_silent() -> bool:
    """Whether nobody reads the texts of what is judged now."""
    return _is_silent


def kind_of(value: object) -> str:
    """What kind of value this is, in words: "an array", "a list", "one number", "None" …"""
    if value is None:
        return "None"
    if isinstance(value, (bool, np.bool_)):
        return "True or False"
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}" if value.ndim else "one number"
    if isinstance(value, (int, np.integer)):
        return "a whole number"
    if isinstance(value, (float, np.floating)):
        return "one number"
    if isinstance(value, (complex, np.complexfloating)):
        return "a complex number"
    names: dict[type, str] = {list: "a list", tuple: "a tuple", dict: "a dict", set: "a set", str: "a text", bytes: "bytes"}
    if hasattr(type(value), "__next__"):
        return "an iterator (map, zip, a generator …): wrap it in list(…)"
    return names.get(type(value), "a function" if callable(value) else "another object")


def describe(value: object) -> str:
    """Shape, dtype or length, then the value when it is small."""
    if isinstance(value, np.ndarray):
        head = f"array of shape {value.shape}, {value.dtype}"
        return f"{head}: {show(value)}" if value.size <= SMALL_ARRAY else head
    if isinstance(value, (list, tuple, dict, set)):
        return f"{kind_of(value)} of {len(value)}: {show(value)}"
    return show(value)


def show(value: object) -> str:
    """The value as short text: floats with five significant digits, long ones cut in the middle of nothing but at an entry."""
    return "" if _is_silent else _cut(_text(value, 0))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 2] + " …"


def _text(value: object, depth: int) -> str:
    if isinstance(value, np.ndarray):
        return _array_text(value)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)):
        return _float_text(float(value))
    if isinstance(value, (int, np.integer)):
        return _int_text(int(value))
    if isinstance(value, (list, tuple, set)):
        return _sequence_text(value, depth)
    if isinstance(value, dict):
        return _dict_text(value, depth)
    if isinstance(value, (str, bytes)):
        return repr(value[:80]) + (" …" if len(value) > 80 else "")
    if value is None or isinstance(value, (complex, np.complexfloating)):
        return str(value)
    if hasattr(type(value), "__next__"):
        return "an iterator"
    return "a function" if callable(value) else type(value).__name__


def _float_text(value: float) -> str:
    text = f"{value:.5g}"
    return text + ".0" if text.lstrip("-").isdigit() else text


def _int_text(value: int) -> str:
    return str(value) if abs(value) < 10**30 else f"a whole number of {value.bit_length()} bits"


def _array_text(value: np.ndarray) -> str:
    if value.ndim == 0:
        return _text(value[()].item() if value.dtype.kind in "fiub" else value[()], 0)
    if value.size > 60:
        return f"array of shape {value.shape}, {value.dtype}, starting {_sequence_text(value.reshape(-1)[:6].tolist(), 1)}"
    return _sequence_text(value.tolist(), 0)


def _sequence_text(value: list[object] | tuple[object, ...] | set[object], depth: int) -> str:
    left, right = "()" if isinstance(value, tuple) else "[]" if isinstance(value, list) else "{}"
    if depth > 4:
        return f"{left}…{right}"
    entries = list(value)
    shown = [_text(entry, depth + 1) for entry in entries[:12]]
    if len(entries) > 12:
        shown.append(f"… {len(entries) - 12} more")
    tail = "," if isinstance(value, tuple) and len(entries) == 1 else ""
    return left + ", ".join(shown) + tail + right


def _dict_text(value: dict[object, object], depth: int) -> str:
    if depth > 4:
        return "{…}"
    entries = list(value.items())
    shown = [f"{_text(key, depth + 1)}: {_text(entry, depth + 1)}" for key, entry in entries[:12]]
    if len(entries) > 12:
        shown.append(f"… {len(entries) - 12} more")
    return "{" + ", ".join(shown) + "}"
