"""Draws repeat under one secret, differ under another, and can be drawn again smaller."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.cases import Case, Draw, call, drawn_cases
from grader.checks.local import copied

SECRET = b"a" * 32


def test_the_same_secret_and_names_give_the_same_numbers() -> None:
    first, second = Draw(SECRET, "softmax-rows", "check_huge", 0), Draw(SECRET, "softmax-rows", "check_huge", 0)

    assert first.sizes("n m") == second.sizes("n m")
    assert np.array_equal(first.normal(3, 4), second.normal(3, 4))


@pytest.mark.parametrize("names", [("other", "check_huge", 0), ("softmax-rows", "other", 0), ("softmax-rows", "check_huge", 1)])
def test_other_names_give_other_numbers(names: tuple[str, str, int]) -> None:
    assert not np.array_equal(Draw(SECRET, "softmax-rows", "check_huge", 0).normal(4), Draw(SECRET, *names).normal(4))


def test_another_secret_gives_other_numbers() -> None:
    assert not np.array_equal(Draw(SECRET, "x", 0).normal(4), Draw(b"b" * 32, "x", 0).normal(4))


def test_names_cannot_run_into_each_other() -> None:
    assert not np.array_equal(Draw(SECRET, "ab", "c", 0).normal(4), Draw(SECRET, "a", "bc", 0).normal(4))


def test_a_handed_out_generator_is_not_the_stream_of_the_inputs() -> None:
    draw = Draw(SECRET, "x", 0)

    assert not np.array_equal(draw.generator().standard_normal(4), draw.normal(4))


def test_sizes_are_pairwise_different() -> None:
    for index in range(50):
        sizes = Draw(SECRET, "x", index).sizes("a b c d", 2, 6)
        assert len(set(sizes)) == 4


def test_more_names_than_sizes_is_an_error_of_the_author() -> None:
    with pytest.raises(ValueError, match="4 different sizes"):
        Draw(SECRET, "x", 0).sizes("a b c d", 2, 4)


def test_fixed_sizes_override_drawn_ones_and_leave_the_values_stream_alone() -> None:
    free, fixed = Draw(SECRET, "x", 0), Draw(SECRET, "x", 0, fixed={"n": 2})
    free.sizes("n m")
    n, _ = fixed.sizes("n m")

    assert n == 2
    assert np.array_equal(free.normal(3), fixed.normal(3))


def test_a_length_is_what_was_asked_where_memory_is_bounded_and_a_sixteenth_elsewhere() -> None:
    assert Draw(SECRET, "x", 0).length(4096) == 4096
    assert [Draw(SECRET, "x", 0, is_bounded=False).length(n) for n in (4096, 3)] == [256, 1]


def test_every_row_of_a_mask_has_an_allowed_and_a_blocked_cell() -> None:
    for index in range(30):
        mask = Draw(SECRET, "m", index).mask(4, 3)
        assert mask.any(axis=-1).all()
        assert not mask.all(axis=-1).any()


def test_blocked_rows_have_nothing_allowed() -> None:
    mask = Draw(SECRET, "m", 0).mask(4, 3, blocked_rows=1)

    assert (~mask.any(axis=-1)).sum() == 1


def test_call_keeps_arguments_and_its_own_notes_apart() -> None:
    assert call("f", 1, axis=0, label_="a", public_=True) == Case("f", (1,), {"axis": 0}, "a", True)


def test_a_generator_that_gives_anything_but_cases_is_refused() -> None:
    with pytest.raises(TypeError, match="call"):
        drawn_cases(lambda draw: [1, 2], Draw(SECRET, "x", 0))


@pytest.mark.parametrize("kind", [np.random.PCG64, np.random.MT19937, np.random.Philox])
def test_a_generator_that_is_handed_over_is_a_copy_with_the_same_stream_and_children(kind: type[np.random.BitGenerator]) -> None:
    ours = np.random.Generator(kind(7))
    ours.random(3)
    ours.integers(0, 5, dtype=np.int32)  # leaves half of a draw behind
    ours.spawn(1)
    theirs = copied(ours)
    assert isinstance(theirs, np.random.Generator)

    given = (theirs.random(), theirs.integers(0, 5, dtype=np.int32), theirs.spawn(1)[0].random())

    assert given == (ours.random(), ours.integers(0, 5, dtype=np.int32), ours.spawn(1)[0].random())
