"""docs/explanation/trust.md says what is measured here and now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.checks.probing import probe
from grader.results import IsolationLevel
from tests.engine import test_wire

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "explanation" / "trust.md").read_text()
ROW = re.compile(r"^\| `(\w+)` \| .+ \| (held|open|depends) \| held \|$", re.MULTILINE)


@pytest.mark.isolation
def test_the_table_of_probes_is_what_is_measured() -> None:
    told = dict(ROW.findall(PAGE))
    table = probe()
    separated = table.open_at(IsolationLevel.SEPARATED)
    best = table.levels[-1]

    assert list(told) == list(table.rows)
    assert {name for name, said in told.items() if said == "open"} <= separated
    assert {name for name, said in told.items() if said == "held"}.isdisjoint(separated)
    if not best.is_at_least(IsolationLevel.CONTAINED):
        pytest.skip("this machine cannot contain hostile code")
    assert table.open_at(best) == frozenset()


def test_the_numbers_of_the_gallery_are_counted() -> None:
    gallery = ROOT / "tests" / "engine" / "hostile"
    sources = [path.read_text() for path in gallery.glob("*.py") if not path.stem.startswith("test_")]
    classes = {number for source in sources for number in re.findall(r"Class ([A-G]\d+)", source)}

    assert f"{len(sources)} hostile submissions of {len(classes)} classes" in PAGE
    assert f"{len(test_wire.FORGED)} forged frames" in PAGE
