"""Two programs line beside line, as far as they say the same when names, numbers and texts are forgotten. Pure; decides nothing."""

from __future__ import annotations

import difflib
import keyword
import re
from collections.abc import Iterator

from grader.records import dataclass
from grader.report.text import shown

EQUAL, ALIKE, GIVEN, DIFFERENT = "=", "≈", "·", "~"
_WORD = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[^\W\d]\w*|\d[\w.]*|\S")
_KEPT = frozenset(keyword.kwlist)


@dataclass(frozen=True, slots=True)
class Line:
    """One row: line numbers (0 for none), the two lines, and how they compare."""

    left_number: int
    left: str
    right_number: int
    right: str
    sign: str

    @property
    def says(self) -> str:
        """The sign in words."""
        return {EQUAL: "equal", ALIKE: "equal but for names, numbers and texts", GIVEN: "given to everyone"}.get(self.sign, "different")


def side_by_side(one: bytes, two: bytes, stub: bytes = b"") -> Iterator[Line]:
    """Every line of both; those that the stub has say nothing. What learners wrote is made harmless, and is no markup yet."""
    given = {line.strip() for line in stub.decode("utf-8", "replace").splitlines()} | {""}
    left, right = (each.decode("utf-8", "replace").expandtabs(4).splitlines() for each in (one, two))
    matcher = difflib.SequenceMatcher(None, [_skeleton(line) for line in left], [_skeleton(line) for line in right], autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        for row in range(max(j - i, m - k)):
            at, to = (i + row if i + row < j else -1), (k + row if k + row < m else -1)
            here, there = left[at] if at >= 0 else "", right[to] if to >= 0 else ""
            sign = DIFFERENT if tag != "equal" else ALIKE if here.strip() != there.strip() else GIVEN if here.strip() in given else EQUAL
            yield Line(at + 1, shown(here), to + 1, shown(there), sign)


def _skeleton(line: str) -> str:
    """A line without its names, numbers and texts."""
    return " ".join(_word(word) for word in _WORD.findall(line.partition("#")[0] if "'" not in line and '"' not in line else line))


def _word(word: str) -> str:
    if word[0] in "'\"":
        return "''"
    if word[0].isdigit():
        return "0"
    return "n" if word.isidentifier() and word not in _KEPT else word
