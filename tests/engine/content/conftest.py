"""Fixtures of the content tests: a made-up level, and a cache folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.content.tiny_level import WriteLevel, write_level


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or fills the user's own cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def tiny(tmp_path: Path) -> WriteLevel:
    """Writes the made-up level; takes {file: text} to replace files, and gives its root."""
    return lambda changes=None: write_level(tmp_path / "level", changes or {})
