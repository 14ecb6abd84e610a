"""Comparisons judge plain values by type, shape and number, and never trip over what a learner returned."""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.checks.cases import Case
from grader.checks.compare import Tolerance, agree, all_of, close, close32, difference, fresh, holds, is_same, unchanged
from grader.checks.local import LocalBackend
from grader.checks.replies import PlainReply
from grader.checks.show import silence
from grader.results import Category

EXACT = Tolerance()


def category(expected: object, got: object, tolerance: Tolerance = EXACT) -> Category | None:
    found = difference(expected, got, tolerance)
    return None if found is None else found.category


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1.5, np.float64(1.5)),
        (1.5, np.float32(1.5)),
        (2.0, 2),
        (1.5, np.array(1.5)),
        (3, np.int64(3)),
        (3, 3.0),
        (True, np.bool_(True)),
        ([1.0, 2.0], (1.0, 2.0)),
        ((1.0, 2), [1.0, 2]),
        ([[1.0]], [[np.float64(1.0)]]),
        ({"a": 0.5}, {"a": 0.5 + 1e-12}),
        (np.ones((2, 3)), np.ones((2, 3), dtype=np.float32)),
        (np.array([1, 2]), np.array([1.0, 2.0])),
        (np.array([math.inf, -math.inf, math.nan]), np.array([math.inf, -math.inf, math.nan])),
        (np.zeros((0, 3)), np.zeros((0, 3))),
        (None, None),
        ("cat", "cat"),
        ({1, 2}, {1, 2}),
        (10**400, 10**400),
    ],
)
def test_reasonable_ways_to_return_the_value_are_accepted(expected: object, got: object) -> None:
    assert difference(expected, got, EXACT) is None


@pytest.mark.parametrize(
    ("expected", "got", "why"),
    [
        (np.ones((2, 3)), [[1.0] * 3] * 2, Category.TYPE),
        (np.ones((2, 3)), np.ones((3, 2)), Category.SHAPE),
        (np.ones((2, 3)), np.ones(()), Category.SHAPE),
        (np.ones((2, 3)), np.ones((2, 3), dtype=bool), Category.TYPE),
        (np.ones((2, 3)), np.ones((2, 3), dtype=complex), Category.TYPE),
        (np.ones(2), np.array([1.0, math.nan]), Category.NOT_FINITE),
        (np.ones(2), np.array([1.0, math.inf]), Category.NOT_FINITE),
        (np.array([math.inf]), np.array([1.0]), Category.WRONG_VALUES),
        (np.array([math.nan]), np.array([1.0]), Category.WRONG_VALUES),
        (np.array([math.inf]), np.array([-math.inf]), Category.WRONG_VALUES),
        (1.0, True, Category.TYPE),
        (1.0, "1.0", Category.TYPE),
        (1.0, None, Category.TYPE),
        (1.0, 1 + 0j, Category.TYPE),
        (1.0, math.nan, Category.NOT_FINITE),
        (1.0, [1.0], Category.TYPE),
        (1.0, np.array([1.0]), Category.SHAPE),
        (3, True, Category.TYPE),
        (3, 3.5, Category.WRONG_VALUES),
        (3, math.inf, Category.NOT_FINITE),
        (1.0, 10**400, Category.WRONG_VALUES),
        (True, 1, Category.TYPE),
        (True, False, Category.WRONG_VALUES),
        ([1.0, 2.0], [1.0], Category.SHAPE),
        ([1.0, 2.0], np.array([1.0, 2.0]), Category.TYPE),
        ([1.0, 2.0], {1.0, 2.0}, Category.TYPE),
        ({"a": 1.0}, {"b": 1.0}, Category.WRONG_VALUES),
        ({"a": 1.0}, {"a": 2.0}, Category.WRONG_VALUES),
        ("cat", "dog", Category.WRONG_VALUES),
        (None, 0.0, Category.TYPE),
    ],
)
def test_a_wrong_value_gets_the_category_that_says_why(expected: object, got: object, why: Category) -> None:
    assert category(expected, got) == why


@pytest.mark.parametrize("got", [float(2**53), np.float64(2**53), np.array(2.0**53), np.float32(2**53)])
def test_a_whole_number_rounded_to_a_float_is_another_number(got: object) -> None:
    assert category(2**53, got) is None
    assert category(2**53 + 1, got) is Category.WRONG_VALUES


def test_the_first_difference_is_named_with_the_largest_error_and_the_tolerance() -> None:
    found = difference(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 2.5], [3.0, 9.0]]), EXACT)

    assert found is not None
    assert found.where == "first at [0, 1]: expected 2.0, got 2.5; largest error 5, tolerance 2e-06"


