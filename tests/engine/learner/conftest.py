"""A made-up level and a learner's folder started from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.content.load import load_level
from grader.content.models import Level
from grader.learner.folder import LearnerFolder, start
from tests.engine.content.tiny_level import write_level


@pytest.fixture
def level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Level:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return load_level(write_level(tmp_path / "level", {}))


@pytest.fixture
def folder(level: Level, tmp_path: Path) -> LearnerFolder:
    return start(level, tmp_path / "mine").folder
