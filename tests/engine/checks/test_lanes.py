"""Which job is next, told by order and by a clock of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grader.checks.lanes import FIRST_S, MARGIN_S, SLOW_S, SLOW_SHARE, Costs, Lanes, Try
from grader.checks.pool import Job


def jobs(*keys: str, slug: str = "softmax-rows") -> list[Job]:
    return [Job(key, slug, b"") for key in keys]


def lanes(waiting: Iterable[Job], costs: Costs | None = None, goes_on: Callable[[], bool] = lambda: True) -> Lanes:
    return Lanes(iter(waiting), 1, costs if costs is not None else Costs(), goes_on)


def played(of: Lanes, slow: str, *, each_s: float = 0.0, took_s: float = 0.02) -> list[str]:
    """The keys in the order of their answers, one slot; those in `slow` are given up at the first try."""
    order: list[str] = []
    now = 0.0
    while (tried := of.next(now)) is not None:
        now += SLOW_S if tried.is_slow else each_s
        if tried.job.key in slow and tried.patience is not None:
            of.gave_up(tried, now)
        else:
            of.done(tried, took_s, now)
            order.append(tried.job.key)
    return order


def test_what_is_given_up_is_done_after_all_the_others_in_the_order_it_came() -> None:
    assert played(lanes(jobs(*"aXbcYd")), slow="XY") == list("abcdXY")


def test_what_was_given_up_has_all_its_limits_when_its_turn_comes() -> None:
    of = lanes(jobs("X"))
    first = of.next(0.0)
    assert first is not None and first.patience is not None
    of.gave_up(first, 0.0)
    again = of.next(0.0)

    assert again is not None and (again.job.key, again.patience) == ("X", None)


def test_without_costs_no_job_has_a_patience() -> None:
    found = Lanes(iter(jobs("a")), 1, None, lambda: True).next(0.0)

    assert found is not None and found.patience is None


def test_a_proof_of_ours_has_no_patience() -> None:
    found = lanes([Job("a", "softmax-rows", b"", task={"kind": "gate"})]).next(0.0)

    assert found is not None and found.patience is None


def test_a_stream_that_never_ends_leaves_what_is_slow_a_share_of_the_time() -> None:
    stream = jobs("X", *(str(number) for number in range(1000)))
    order = played(lanes(stream), slow="X", each_s=1.0)

    assert order.index("X") == int(SLOW_S / SLOW_SHARE)


def test_what_is_slow_gets_no_more_than_its_share_while_new_jobs_come() -> None:
    stream = jobs(*"XYZ", *(str(number) for number in range(400)))
    order = played(lanes(stream), slow="XYZ", each_s=1.0)

    assert [len([key for key in order[:count] if key in "XYZ"]) for count in (90, 190, 290)] == [0, 1, 2]


def test_a_run_that_is_to_end_drops_what_is_slow() -> None:
    assert played(lanes(jobs(*"aXb"), goes_on=lambda: False), slow="X") == ["a", "b"]


def test_a_job_whose_slot_ended_is_next_with_the_patience_it_had() -> None:
    of = lanes(jobs(*"ab"))
    first = of.next(0.0)
    assert first is not None
    of.lost(first)
    again = of.next(0.0)

    assert again is not None and (again.job.key, again.patience, again.lost) == ("a", first.patience, 1)


def test_patience_is_half_as_much_again_as_most_of_the_others_took() -> None:
    costs = Costs()
    for number in range(40):
        costs.note("cheap", 0.005)
        costs.note("dear", 3.0 if number % 4 else 1.0)

    assert costs.patience("cheap").cpu_s == 1.5 * 0.005 + MARGIN_S
    assert costs.patience("dear").cpu_s == 1.5 * 3.0 + MARGIN_S
    assert costs.patience("unknown").cpu_s == FIRST_S


def given_up(cost_s: Callable[[int], float], count: int) -> list[int]:
    """Which of so many submissions are given up when they take that long, where endless ones take 100 s."""
    costs = Costs()
    found = []
    for number in range(count):
        patience, cost = costs.patience("x"), cost_s(number)
        if cost > patience.cpu_s:
            found.append(number)
            costs.note_given_up("x", patience)
        else:
            costs.note("x", cost)
    return found


def test_an_exercise_that_takes_its_time_is_run_twice_for_a_few_learners_only() -> None:
    assert given_up(lambda number: 8.0, 100) == [0, 1, 2]


def test_work_that_fails_at_once_does_not_make_the_right_ones_look_slow() -> None:
    assert len(given_up(lambda number: 0.1 if number % 3 == 0 else 0.003, 300)) < 10


def test_one_endless_submission_in_twenty_is_always_given_up_and_no_other() -> None:
    endless = {number for number in range(400) if number % 20 == 7}

    assert set(given_up(lambda number: 100.0 if number in endless else 0.005, 400)) == endless


def test_endless_submissions_do_not_raise_what_others_are_given() -> None:
    costs = Costs(margin_s=0.0)
    for number in range(200):
        if number % 20 == 7:
            costs.note_given_up("x", costs.patience("x"))
        else:
            costs.note("x", 0.01)

    assert costs.patience("x").cpu_s == 1.5 * 0.01


def test_waiting_has_a_patience_too_and_a_longer_one() -> None:
    patience = Costs().patience("x")

    assert patience.wall_s > 5 * patience.cpu_s


def test_a_try_says_whether_it_was_given_up_before() -> None:
    of = lanes(jobs(*"aX"))
    seen: list[Try] = []
    while (tried := of.next(0.0)) is not None:
        seen.append(tried)
        if tried.job.key == "X" and tried.patience is not None:
            of.gave_up(tried, 0.0)

    assert [(tried.job.key, tried.is_slow) for tried in seen] == [("a", False), ("X", False), ("X", True)]