def test_a_difference_inside_a_list_shows_the_whole_short_list() -> None:
    found = difference([0.5, 0.25, 0.25], [0.5, 0.3, 0.2], EXACT)

    assert found is not None
    assert (found.expected, found.got) == ("[0.5, 0.25, 0.25]", "[0.5, 0.3, 0.2]")
    assert found.where.startswith("first at [1]: expected 0.25, got 0.3")


def test_small_matrices_are_kept_for_a_heat_map() -> None:
    found = difference(np.eye(2), np.ones((2, 2)), EXACT)

    assert found is not None
    assert (found.target, found.actual) == (((1.0, 0.0), (0.0, 1.0)), ((1.0, 1.0), (1.0, 1.0)))


def test_exact_zeros_accept_the_rounding_error_of_a_blend_that_cancels() -> None:
    expected, got = np.array([[0.0, -1.5], [0.25, 2.0]]), np.array([[-5.6e-17, -1.5], [0.25, 2.0]])
    exact = Tolerance(exact_zeros=True)

    assert difference(expected, got, exact) is None
    assert category(np.abs(expected), np.abs(got), exact) is Category.WRONG_VALUES


def test_in_silence_the_verdict_is_the_same_without_a_text() -> None:
    expected, got = np.eye(2), np.ones((2, 2))
    told = difference(expected, got, EXACT)
    with silence():
        untold = difference(expected, got, EXACT)

    assert told is not None and untold is not None
    assert (told.category, bool(told.expected)) == (untold.category, True)
    assert (untold.expected, untold.got) == ("", "")
    assert difference(expected, got, EXACT) == told


def test_exact_zeros_refuses_a_tiny_number_where_zero_is_expected() -> None:
    expected, got = np.array([0.0, 1.0]), np.array([1e-300, 1.0])

    assert difference(expected, got, EXACT) is None
    assert category(expected, got, Tolerance(exact_zeros=True)) is Category.WRONG_VALUES


def test_float32_results_are_asked_for_by_close32_only() -> None:
    case = Case("f", (np.ones(2, dtype=np.float32),))
    expected, got = PlainReply(np.ones(2, dtype=np.float32)), PlainReply(np.ones(2))

    assert close()(case, expected, got) is None
    assert close32()(case, expected, got) is not None


def test_a_changed_input_is_found_even_when_only_nan_or_minus_zero_changed() -> None:
    case = Case("f", (np.array([0.0, math.nan]),), {"axis": -1})

    assert unchanged()(case, None, PlainReply(1, (np.array([0.0, math.nan]),), {"axis": -1})) is None
    assert unchanged()(case, None, PlainReply(1, (np.array([-0.0, math.nan]),), {"axis": -1})) is not None
    assert unchanged()(case, None, PlainReply(1, (np.array([0.0, math.nan]),), {"axis": 0})) is not None


def test_a_part_that_stands_in_the_result_twice_is_no_input_that_came_back() -> None:
    found = fresh()(Case("f"), None, PlainReply([], aliases=frozenset({("result[2]", "result[0]")})))
    assert found is not None
    assert found.message == "changing one part of the result would change another"
    assert found.got == "result[2] is the very object that stands at `result[0]`"


def test_a_result_that_shares_memory_with_an_input_is_not_fresh() -> None:
    found = fresh()(Case("f"), None, PlainReply(1, aliases=frozenset({("result", "args[0]")})))

    assert found is not None
    assert found.category is Category.INPUT_CHANGED


def test_a_result_that_shares_memory_with_an_earlier_one_is_not_fresh() -> None:
    found = fresh()(Case("f"), None, PlainReply(1, aliases=frozenset({("result['K']", "earlier[0]['K']")})))

    assert found is not None
    assert found.got == "result['K'] shares its memory with what an earlier call returned"


def test_calls_made_here_tell_a_result_that_shares_memory_with_an_earlier_one() -> None:
    module = ModuleType("made_up")
    room: list[float] = []
    module.same, module.other = lambda: [room], lambda: [list(room)]  # type: ignore[attr-defined]  # a module of our own making
    backend = LocalBackend(module)
    replies = [backend.call(Case(name), want_args=True) for name in ("same", "other", "same")]

    assert [reply.aliases for reply in replies if isinstance(reply, PlainReply)] == [set(), set(), {("result[0]", "earlier[0][0]")}]


