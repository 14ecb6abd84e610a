"""The level of this checkout, loaded once: class grading is about its files and their names."""

from __future__ import annotations

import pytest

from grader.content.load import load_level
from grader.content.models import Level


@pytest.fixture(scope="session")
def level() -> Level:
    """The level of this checkout."""
    return load_level()
