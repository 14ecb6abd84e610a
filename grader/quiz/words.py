"""Short texts compared the way a reader would: case, dashes, quotes, spaces, articles and full stops do not matter.

Knows nothing of questions.
"""

from __future__ import annotations

import re
import unicodedata

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_QUOTES = dict.fromkeys(map(ord, "‘’‚′`´"), "'") | dict.fromkeys(map(ord, "“”„″«»"), '"')
_ARTICLE = re.compile(r"^(the|a|an) ")
_END = re.compile(r"[\s.,;:!?]+$")


def normal(text: str) -> str:
    """The form that is compared."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate({**_DASHES, **_QUOTES})
    plain = _END.sub("", " ".join(plain.split()))
    return _ARTICLE.sub("", plain).strip("'\" ")


def one_slip_apart(left: str, right: str) -> bool:
    """True when one letter is wrong, missing, too many, or two neighbours are swapped."""
    if left == right or abs(len(left) - len(right)) > 1:
        return False
    start = _same_start(left, right)
    rest_left, rest_right = left[start:], right[start:]
    if len(rest_left) == len(rest_right):
        swapped = rest_left[:2] == rest_right[1::-1] and rest_left[2:] == rest_right[2:]
        return rest_left[1:] == rest_right[1:] or swapped
    longer, shorter = (rest_left, rest_right) if len(rest_left) > len(rest_right) else (rest_right, rest_left)
    return longer[1:] == shorter


def _same_start(left: str, right: str) -> int:
    for at, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return at
    return min(len(left), len(right))
