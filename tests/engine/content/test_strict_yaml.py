"""The strict loader: core types only, every problem at once, each at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.content.strict_yaml import Position, load_strict, parse_strict


def value_of(text: str) -> Any:
    loaded = parse_strict(text.encode(), shown="x.yaml")
    assert loaded.problems == ()
    return loaded.data


def problems_of(text: str | bytes) -> list[str]:
    raw = text.encode() if isinstance(text, str) else text
    return [str(problem) for problem in parse_strict(raw, shown="x.yaml").problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("1_000", "1_000"),
        ("2026-01-02", "2026-01-02"),
        ("12:30:45", "12:30:45"),
        ("=", "="),
        ("'12'", "12"),
        ('"true"', "true"),
        ("|\n 12\n", "12\n"),
    ],
)
def test_plain_values_have_the_core_types_only(text: str, value: object) -> None:
    assert value_of(f"a: {text}" if text else "a:") == {"a": value}
    assert type(value_of(f"a: {text}" if text else "a:")["a"]) is type(value)


@pytest.mark.parametrize("text", ["0x1F", "0o17", "017", ".inf", "-.inf", ".nan", "00"])
def test_numbers_that_readers_disagree_on_are_problems(text: str) -> None:
    assert problems_of(f"a: {text}") == [
        f"x.yaml:1:4: `{text}` means different things to different readers: quote it, or write a plain decimal number"
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: 2\na: 3\n", "x.yaml:3:1: duplicate key `a` (first on line 1)"),
        ("a: {b: 1, b: 2}\n", "x.yaml:1:11: duplicate key `b` (first on line 1)"),
        ("<<: {b: 1}\n", "x.yaml:1:1: merge key `<<`: write the entries out"),
        ("a: &x 1\n", "x.yaml:1:4: anchor `&x`: write the value out where it is used"),
        ("a: *x\n", "x.yaml:1:4: alias `*x`: write the value out"),
        ("a: !!python/object:os.system {}\n", "x.yaml:1:4: tag `tag:yaml.org,2002:python/object:os.system`: values carry no tags here"),
        ("a: !mine 1\n", "x.yaml:1:4: tag `!mine`: values carry no tags here"),
        ("1: a\n", "x.yaml:1:1: the key `1` is not text: quote it"),
        ("? [a]\n: b\n", "x.yaml:1:3: a key must be text"),
        ("a: 1\n---\nb: 2\n", "x.yaml:2:1: a second document starts here; one file holds one"),
        ("a: \x07\n", "x.yaml:1:4: control character U+0007"),
        ("a: 'b\n", "x.yaml:2:1: not YAML: while scanning a quoted scalar found unexpected end of stream"),
    ],
)
def test_what_readers_guess_at_is_a_problem_at_its_place(text: str, problem: str) -> None:
    assert problems_of(text) == [problem]


def test_every_problem_of_a_file_is_told_at_once() -> None:
    found = problems_of("a: 1\na: 0x2\nb: &c 3\n? [q]\n: 4\n")

    assert [line.split(": ", 1)[0] for line in found] == ["x.yaml:2:1", "x.yaml:2:4", "x.yaml:3:4", "x.yaml:4:3"]


def test_bytes_that_are_not_utf_8_are_a_problem_on_their_line() -> None:
    assert problems_of(b"a: 1\nb: \xff\n") == ["x.yaml:2:1: not UTF-8 text"]


def test_deep_nesting_is_a_problem_and_no_crash() -> None:
    assert problems_of("[" * 900 + "]" * 900) == ["x.yaml:1:62: nested deeper than 60 levels"]


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b"#" * 4_000_001)

    assert [str(problem) for problem in load_strict(path).problems] == [f"{path}:1:1: the file is larger than 4,000,000 bytes"]


def test_positions_lead_to_keys_and_items() -> None:
    loaded = parse_strict(b"a:\n  - b: 1\n    c: [2, 3]\n", shown="x.yaml")

    assert loaded.positions[("a",)] == Position(1, 1)
    assert loaded.positions[("a", 0, "c")] == Position(3, 5)
    assert loaded.positions[("a", 0, "c", 1)] == Position(3, 12)


plain = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(st.characters(min_codepoint=32, max_codepoint=126))


@given(st.dictionaries(st.text(st.sampled_from("abcxyz"), min_size=1), plain | st.lists(plain), min_size=1))
def test_json_reads_as_itself(value: dict[str, Any]) -> None:
    import json

    assert value_of(json.dumps(value)) == value


@given(st.binary(max_size=200))
def test_no_bytes_make_it_raise(raw: bytes) -> None:
    parse_strict(raw, shown="x.yaml")
