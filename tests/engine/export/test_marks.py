"""Long tables, JSON lines, JUnit and results.json: valid, free of formulas and of control characters; anonymised, free of people."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET

import pytest

from grader.classroom.marks import MarkRow, mark_rows
from grader.classroom.roster import Person, Roster
from grader.content.load import load_level
from grader.content.models import Level
from grader.export.marks import anonymous, as_csv, as_jsonl, gradescope_results, junit, long_rows
from grader.results import Verdict
from tests.engine.classroom import made_up

EVIL = '=HYPERLINK("x")</script>\u202e\x1b[31m'
WORK = {
    "s1": {"softmax-by-hand": (Verdict.PASSED, ""), "softmax-rows": (Verdict.FAILED, "softmax-axis")},
    "=2+3": {"softmax-by-hand": (Verdict.BROKEN, "")},
}


@pytest.fixture(scope="module")
def level() -> Level:
    return load_level()


@pytest.fixture
def rows(level: Level) -> tuple[MarkRow, ...]:
    graded = made_up.graded(level, WORK, names={"s1": EVIL, "=2+3": "Ben Example"})
    return mark_rows(graded, Roster((Person("s1", EVIL, others=("ada@example.invalid",)),)))


def test_the_long_table_holds_no_formula_and_keeps_numbers(rows: tuple[MarkRow, ...]) -> None:
    read = list(csv.DictReader(io.StringIO(as_csv(list(long_rows(rows))))))

    assert len(read) == 2 * len(made_up.SLUGS)
    assert not [cell for row in read for cell in row.values() if cell[:1] in ("=", "+", "-", "@")]
    assert {row["learner"] for row in read} == {"s1", "'=2+3"}
    by_slug = {row["exercise"]: row for row in read if row["learner"] == "s1"}
    assert (by_slug["softmax-by-hand"]["points"], by_slug["softmax-rows"]["misconceptions"]) == ("10.0", "softmax-axis")
    assert by_slug["mask-and-count"]["points"] == ""


def test_json_lines_keep_keys_as_they_are(rows: tuple[MarkRow, ...]) -> None:
    read = [json.loads(line) for line in as_jsonl(list(long_rows(rows))).splitlines()]

    assert {record["learner"] for record in read} == {"s1", "=2+3"}
    assert {record["name"] for record in read} == {EVIL, "Ben Example"}


def test_an_anonymised_table_has_nothing_of_the_class_list_and_is_stable_under_a_key(rows: tuple[MarkRow, ...]) -> None:
    records = list(long_rows(rows))
    one = as_csv(anonymous(records, b"k" * 32))

    assert not [word for word in ("s1,", "Ben", "HYPERLINK", "example.invalid", "2+3") if word in one]
    assert one == as_csv(anonymous(records, b"k" * 32)) != as_csv(anonymous(records, b"l" * 32))


def test_an_anonymised_table_tells_lateness_in_whole_days_and_no_moment(rows: tuple[MarkRow, ...]) -> None:
    records = [
        {**record, "late_seconds": seconds, "submitted_at": "2026-10-05T09:30:11Z"}
        for record, seconds in zip(long_rows(rows), (None, 0, 1, 86_400, 90_061), strict=False)
    ]
    found = anonymous(records, b"k" * 32)

    assert sorted(str(record["late_seconds"]) for record in found) == ["0", "172800", "86400", "86400", "None"]
    assert "09:30" not in as_jsonl(found)


def test_junit_counts_add_up_and_hold_no_control_character(rows: tuple[MarkRow, ...]) -> None:
    text = junit(rows, f"Week 3 {EVIL}")
    root = ET.fromstring(text)

    assert "\x1b" not in text
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.attrib["tests"]) == len(cases)
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.attrib[name]) == len([case for case in cases if case.find(tag) is not None])
    assert root[0].attrib["failures"] == "1" and root[1].attrib["errors"] == "2"


# What the schema of Jenkins allows: attributes (the required ones first), then children.
JUNIT: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version", "group"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": ({"name"}, {"time", "classname", "group"}, {"skipped", "error", "failure", "system-out", "system-err"}),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    **{name: (set(), {"type", "message"}, set()) for name in ("skipped", "error", "failure")},
    "system-out": (set(), set(), set()),
}


def test_junit_holds_only_what_its_schema_allows(rows: tuple[MarkRow, ...]) -> None:
    for element in ET.fromstring(junit(rows, "Week 3")).iter():
        required, optional, children = JUNIT[element.tag]

        assert required <= set(element.attrib) <= required | optional, element.tag
        assert {child.tag for child in element} <= children, element.tag
        assert re.fullmatch(r"\d+(\.\d{1,3})?", element.get("time", "0"))


def test_junit_has_the_points_and_none_for_a_blank(rows: tuple[MarkRow, ...]) -> None:
    one = next(suite for suite in ET.fromstring(junit(rows, "Week 3")) if suite.get("name") == "s1")
    found = {each.attrib["name"]: each.attrib["value"] for each in one.iter("property")}

    assert found == {
        "points": "17.5",
        "max_points": found["max_points"],
        "softmax-by-hand.points": "10",
        "softmax-by-hand.max_points": "10",
        "softmax-rows.points": "7.5",
        "softmax-rows.max_points": "15",
        "mask-and-count.max_points": found["mask-and-count.max_points"],
    }
    assert sum(float(case.findtext("system-out", "").split()[0]) for case in one.iter("testcase")) == 17.5


def test_gradescope_results_add_up_and_show_nothing_hidden(rows: tuple[MarkRow, ...], level: Level) -> None:
    for row in rows:
        text = gradescope_results(row.submission, level)
        data = json.loads(text)

        assert data["score"] == sum(test["score"] for test in data["tests"])
        assert made_up.SECRET_TEXT not in text
        assert {test["status"] for test in data["tests"]} <= {"passed", "failed"}
        assert {test["visibility"] for test in data["tests"]} == {"visible"}


def test_a_group_is_a_row_for_each_member_and_open_points_are_no_mark(level: Level) -> None:
    from dataclasses import replace

    graded = made_up.graded(level, WORK)
    together = replace(graded, submissions=tuple(replace(each, members=(f"{each.key}a", f"{each.key}b")) for each in graded.submissions))
    found = {row.key: row for row in mark_rows(together, Roster(()))}

    assert set(found) == {"s1a", "s1b", "=2+3a", "=2+3b"}
    assert found["=2+3a"].points is None
    assert "open" in found["=2+3a"].blank
