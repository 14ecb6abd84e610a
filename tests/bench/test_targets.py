"""The kept figures reach their targets; one that does not is told in the docs, and one that does is not told to be open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.keeping import kept_results
from bench.model import rows
from bench.targets import TARGETS, Target, missed

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "speed.md"


def told_open(text: str) -> set[str]:
    """The targets that have a heading of their own as open."""
    return set(re.findall(r"^### Open: `([\w-]+)`$", text, re.MULTILINE))


def wrongly_told(results: dict[str, object], text: str) -> set[str]:
    """Targets that are missed and not told, or told and not missed."""
    return {target.id for target in missed(results)} ^ told_open(text)


def test_every_missed_target_is_told_with_its_reason_and_no_other() -> None:
    assert wrongly_told(kept_results(), PAGE.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("peers", "text", "wrong"),
    [
        ({"pytest ÷ here": 7.0}, "", set()),
        ({"pytest ÷ here": 5.0}, "", {"pytest"}),
        ({"pytest ÷ here": 5.0}, "### Open: `pytest`\n", set()),
        ({"pytest ÷ here": 7.0}, "### Open: `pytest`\n", {"pytest"}),
        ({}, "", {"pytest"}),
    ],
)
def test_the_guard_trips(peers: dict[str, float], text: str, wrong: set[str]) -> None:
    others = "".join(f"### Open: `{target.id}`\n" for target in TARGETS if target.id != "pytest")

    assert wrongly_told({"peers": {"ratios": peers}}, others + text) == wrong


def test_targets_have_names_of_their_own() -> None:
    assert len({target.id for target in TARGETS}) == len(TARGETS)


@pytest.mark.parametrize(("sign", "value", "is_met"), [("≤", 2, True), ("≤", 3, False), ("≥", 3, True), ("≥", 1, False), ("=", 2, True)])
def test_signs_mean_what_they_say(sign: str, value: int, is_met: bool) -> None:
    assert Target("made-up", "", ("a", "b"), sign, 2).is_met({"a": {"b": value}}) is is_met


def test_a_figure_that_was_not_measured_is_not_met() -> None:
    assert not Target("made-up", "", ("a", "b"), "≤", 2).is_met({"a": 1})


def test_the_model_multiplies_what_was_measured() -> None:
    different = {"10": {"cpu_ms": 430.0, "graded": 430, "store_kb": 100.0, "report_kb": 400.0}}
    alike = {"100": {"again_cpu_ms": 36.0, "coordinator_mb": 60}, "1000": {"again_cpu_ms": 36.0, "coordinator_mb": 150}}
    found = dict(rows({"scale": {"exercises": 43, "different": different, "alike": alike}}))

    assert found["CPU of one result, measured"] == "10.0 ms"
    assert found["CPU of all"] == "8 hours"
    assert found["store"] == "10 GB"
    assert found["memory of the coordinator, grown as measured"] == "10.1 GB"