def test_a_property_sees_only_values_of_the_expected_type_and_shape() -> None:
    seen = []

    def rule(case: Case, value: object) -> str | None:
        seen.append(value)
        return None

    compare = holds(rule)
    assert compare(Case("f"), PlainReply(np.ones(2)), PlainReply("nonsense")) is not None
    assert compare(Case("f"), PlainReply(np.ones(2)), PlainReply(np.zeros(2))) is None
    assert len(seen) == 1


def test_all_of_reports_the_first_difference_and_asks_for_what_its_parts_need() -> None:
    compare = all_of(unchanged(), close())

    assert compare.needs_expected
    assert compare.needs_args
    found = compare(Case("f", (1,)), PlainReply(1.0), PlainReply(2.0, (2,)))
    assert found is not None
    assert found.category is Category.INPUT_CHANGED


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=4)
    | st.binary(max_size=4)
    | st.sampled_from(
        [np.float32(1), np.int8(2), np.bool_(True), np.complex64(1j), np.array(1.0), np.zeros((0,)), np.ones((2, 2)), np.array([math.nan])]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.sets(st.integers(), max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=400)
@given(PLAIN, PLAIN)
def test_no_pair_of_plain_values_makes_a_comparison_raise(expected: object, got: object) -> None:
    found = difference(expected, got, EXACT)

    assert found is None or len(found.expected) < 600


@settings(max_examples=300)
@given(PLAIN, PLAIN)
def test_in_silence_every_pair_is_judged_alike(expected: object, got: object) -> None:
    for pair in ((expected, got), ((expected, got), (got, expected))):
        told = difference(*pair, EXACT)
        with silence():
            untold = difference(*pair, EXACT)

        assert (told and told.category) == (untold and untold.category)


@settings(max_examples=200)
@given(PLAIN)
def test_every_plain_value_agrees_with_itself(value: object) -> None:
    assert is_same(value, value)


@settings(max_examples=500)
@given(st.floats(), st.floats(), st.booleans())
def test_two_plain_floats_are_judged_as_two_arrays_are(expected: float, got: float, exact_zeros: bool) -> None:
    tolerance = Tolerance(exact_zeros=exact_zeros)
    with np.errstate(all="ignore"):
        near = np.nextafter(expected, got)
    for other in (got, float(near), expected * (1 + 1e-7)):
        plain = difference(expected, other, tolerance) is None
        array = difference(np.array([expected]), np.array([other]), tolerance) is None
        assert plain == array


def test_numbers_that_look_alike_are_told_with_all_their_digits() -> None:
    found = difference(np.array([0.5, 1.0]), np.array([0.5 + 4e-6, 1.0]), Tolerance())

    assert found is not None
    assert found.where.startswith("first at [0]: expected 0.5, got 0.500004;")


@pytest.mark.parametrize("got", [(np.array([0.2, 0.8]), [3.0]), [np.array([0.2, 0.8]), [3.0]]])
def test_a_pair_whose_parts_are_exchanged_is_told_as_that(got: object) -> None:
    found = difference(([3.0], np.array([0.2, 0.8])), got, Tolerance())

    assert found is not None
    assert found.message == "these are the right parts, in another order"


@pytest.mark.parametrize("got", [([0.2, 0.8], [0.2, 0.8]), ([3.5], [0.2, 0.8])])
def test_a_pair_with_a_wrong_part_is_not_told_as_exchanged(got: object) -> None:
    found = difference(([3.0], [0.2, 0.8]), got, Tolerance())

    assert found is not None
    assert "order" not in found.message


FLOATS = st.sampled_from([0.0, -0.0, 1.0, 1.0 + 1e-7, 1.0 + 1e-4, -1.0, 1e30, math.inf, -math.inf, math.nan])
SHAPES = st.sampled_from([(), (0,), (1,), (2,), (1, 2), (2, 1)])
ARRAYS = st.builds(
    lambda shape, numbers, kind: np.array(numbers[: math.prod(shape)], dtype=kind).reshape(shape),
    SHAPES,
    st.lists(FLOATS, min_size=2, max_size=2),
    st.sampled_from([np.float64, np.float32]),
)
VALUES = ARRAYS | FLOATS | st.integers(-2, 2) | st.none() | st.lists(ARRAYS | FLOATS, max_size=2)


@given(VALUES, VALUES, st.booleans(), st.booleans())
def test_two_values_agree_where_there_is_no_difference(expected: object, got: object, keep_dtype: bool, exact_zeros: bool) -> None:
    tolerance = Tolerance(rtol=1e-6, atol=1e-9, keep_dtype=keep_dtype, exact_zeros=exact_zeros)

    assert agree(expected, got, tolerance) == (difference(expected, got, tolerance) is None)
    assert agree(expected, expected, tolerance)
