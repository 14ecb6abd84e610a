"""Standings follow from the log alone: attempts, passes, hints, evidence, redo."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from grader.content.models import Level
from grader.learner.hints import next_hint
from grader.learner.history import Kind, Standing, hinted, standings
from grader.learner.mastery import State, Track, code_part, combined, home_points
from grader.store.learner_rows import Event
from grader.store.moment import moment

START = datetime(2031, 3, 1, 12, 0, tzinfo=UTC)


def check(slug: str, verdict: str = "passed", day: int = 0, failing: tuple[str, ...] = (), tags: tuple[str, ...] = ()) -> Event:
    data = {"verdict": verdict, "passed": 3, "total": 3, "failing": list(failing), "misconceptions": list(tags)}
    return Event(Kind.CHECK, slug, data, moment(START + timedelta(days=day)), "content-1")


def hint(slug: str, level: int, tag: str = "", day: int = 0) -> Event:
    return hinted(slug, level, tag, moment(START + timedelta(days=day)))


def gave_up(slug: str, day: int = 0) -> Event:
    return Event(Kind.GAVE_UP, slug, {}, moment(START + timedelta(days=day)))


def standing(*events: Event) -> Standing:
    return standings(["add-two"], list(events), 3, 1)["add-two"]


def test_nothing_done_is_a_blank_standing() -> None:
    assert standing() == Standing("add-two")


def test_a_pass_without_much_help_is_evidence() -> None:
    found = standing(check("add-two", "failed", failing=("check_a",)), hint("add-two", 2), check("add-two"))

    assert (found.attempts, found.is_passed, found.is_evidence, found.passed_content) == (2, True, True, "content-1")


def test_a_pass_after_the_third_hint_is_practice_until_it_is_done_again_a_day_later() -> None:
    helped = [hint("add-two", 3), check("add-two")]

    assert not standing(*helped).is_evidence
    assert not standing(*helped, check("add-two")).is_evidence
    assert standing(*helped, check("add-two", day=1)).is_evidence


def test_a_given_up_exercise_is_due_again_after_two_days_until_it_is_evidence() -> None:
    given = standing(gave_up("add-two"))

    assert not given.redo_is_due(date(2031, 3, 2))
    assert given.redo_is_due(date(2031, 3, 3))
    again = standing(gave_up("add-two"), check("add-two", day=2))
    assert not again.redo_is_due(date(2031, 3, 9))


def test_a_pass_right_after_giving_up_is_no_evidence() -> None:
    assert not standing(gave_up("add-two"), check("add-two")).is_evidence


def test_the_last_attempts_misconceptions_are_kept_with_their_day() -> None:
    found = standing(check("add-two", "failed", tags=("sum-is-product",)), check("add-two", "failed", day=1))

    assert found.misconceptions == ()
    assert dict(found.misconception_days) == {"sum-is-product": date(2031, 3, 1)}


def test_events_of_other_subjects_change_nothing() -> None:
    assert standing(check("add-rows")) == Standing("add-two")


def test_hints_go_forward_one_by_one_and_stay_at_the_last(level: Level) -> None:
    exercise = level.exercise("add-two")
    shown, found = [], Standing("add-two")
    for _ in range(5):
        given = next_hint(exercise, found, {})
        shown.append(given.level)
        found = standing(*[hint("add-two", number) for number in shown])

    assert shown == [1, 2, 3, 3, 3]


def test_the_diagnosed_nudge_comes_first_and_once(level: Level) -> None:
    from dataclasses import replace

    exercise = level.exercise("add-two")
    entry = replace(level.misconceptions["sum-is-product"], nudge="What is 0 and 5 together?")
    failed = check("add-two", "failed", tags=("sum-is-product",))
    first = next_hint(exercise, standing(failed), {"sum-is-product": entry})
    then = next_hint(exercise, standing(failed, hint("add-two", first.level, first.misconception)), {"sum-is-product": entry})

    assert (first.text, first.misconception) == ("What is 0 and 5 together?", "sum-is-product")
    assert (then.text, then.level) == (exercise.hints[0], 1)


def test_the_code_part_says_what_is_missing(level: Level) -> None:
    objective = level.objective("A")
    rule = level.mastery.code
    slugs = ["add-two", "add-rows"]

    assert code_part(objective, standings(slugs, [], 3, 1), rule).state is State.NEW
    half = code_part(objective, standings(slugs, [check("add-two")], 3, 1), rule)
    assert (half.state, half.done, half.needed, half.missing) == (State.PRACTISING, 1, 2, ("add-rows",))
    whole = code_part(objective, standings(slugs, [check("add-two"), check("add-rows")], 3, 1), rule)
    assert (whole.state, whole.missing) == (State.MET, ())


def test_an_anchor_that_was_given_away_has_to_be_done_again(level: Level) -> None:
    events = [check("add-two"), hint("add-rows", 3), check("add-rows")]
    part = code_part(level.objective("A"), standings(["add-two", "add-rows"], events, 3, 1), level.mastery.code)

    assert part.state is State.PRACTISING
    assert part.missing[0].startswith("add-rows again")


def test_the_foundation_column_needs_its_own_exercises_only(level: Level) -> None:
    found = standings(["add-two", "add-rows"], [check("add-two")], 3, 1)

    assert code_part(level.objective("A"), found, level.mastery.code, Track.FOUNDATION).state is State.MET


def test_hints_cost_points_at_home(level: Level) -> None:
    exercise, rule = level.exercise("add-two"), level.mastery.code

    assert [home_points(exercise, 10.0, standing(hint("add-two", number)), rule) for number in (1, 2, 3)] == [10.0, 8.0, 5.0]


def test_an_objective_is_met_when_every_part_is() -> None:
    from grader.learner.mastery import Part

    met, new, refresh = Part(State.MET, 1, 1), Part(State.NEW, 0, 1), Part(State.REFRESH, 1, 1)
    assert combined("A", {"code": met, "quiz": met}).state is State.MET
    assert combined("A", {"code": met, "quiz": new}).state is State.PRACTISING
    assert combined("A", {"code": new, "quiz": new}).state is State.NEW
    assert combined("A", {"code": met, "cards": refresh}).state is State.REFRESH
