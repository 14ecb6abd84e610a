"""Chromium with the explorer in it, opened from the disk; and the study desk, served by a process of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli import main
from grader.results import ExitCode
from grader.web.page import explorer_page

pytest.register_assert_rewrite("tests.web.explorer", "tests.web.probes", "tests.web.desk")

from tests.web.desk import Server  # noqa: E402  # after their assertions were told to explain themselves
from tests.web.explorer import Explorer  # noqa: E402


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


@pytest.fixture(scope="session")
def fresh_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `grader start` makes, to be copied."""
    place = tmp_path_factory.mktemp("learner") / "me"
    assert main(["start", str(place)]) == ExitCode.DONE
    return place


@pytest.fixture
def desk(fresh_folder: Path, tmp_path: Path) -> Iterator[Server]:
    """The real server over a learner's folder in which nothing was done yet."""
    with Server(Path(shutil.copytree(fresh_folder, tmp_path / "me"))) as server:
        yield server


@pytest.fixture(scope="module")
def shared_desk(fresh_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for tests that leave nothing behind that matters to another."""
    with Server(Path(shutil.copytree(fresh_folder, tmp_path_factory.mktemp("shared") / "me"))) as server:
        yield server
