"""Chromium with the explorer in it: built from this checkout, opened from the disk, and watched for requests and complaints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.web.page import explorer_page

pytest.register_assert_rewrite("tests.web.explorer", "tests.web.probes")

from tests.web.explorer import Explorer  # noqa: E402  # after its assertions were told to explain themselves


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page on disk."""
    path = tmp_path_factory.mktemp("explorer") / "explorer.html"
    path.write_text(explorer_page(), encoding="utf-8")
    return path


@pytest.fixture
def explorer(browser: object, page_file: Path) -> Iterator[Explorer]:
    """The explorer in a fresh window that has a mouse, keys and a touch screen."""
    with Explorer(browser, page_file) as opened:
        yield opened
        opened.assert_quiet()


@pytest.fixture(scope="session")
def green() -> set[str]:
    """Names of the probes that the page as it is has passed in this run."""
    return set()
