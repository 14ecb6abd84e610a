"""The soak finds what grows: each kind of leak is planted while jobs run, and nothing is found where none is."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from bench import soak
from grader.checks.pool import Job
from grader.content.models import Exercise

COUNT = 2 * soak.LOOKS


def leaking(leak: Callable[[int], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have something left behind before each submission."""
    honest = soak.jobs

    def jobs(exercises: Sequence[Exercise], count: int, until: float) -> Iterator[Job]:
        for number, job in enumerate(honest(exercises, count, until)):
            leak(number)
            yield job

    monkeypatch.setattr(soak, "jobs", jobs)


def test_a_short_soak_is_steady_in_all_that_is_counted() -> None:
    was = os.environ.get("TMPDIR"), tempfile.tempdir
    figures = soak.soaked(COUNT, 600.0, 2)

    assert figures["submissions"] == COUNT and figures["looks"] == soak.LOOKS
    assert {figures[name] for name in ("descriptors_grew", "processes_grew", "temporary_files_grew", "files_left", "processes_left")} == {0}
    assert (os.environ.get("TMPDIR"), tempfile.tempdir) == was


def test_a_descriptor_left_open_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    leaking(lambda number: opened.append(os.open(os.devnull, os.O_RDONLY)) if number == COUNT - 1 else None, monkeypatch)

    figures = soak.soaked(COUNT, 600.0, 1)
    for descriptor in opened:
        os.close(descriptor)

    assert figures["descriptors_grew"] == 1 and not figures["is_steady"]


def test_a_file_and_a_process_left_behind_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def leak(number: int) -> None:
        if number == COUNT - 1:
            started.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]))
            Path(tempfile.mkdtemp()).joinpath("left").touch()

    leaking(leak, monkeypatch)
    figures = soak.soaked(COUNT, 600.0, 1)
    for process in started:
        process.kill()
        process.wait()

    assert (figures["temporary_files_grew"], figures["files_left"], figures["processes_left"]) == (2, 1, 1)
    assert not figures["is_steady"]


@pytest.mark.parametrize(("grown", "is_steady"), [(soak.MAY_GROW_MB, True), (soak.MAY_GROW_MB + 0.1, False)])
def test_memory_may_settle_and_not_grow(grown: float, is_steady: bool) -> None:
    assert soak.is_steady({"workers_mb_grew": grown, "descriptors_grew": 0.0}, {"files_left": 0}) is is_steady
