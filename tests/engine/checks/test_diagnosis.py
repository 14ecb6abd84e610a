"""Diagnosis names a misconception only when its variant reproduces every call."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.athome import SECRET
from grader.checks.cases import Case
from grader.checks.diagnosis import diagnosed, is_replay, packed
from grader.checks.replies import Failure, FailureKind, PlainReply
from grader.checks.submission import Call
from grader.cli.verify import fixed_secrets


def trace(*values: object) -> list[Call]:
    """A trace of calls of one check; an exception stands for a call that raised."""
    outcomes = [Failure(FailureKind.RAISED, type(v).__name__) if isinstance(v, Exception) else PlainReply(v) for v in values]
    return [Call("check_a", index, Case("f"), outcome) for index, outcome in enumerate(outcomes)]


RIGHT = trace(1.0, 2.0, 3.0)


def names(found: object) -> list[str]:
    return [entry.id for entry in found]  # type: ignore[attr-defined]  # a tuple of Misconception


def test_the_variant_that_did_the_same_is_named_with_what_it_does() -> None:
    (found,) = diagnosed(trace(1.0, 2.5, 3.0), {"v": ("scale-by-dk", "no scale", trace(1.0, 2.5, 3.0))}, RIGHT)

    assert (found.id, found.variant, found.evidence) == ("scale-by-dk", "v", "no scale")


def test_a_variant_that_differs_in_one_passing_call_is_not_named() -> None:
    assert diagnosed(trace(1.0, 2.5, 3.0), {"v": ("scale-by-dk", "", trace(1.1, 2.5, 3.0))}, RIGHT) == ()


def test_rounding_does_not_hide_a_variant() -> None:
    mine = trace(np.array([1.0, 2.0]) * (1 + 1e-12), 2.5)

    assert names(diagnosed(mine, {"v": ("a", "", trace(np.array([1.0, 2.0]), 2.5))}, trace(np.ones(2), 2.0))) == ["a"]


def test_a_call_that_raised_matches_only_one_that_raised() -> None:
    mine = trace(ValueError("shapes"), 2.0)

    assert names(diagnosed(mine, {"v": ("a", "", trace(TypeError("x"), 2.0))}, RIGHT)) == ["a"]
    assert diagnosed(mine, {"v": ("a", "", trace(0.0, 2.0))}, RIGHT) == ()


def test_two_misconceptions_are_both_named_and_three_say_nothing() -> None:
    mine = trace(9.0)
    variants = {name: (name, "", trace(9.0)) for name in ("a", "b", "c")}

    assert names(diagnosed(mine, {"a": variants["a"], "b": variants["b"]}, RIGHT)) == ["a", "b"]
    assert diagnosed(mine, variants, RIGHT) == ()


def test_two_variants_of_one_misconception_count_once() -> None:
    variants = {name: ("a", "", trace(9.0)) for name in ("v", "w", "x")}

    assert names(diagnosed(trace(9.0), variants, RIGHT)) == ["a"]


def test_nothing_is_said_when_no_call_gave_a_value() -> None:
    mine = trace(ValueError("x"), ValueError("x"))

    assert diagnosed(mine, {"v": ("a", "", mine)}, RIGHT) == ()


def test_nothing_is_said_of_values_that_are_the_right_ones() -> None:
    assert diagnosed(RIGHT, {"v": ("a", "", RIGHT)}, RIGHT) == ()


def test_a_changed_input_is_part_of_what_a_variant_reproduces() -> None:
    case = Case("f", (np.ones(2),))
    changed = [Call("check_a", 0, case, PlainReply(1.0, (np.zeros(2),)))]
    kept = [Call("check_a", 0, case, PlainReply(1.0, (np.ones(2),)))]

    assert names(diagnosed(changed, {"v": ("slip-mutates-input", "", changed)}, kept)) == ["slip-mutates-input"]
    assert diagnosed(changed, {"v": ("a", "", kept)}, RIGHT) == ()


def test_float32_results_are_alike_within_the_accuracy_of_float32() -> None:
    known, mine = np.ones(2, dtype=np.float32), np.ones(2, dtype=np.float32) * np.float32(1 + 5e-5)

    assert names(diagnosed(trace(mine), {"v": ("a", "", trace(known))}, trace(np.zeros(2, dtype=np.float32)))) == ["a"]
    assert diagnosed(trace(mine.astype(float)), {"v": ("a", "", trace(known.astype(float)))}, RIGHT) == ()


def test_names_at_home_are_those_that_the_gate_proves() -> None:
    assert fixed_secrets(2)[0] == SECRET.hex()


@pytest.mark.parametrize(
    "value",
    [1.5, [0.25] * 50, (1, [2.0, "x"]), np.eye(3), np.float32(0.5), {"a": np.arange(3)}, None, True],
    ids=lambda value: type(value).__name__,
)
def test_a_trace_that_is_kept_for_long_says_the_same(value: object) -> None:
    mine, other = trace(value, 2.5), trace(value, 2.75)

    assert is_replay(mine, packed(mine))
    assert not is_replay(other, packed(mine))


def test_a_packed_trace_knows_which_arguments_were_changed_and_holds_none() -> None:
    case = Case("f", (np.ones(2),))
    changed = [Call("check_a", 0, case, PlainReply(1.0, (np.zeros(2),)))]
    kept = [Call("check_a", 0, case, PlainReply(1.0, (np.ones(2),)))]

    assert is_replay(changed, packed(changed))
    assert not is_replay(kept, packed(changed))
    assert packed(changed)[0].case.args == ()


def test_a_function_that_came_back_stays_as_it_is_in_a_packed_trace() -> None:
    assert packed(trace(len))[0].outcome.value is len  # type: ignore[union-attr]  # a reply


def test_a_list_of_numbers_is_packed_into_eight_bytes_each() -> None:
    assert packed(trace([0.5] * 1000))[0].outcome.size < 8_100  # type: ignore[union-attr]  # a reply
