"""Cards in the browser: show, rate, take back; what was forgotten comes back in its turn, and every rating is kept at once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from grader.content.tree import find_root
from grader.drill.desk import Desk
from grader.drill.memory import Rating
from grader.drill.queue import Filter
from grader.drill.round import Round
from grader.quiz.bank import load_bank
from grader.store.moment import moment
from tests.web.desk import Server, Tab

pytestmark = pytest.mark.browser
BANK = load_bank(find_root().quizzes)


def rate(tab: Tab, word: str) -> str:
    """Show the back, rate, and give the id of the card."""
    tab.page.click("button:has-text('Show the answer')")
    name = tab.page.input_value("form[action='/cards/rate'] [name=card]")
    tab.page.click(f".ratings button:has-text('{word}')")
    return name


def test_cards_are_rated_and_the_forgotten_one_comes_back_after_four_others(browser: object, desk: Server) -> None:
    with Tab(browser, desk, java_script_enabled=False) as tab:
        tab.open("/cards")
        tab.page.click("a:has-text('Begin')")
        names = [rate(tab, "Again"), *(rate(tab, "Good") for _ in range(5))]
        tab.assert_quiet()
    with desk.store() as store:
        kept = [(review.card, review.rating) for review in store.reviews()]

    assert names[5] == names[0] and len(set(names)) == 5
    assert kept == list(zip(names, [1, 3, 3, 3, 3, 3], strict=True))


def test_a_rating_can_be_taken_back_and_a_card_left_for_another_day(browser: object, desk: Server) -> None:
    with Tab(browser, desk) as tab:
        tab.open("/cards/now")
        first = rate(tab, "Easy")
        tab.page.click("button:has-text('Take back my last rating')")
        with desk.store() as store:
            assert store.reviews() == [] and store.states() == {}
        tab.page.click("button:has-text('Another day')")
        second = rate(tab, "Good")
        assert f"skipped={first}" in tab.page.url
        tab.assert_quiet()

    assert second != first


def test_what_was_typed_is_compared_and_shown_as_text(browser: object, desk: Server) -> None:
    with Tab(browser, desk) as tab:
        tab.open("/cards/now")
        tab.page.fill("#typed", "<b>bold</b>")
        tab.page.keyboard.press("Enter")
        assert tab.page.inner_text("pre.yours") == "<b>bold</b>"
        assert tab.page.locator(".ratings button.first").inner_text().startswith("Again")
        tab.page.keyboard.press("Enter")  # the rating that is offered has the focus
        tab.page.wait_for_selector("#typed")
    with desk.store() as store:
        assert [review.rating for review in store.reviews()] == [1]


def test_a_form_sent_twice_rates_once(desk: Server) -> None:
    page = desk.get(desk.get("/cards/now").headers["location"]).text
    card = page.partition('name="card" value="')[2].partition('"')[0]
    since = page.partition('name="since" value="')[2].partition('"')[0].replace("&#43;", "+")
    form = [("since", since), ("card", card), ("seen", "0"), ("rating", "3"), ("milliseconds", "1500")]
    replies = [desk.post("/cards/rate", form).status for _ in range(3)]
    with desk.store() as store:
        reviews = store.reviews()

    assert replies == [303, 409, 409]
    assert [(review.card, review.milliseconds) for review in reviews] == [(card, 1500)]


@pytest.mark.parametrize(
    "path",
    [
        "/cards/now?since=x",
        "/cards/now?since=9999-99-99",
        "/cards/now?since=0001-01-01T00:00:00%2B23:59",
        "/cards/now?since=2999-01-01&skipped=,,x",
        "/cards/back?card=x&typed=y",
    ],
)
def test_nonsense_in_an_address_is_no_trouble(shared_desk: Server, path: str) -> None:
    assert shared_desk.get(path).status in (200, 303)


@pytest.mark.parametrize("rating", ["0", "5", "x", ""])
def test_only_ratings_rate(desk: Server, rating: str) -> None:
    page = desk.get(desk.get("/cards/now").headers["location"]).text
    card = page.partition('name="card" value="')[2].partition('"')[0]

    assert desk.post("/cards/rate", [("card", card), ("seen", "0"), ("rating", rating)]).status == 400
    with desk.store() as store:
        assert store.reviews() == []


def test_cramming_moves_no_due_date(browser: object, desk: Server) -> None:
    with Tab(browser, desk) as tab:
        tab.open("/cards")
        tab.page.click("a:has-text('cram') >> nth=0")
        names = [rate(tab, "Good") for _ in range(3)]
    with desk.store() as store:
        assert [review.is_cram for review in store.reviews()] == [True] * 3
        assert store.states() == {}

    assert len(set(names)) == 3


def test_a_sitting_read_back_from_the_log_ends_with_every_card_recalled(desk: Server) -> None:
    """Nothing is kept between two cards: the forgotten ones come back, after four others as long as there are four."""
    now = moment(datetime(2026, 12, 1, 12, tzinfo=UTC))
    asked: list[tuple[str, Rating]] = []
    with desk.store() as store:
        while True:
            drill = Desk(BANK, store)
            sitting = Round.resumed(drill, drill.due(now, Filter()), now.utc)
            if sitting.current is None:
                break
            card, waiting = sitting.current.card.id, len(sitting.waiting)
            rating = Rating.AGAIN if len(asked) % 3 == 0 and card not in dict(asked) else Rating.GOOD
            between = [name for name, _ in asked].count(card) and len(asked) - 1 - [name for name, _ in asked].index(card)
            assert card not in dict(asked) or between >= min(4, waiting - 1)
            asked.append((card, rating))
            sitting.rate(rating, now, 900)
            assert len(asked) < 40

    names = {name for name, _ in asked}
    assert len(names) == 12 and len(asked) > 12
    assert dict(asked) == dict.fromkeys(names, Rating.GOOD), "the last rating of each"
