"""docs/explanation/trust.md says what is measured here and now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.checks.probing import probe
from tests.engine import test_wire
from tests.engine.hostile.test_classes import CLASSES

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "explanation" / "trust.md").read_text()
ROW = re.compile(r"^\| `(\w+)` \| .+ \| (held|open|depends) \| (held|open|depends) \| held \|$", re.MULTILINE)


@pytest.mark.isolation
def test_the_table_of_probes_is_what_is_measured() -> None:
    told = {name: {"separated": separated, "landlock": landlock} for name, separated, landlock in ROW.findall(PAGE)}
    table = probe()

    assert list(told) == list(table.rows)
    for column in table.columns:
        if column.name == "landlock" and column.isolation.layers["landlock"] < "abi 6":
            continue  # an older one knows neither signals nor sockets
        said = {name: cells.get(column.name, "held") for name, cells in told.items()}
        assert {name for name, word in said.items() if word == "open"} <= column.open, column.name
        assert column.open.isdisjoint({name for name, word in said.items() if word == "held"}), column.name
    assert table.is_enough, "this machine cannot contain hostile code"


def test_the_numbers_of_the_gallery_are_counted() -> None:
    gallery = ROOT / "tests" / "engine" / "hostile"
    words = " ".join(PAGE.split())
    submissions = [path for path in gallery.glob("*.py") if not path.stem.startswith("test_")]
    handed_in = [path for path in (gallery / "handed_in").glob("*.py") if "def hand_in" in path.read_text()]

    assert f"{len(submissions)} hostile submissions" in words
    assert f"{len(handed_in)} ways to hand in harm" in words
    assert f"{len(test_wire.FORGED)} forged frames" in words
    assert f"{len(CLASSES)} classes" in words


def test_what_is_not_promised_is_said() -> None:
    told = PAGE.split("## What is not promised")[1]

    for word in ("Claims made beside learner code", "echoed", "Side channels", "kernel", "`separated`"):
        assert word in told
