"""Every class of attack and fault has a file that plays it: 141 of them, by letter and number."""

from __future__ import annotations

import re
from pathlib import Path

ENGINE = Path(__file__).parents[1]
CLASSES = {
    f"{letter}{number}"
    for letter, first, last in (("A", 1, 40), ("B", 41, 59), ("C", 60, 80), ("D", 81, 93), ("E", 94, 105), ("F", 106, 126), ("G", 127, 141))
    for number in range(first, last + 1)
}
NAMED = re.compile(r"\bClass(?:es)? ((?:[A-G]\d+(?:, | and )?)+)")


def played() -> dict[str, list[str]]:
    """By class, the files whose first text names it."""
    found: dict[str, list[str]] = {}
    for path in ENGINE.rglob("*.py"):
        for group in NAMED.findall(path.read_text("utf-8", errors="replace")):
            for name in re.findall(r"[A-G]\d+", group):
                found.setdefault(name, []).append(path.name)
    return found


def test_every_class_of_attack_has_a_file() -> None:
    assert len(CLASSES) == 141
    assert sorted(CLASSES - set(played())) == []


def test_no_file_names_a_class_that_is_none() -> None:
    assert sorted(set(played()) - CLASSES) == []
