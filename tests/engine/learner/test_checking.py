"""What a learner's file builds on."""

from __future__ import annotations

import pytest

from grader.content.models import Level
from grader.learner.checking import built_on


@pytest.mark.parametrize(
    ("source", "slugs"),
    [
        (b"from a_first.add_rows import add_rows\nfrom a_first.add_two import add_two\n", ("add-two", "add-rows")),
        (b"def f():\n    from a_first.add_two import add_two\n", ("add-two",)),
        (b"import math\nfrom os import path\n# from a_first.add_two import add_two\n", ()),
        (b"from a_first.add_two import (\n", ()),
        (b"\x00", ()),
    ],
)
def test_the_exercises_a_file_imports_from_are_known(level: Level, source: bytes, slugs: tuple[str, ...]) -> None:
    assert built_on(level, source) == slugs
