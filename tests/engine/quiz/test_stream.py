"""Draws: the same for ever and everywhere, every outcome equally likely."""

from __future__ import annotations

from collections import Counter

import pytest

from grader.quiz.stream import Odometer, Stream, shuffled


def test_draws_are_the_same_on_every_python_and_machine() -> None:
    stream = Stream(b"secret", "variant", "q1", "amira", "1")

    assert [stream.below(1000) for _ in range(6)] == [652, 224, 401, 390, 826, 465]
    assert shuffled("abcdef", Stream(b"secret", "layout")) == ["b", "e", "c", "a", "d", "f"]


def test_labels_cannot_run_into_each_other() -> None:
    assert Stream(b"s", "ab", "c").below(2**60) != Stream(b"s", "a", "bc").below(2**60)


def test_every_order_of_three_is_equally_likely() -> None:
    orders = Counter("".join(shuffled("abc", Stream(b"s", str(number)))) for number in range(6000))

    assert len(orders) == 6
    assert all(880 < count < 1120 for count in orders.values())


@pytest.mark.parametrize("n", [0, -1, 2**65])
def test_choosing_one_of_nothing_is_an_error(n: int) -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        Stream(b"s").below(n)


def test_an_odometer_shows_every_sequence_once() -> None:
    odometer = Odometer()
    seen = []
    while True:
        first = odometer.below(3)
        seen.append((first, odometer.below(2) if first else None))
        if not odometer.advance():
            break

    assert seen == [(0, None), (1, 0), (1, 1), (2, 0), (2, 1)]
