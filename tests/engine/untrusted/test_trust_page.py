"""docs/explanation/trust.md says what is measured here and now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.checks.probing import probe
from tests.engine import test_wire

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
    sources = [path.read_text() for path in gallery.glob("*.py") if not path.stem.startswith("test_")]
    classes = {number for source in sources for number in re.findall(r"Class ([A-G]\d+)", source)}

    assert f"{len(sources)} hostile submissions of {len(classes)} classes" in PAGE
    assert f"{len(test_wire.FORGED)} forged frames" in PAGE
