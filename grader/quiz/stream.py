"""Chance that is the same on every Python and every machine: choices from HMAC-SHA256, or all of them in turn.

Nothing here knows what is drawn. `Stream` draws; `Odometer` walks through every possible sequence of draws, so that lint can look at all
variants.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")
_WORD = 2**64


class Chooser(Protocol):
    """Anything that picks one of `n`."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1."""


class Stream:
    """Draws for one purpose: the same secret and labels give the same draws for ever."""

    def __init__(self, secret: bytes, *labels: str) -> None:
        # Lengths keep ("ab", "c") and ("a", "bc") apart.
        name = "".join(f"{len(label)}:{label}," for label in ("grader/stream/1", *labels))
        self._key = hmac.new(secret, name.encode(), hashlib.sha256).digest()
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, each equally likely (rejection sampling)."""
        if not 1 <= n <= _WORD:
            raise ValueError(f"cannot choose one of {n}")
        limit = _WORD - _WORD % n
        while (word := self._next_word()) >= limit:
            pass
        return word % n

    def _next_word(self) -> int:
        if not self._words:
            digest = hmac.new(self._key, self._block.to_bytes(8, "big"), hashlib.sha256).digest()
            self._block += 1
            self._words = [int.from_bytes(digest[start : start + 8], "big") for start in (24, 16, 8, 0)]
        return self._words.pop()


class Odometer:
    """Every sequence of choices in turn: use as a Chooser, then `advance()` until it says False."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []  # (chosen, out of)
        self._at = 0

    def below(self, n: int) -> int:
        """The digit of this round."""
        if self._at == len(self._digits):
            self._digits.append((0, n))
        chosen, _ = self._digits[self._at]
        self._at += 1
        return chosen

    @property
    def about(self) -> int:
        """How many sequences there are, if all go the way of this one."""
        return math.prod(out_of for _, out_of in self._digits)

    def advance(self) -> bool:
        """Go on to the next sequence; False when there is none."""
        del self._digits[self._at :]
        while self._digits and self._digits[-1][0] + 1 == self._digits[-1][1]:
            self._digits.pop()
        if not self._digits:
            return False
        chosen, out_of = self._digits[-1]
        self._digits[-1] = (chosen + 1, out_of)
        self._at = 0
        return True


def shuffled(items: Sequence[T], chooser: Chooser) -> list[T]:
    """A new list in random order (Fisher and Yates), every order equally likely."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = chooser.below(last + 1)
        result[last], result[other] = result[other], result[last]
    return result
