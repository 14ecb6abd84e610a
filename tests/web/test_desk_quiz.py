"""Quizzes in the browser: commit, say how sure, then read why; a second try without the answer; going on where one stopped."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.content.tree import find_root
from grader.quiz.bank import load_bank
from grader.quiz.course import Asked, Course
from grader.quiz.model import Kind
from grader.quiz.written import shown_key
from tests.web.answers import fill, right_fields, wrong_fields
from tests.web.desk import Server, Tab

pytestmark = pytest.mark.browser

BANK = load_bank(find_root().quizzes)
ONE_OF_EACH = {question.kind: question.id for question in BANK.questions.values()}
HOSTILE = "<script>document.title='x'</script><img src=x onerror=\"document.title='y'\">"


def asked_now(server: Server, quiz_id: int) -> Asked:
    """The question that a quiz asks now, with its key."""
    with server.store() as store:
        quiz = store.quiz(quiz_id)
        assert quiz is not None
        asked = Course(BANK, store, quiz).current()
    assert asked is not None
    return asked


def begun(server: Server, path: str, *pairs: tuple[str, str]) -> int:
    """The number of a new quiz."""
    reply = server.post(path, list(pairs))
    assert reply.status == 303
    return int(reply.headers["location"].rpartition("/")[2])


@pytest.mark.parametrize("kind", ONE_OF_EACH, ids=str)
def test_each_kind_of_question_is_answered_with_plain_controls(browser: object, shared_desk: Server, kind: Kind) -> None:
    quiz = begun(shared_desk, f"/quiz/about/{ONE_OF_EACH[kind]}")
    asked = asked_now(shared_desk, quiz)
    with Tab(browser, shared_desk, java_script_enabled=False) as tab:
        tab.open(f"/quiz/{quiz}")
        fill(tab.page, right_fields(asked.drawn))
        if kind is not Kind.FREE:
            tab.page.click("label:has-text('fairly sure')")
        tab.page.click("button:has-text('Answer')")

        assert tab.page.url.endswith(f"/quiz/{quiz}/0/1")
        assert tab.page.inner_text("h1") == ("Kept" if kind is Kind.FREE else "✓ Right.")
        tab.page.click("a.button.first")
        assert tab.page.inner_text("h1") == "How it went"
        tab.assert_quiet()

    with shared_desk.store() as store:
        (answer,) = store.answers(quiz)
    assert answer.confidence == (None if kind is Kind.FREE else 2)


def test_a_first_wrong_try_gets_a_nudge_and_the_answer_stays_hidden(browser: object, shared_desk: Server) -> None:
    quiz = begun(shared_desk, "/quiz/about/o1-q02")
    asked = asked_now(shared_desk, quiz)
    with Tab(browser, shared_desk) as tab:
        tab.open(f"/quiz/{quiz}")
        assert shown_key(asked.drawn) not in tab.page.content(), "no page holds the key before the answer is in"
        fill(tab.page, wrong_fields(asked.drawn))
        tab.page.click("label:has-text('sure') >> nth=1")
        tab.page.click("button:has-text('Answer')")
        told = tab.page.inner_text("main")
        assert "Not right." in told and "Think again" in told and asked.drawn.explanation not in told

        tab.page.click("text=Try again")
        assert "once more, fresh numbers" in tab.page.inner_text("main")
        again = asked_now(shared_desk, quiz)
        fill(tab.page, wrong_fields(again.drawn))
        tab.page.click("button:has-text('Answer')")
        assert "Right is:" in tab.page.inner_text("main")
        tab.page.go_back()
        tab.page.reload()
        tab.page.go_forward()
        tab.assert_quiet()

    with shared_desk.store() as store:
        assert [answer.attempt for answer in store.answers(quiz)] == [1, 2]


def test_what_cannot_be_read_costs_no_try_and_stays_in_the_form(browser: object, shared_desk: Server) -> None:
    quiz = begun(shared_desk, "/quiz/about/o1-q02")
    with Tab(browser, shared_desk) as tab:
        tab.open(f"/quiz/{quiz}")
        tab.page.fill("#answer", HOSTILE)
        tab.page.click("label:has-text('a guess')")
        tab.page.click("button:has-text('Answer')")

        assert "This costs no try." in tab.page.inner_text("[role=alert]")
        assert tab.page.input_value("#answer") == HOSTILE
        assert tab.page.is_checked("[name=confidence][value='1']")
        assert tab.page.title().startswith("Not yet: Question 1")
        assert tab.page.locator("main script, main img").count() == 0
    with shared_desk.store() as store:
        assert store.answers(quiz) == []


def test_an_answer_with_markup_is_shown_as_it_was_typed(browser: object, shared_desk: Server) -> None:
    question = next(each for each in BANK.questions.values() if each.kind is Kind.FREE)
    quiz = begun(shared_desk, f"/quiz/about/{question.id}")
    with Tab(browser, shared_desk) as tab:
        tab.open(f"/quiz/{quiz}")
        tab.page.fill("#answer", HOSTILE + "\u202e\x07")
        tab.page.click("button:has-text('Answer')")

        assert HOSTILE in tab.page.inner_text("pre.yours")
        assert "\u202e" not in tab.page.inner_text("main")
        assert tab.page.title() not in ("x", "y")
        assert tab.page.locator("main script, main img").count() == 0
        tab.assert_quiet()


def test_a_sure_error_warns_and_brings_its_cards_forward(shared_desk: Server) -> None:
    for question in BANK.questions.values():
        if question.kind is not Kind.SINGLE:
            continue
        quiz = begun(shared_desk, f"/quiz/about/{question.id}")
        asked = asked_now(shared_desk, quiz)
        answer = wrong_fields(asked.drawn)["answer"][0]
        place = [("position", "0"), ("attempt", "1"), ("answer", answer), ("confidence", "3")]
        there = shared_desk.post(f"/quiz/{quiz}/answer", place).headers["location"]
        page = shared_desk.get(there).text
        with shared_desk.store() as store:
            seen = store.events("misconception.seen")
        if seen:  # a wrong option need not show a misconception
            break

    assert "You were sure" in page
    assert seen and seen[-1].data["source"] == "quiz"


def test_a_quiz_goes_on_where_it_was_left(browser: object, shared_desk: Server) -> None:
    with Tab(browser, shared_desk) as tab:
        tab.open("/quiz")
        tab.page.check("[name=objective][value=O2]")
        tab.page.fill("#count", "3")
        tab.page.click("section:has(#practice) button")
        quiz = int(tab.page.url.rpartition("/")[2])
        tab.page.click("button:has-text('Leave out')")
        tab.open("/quiz")
        tab.page.click("text=Question 2 of 3")
        assert tab.page.inner_text("h1").startswith("Question 2")
        fill(tab.page, right_fields(asked_now(shared_desk, quiz).drawn))
        tab.page.click("button:has-text('Answer')")
        tab.page.click("text=Next question")
        tab.page.click("button:has-text('Leave out')")
        assert tab.page.inner_text("h1") == "How it went"
        tab.assert_quiet()

    with shared_desk.store() as store:
        assert [answer.standing == "skipped" for answer in store.answers(quiz)] == [True, False, True]
    assert "question 2 of 3" not in shared_desk.get("/").text


def test_the_terminal_goes_on_with_the_quiz_of_the_page_and_back(desk: Server) -> None:
    quiz = begun(desk, "/quiz/begin", ("objective", "O1"), ("count", "3"))
    desk.post(f"/quiz/{quiz}/answer", [("position", "0"), ("attempt", "1"), ("skip", "1")])
    told = desk.cli("quiz", said="skip\nquit\n").stdout
    page = desk.get(f"/quiz/{quiz}").text

    assert "question 2 of 3" in told
    assert ">Question 3 <" in page


def test_a_level_check_gives_one_try_and_says_what_is_needed(shared_desk: Server) -> None:
    quiz = begun(shared_desk, "/quiz/begin", ("kind", "check"), ("objective", "O4"))
    with shared_desk.store() as store:
        kept = store.quiz(quiz)
        assert kept is not None and kept.kind == "check" and len(kept.plan) == 8
    for position in range(8):
        asked = asked_now(shared_desk, quiz)
        fields: Callable[..., object] = right_fields if position else wrong_fields
        pairs = [(name, value) for name, values in fields(asked.drawn).items() for value in values]  # type: ignore[attr-defined]
        there = shared_desk.post(f"/quiz/{quiz}/answer", [("position", str(position)), ("attempt", "1"), *pairs])
        assert there.status == 303
        if not position:
            assert "Think again" not in shared_desk.get(there.headers["location"]).text
    page = shared_desk.get(f"/quiz/{quiz}").text

    assert "7 of 8 right, passed" in page
    assert shared_desk.get(f"/quiz/{quiz}/review").text.count("<article") == 1
    assert "1 of 2" in shared_desk.get("/progress").text


@pytest.mark.parametrize("path", ["/quiz/999999", "/quiz/0", "/quiz/-1", "/quiz/x", "/quiz/1/99/1", "/quiz/99999999999999999999"])
def test_a_quiz_that_is_not_there_is_said_so(shared_desk: Server, path: str) -> None:
    reply = shared_desk.get(path)

    assert reply.status == 404
    assert "There is no such page." in reply.text


def test_nonsense_in_a_form_is_no_trouble(shared_desk: Server) -> None:
    quiz = begun(shared_desk, "/quiz/begin", ("count", "-5"), ("objective", "o1"))
    with shared_desk.store() as store:
        kept = store.quiz(quiz)
    assert kept is not None and len(kept.plan) == 1
    assert shared_desk.post("/quiz/begin", [("objective", "O99")]).status == 404
    assert shared_desk.post("/quiz/about/nothing").status == 404
    assert shared_desk.post(f"/quiz/{quiz}/answer", [("position", "x"), ("attempt", "²")]).status == 409
    assert (
        shared_desk.post(f"/quiz/{quiz}/answer", [("position", "0"), ("attempt", "1"), ("confidence", "77"), ("asked_at", "x")]).status
        == 422
    )
