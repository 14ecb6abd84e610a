"""The reference of content files names every key that the loader asks for, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.content import find_root
from grader.content.entry import Entry
from grader.content.source import LIMIT_NAMES, read_sources

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "content-files.md"


def test_it_names_the_keys_that_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    finish = Entry.finish

    def spy(self: Entry, also_known: tuple[str, ...] = ()) -> None:
        asked.update(self.asked)
        finish(self, also_known)

    monkeypatch.setattr(Entry, "finish", spy)
    read_sources(find_root())
    told = set(re.findall(r"`([a-z_]+)`", PAGE.read_text()))
    keys = set(re.findall(r"^\| `([a-z_]+)` \|", PAGE.read_text(), re.MULTILINE))

    assert asked - set(LIMIT_NAMES) - told == set()
    assert keys - asked == set()
