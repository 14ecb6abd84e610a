"""One truth for terminal and page: a journey through both, windows that race each other, and a server that is killed while it writes."""

from __future__ import annotations

import html
import http.client
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.content.load import load_level
from grader.content.tree import find_root
from grader.learner.history import Kind
from grader.quiz.bank import load_bank
from grader.quiz.course import Course
from grader.store.learner import LearnerStore
from tests.web.answers import fill, right_fields, wrong_fields
from tests.web.desk import Server, Tab

BANK = load_bank(find_root().quizzes)


def hidden(page: str, name: str) -> str:
    """The value of a hidden field."""
    return page.partition(f'name="{name}" value="')[2].partition('"')[0].replace("&#43;", "+")


@pytest.mark.browser
def test_a_journey_through_terminal_and_page_is_one_story(browser: object, desk: Server) -> None:
    """Check in the terminal, see it in the page; answer in the page, go on in the terminal; rate in both; mend, and be told so."""
    level = load_level()
    exercise = level.exercise("softmax-by-hand")
    file = desk.folder / exercise.folder / exercise.filename
    assert desk.cli("check", "softmax-by-hand").returncode == 1

    with Tab(browser, desk) as tab:
        tab.open("/exercises/softmax-by-hand")
        assert "Checked in a terminal" in tab.page.inner_text("#result")
        shutil.copy(exercise.solution_path, file)
        tab.page.locator("#live", has_text="checks passed").wait_for(state="attached", timeout=90_000)
        assert "passed" in tab.page.inner_text("#standing")

        tab.open("/quiz")
        tab.page.check("[name=objective][value=O3]")
        tab.page.fill("#count", "2")
        tab.page.click("section:has(#practice) button")
        quiz = int(tab.page.url.rpartition("/")[2])
        with desk.store() as store:
            first = Course(BANK, store, store.quiz(quiz)).current()  # type: ignore[arg-type]  # it was begun just now
        assert first is not None
        fill(tab.page, right_fields(first.drawn))
        tab.page.click("button:has-text('Answer')")
        assert "question 2 of 2" in desk.cli("quiz", said="skip\n").stdout

        tab.open("/cards/now")
        tab.page.click("button:has-text('Show the answer')")
        tab.page.click(".ratings button:has-text('Easy')")
        assert "1 answered" in desk.cli("drill", said="\n3\nq\n").stdout
        tab.open("/cards")
        assert tab.page.inner_text(".big").startswith("10")
        tab.open("/progress")
        told = tab.page.inner_text("main")
        tab.assert_quiet()

    assert "1 of 43 exercises passed, in 2 checks." in told
    log = desk.cli("log").stdout
    assert log.count("softmax-by-hand") == 2
    with desk.store() as store:
        assert [event.data["verdict"] for event in store.events(Kind.CHECK)] == ["todo", "passed"]
        assert [answer.standing == "skipped" for answer in store.answers(quiz)] == [False, True]
        assert len(store.reviews()) == 2 and len(store.states()) == 2


def test_of_many_windows_on_one_question_exactly_one_counts_and_the_others_are_told(desk: Server) -> None:
    quiz = int(desk.post("/quiz/begin", [("objective", "O3"), ("count", "4")]).headers["location"].rpartition("/")[2])
    for position in range(4):
        with desk.store() as store:
            now = Course(BANK, store, store.quiz(quiz)).current()  # type: ignore[arg-type]
        assert now is not None
        pairs = [(name, value) for name, values in right_fields(now.drawn).items() for value in values]
        form = [("position", str(position)), ("attempt", "1"), ("confidence", "2"), *pairs]
        said: list[int] = []
        windows = [threading.Thread(target=answer_into, args=(said, desk, quiz, form)) for _ in range(6)]
        for window in windows:
            window.start()
        for window in windows:
            window.join()
        assert sorted(said) == [303] + [409] * 5
    with desk.store() as store:
        kept = [(answer.position, answer.attempt) for answer in store.answers(quiz)]

    assert kept == [(position, 1) for position in range(4)]


def answer_into(said: list[int], server: Server, quiz: int, form: list[tuple[str, str]]) -> None:
    """Send an answer, and note what came back."""
    said.append(server.post(f"/quiz/{quiz}/answer", form).status)


def test_a_terminal_and_two_tabs_on_one_quiz_lose_nothing(desk: Server) -> None:
    """A tab answers behind the terminal's back: the terminal says so, keeps nothing twice, and goes on."""
    quiz = int(desk.post("/quiz/begin", [("objective", "O3"), ("count", "3")]).headers["location"].rpartition("/")[2])
    terminal = subprocess.Popen(
        [sys.executable, "-u", "-m", "grader", "quiz"], cwd=desk.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert terminal.stdin is not None and terminal.stdout is not None
    told = ""
    while "Question 1 of 3" not in told:
        told = terminal.stdout.readline()
    skipped = desk.post(f"/quiz/{quiz}/answer", [("position", "0"), ("attempt", "1"), ("skip", "1")])
    behind = desk.post(f"/quiz/{quiz}/answer", [("position", "0"), ("attempt", "1"), ("answer", "what I thought")])
    out, _ = terminal.communicate("skip\nskip\nskip\n", timeout=60)
    with desk.store() as store:
        kept = [(answer.position, answer.standing) for answer in store.answers(quiz)]

    assert skipped.status == 303
    assert behind.status == 409 and "what I thought" in behind.text
    assert "answered meanwhile in another window" in out and "Question 2 of 3" in out
    assert kept == [(0, "skipped"), (1, "skipped"), (2, "skipped")]


def test_ratings_of_one_card_from_all_sides_are_all_kept_and_build_on_each_other(desk: Server) -> None:
    """The page and the terminal hold the same card; both ratings are in the log, and the state of the card is the fold over both."""
    page = desk.get(desk.get("/cards/now").headers["location"]).text
    form = [("since", hidden(page, "since")), ("card", hidden(page, "card")), ("seen", "0")]
    terminal = subprocess.Popen(
        [sys.executable, "-u", "-m", "grader", "drill"], cwd=desk.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert terminal.stdin is not None and terminal.stdout is not None
    told = ""
    while "Card 1 of" not in told:
        told = terminal.stdout.readline()
    assert desk.post("/cards/rate", [*form, ("rating", "1")]).status == 303
    terminal.communicate("\n3\nq\n", timeout=60)
    with desk.store() as store:
        from grader.drill.desk import Desk

        drill = Desk(BANK, store)
        reviews = store.reviews(hidden(page, "card"))
        state, replayed = drill.memories[hidden(page, "card")], drill.replay(reviews)

    assert [review.rating for review in reviews] == [1, 3]
    assert state.repetitions == 2 and replayed is not None
    assert (state.stability, state.phase) == (replayed.stability, replayed.phase)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_server_killed_while_it_writes_loses_nothing_that_was_answered(fresh_folder: Path, tmp_path: Path, seed: int) -> None:
    """Windows answer and rate without a pause; the server is killed at some moment. All that was acknowledged is in the store, whole."""
    folder = Path(shutil.copytree(fresh_folder, tmp_path / "me"))
    acknowledged: dict[str, list[tuple[int, int]]] = {"answer": [], "card": []}
    with Server(folder) as server:
        quiz = int(server.post("/quiz/begin", [("count", "140")]).headers["location"].rpartition("/")[2])

        def answers() -> None:
            for position in range(140):
                form = [("position", str(position)), ("attempt", "1"), ("skip", "1")]
                if server.post(f"/quiz/{quiz}/answer", form).status == 303:
                    acknowledged["answer"].append((position, 1))

        def cards() -> None:
            there = server.get("/cards/now").headers["location"]
            for count in range(40):
                page = server.get(there).text
                form = [
                    ("since", hidden(page, "since")),
                    ("card", hidden(page, "card")),
                    ("seen", hidden_seen(server, page)),
                    ("rating", "3"),
                ]
                if server.post("/cards/rate", form).status == 303:
                    acknowledged["card"].append((count, 3))

        windows = [threading.Thread(target=quietly, args=(each,)) for each in (answers, cards)]
        for window in windows:
            window.start()
        windows[0].join(0.4 + random.Random(seed).random())
        server.process.kill()
        for window in windows:
            window.join(30)

    with LearnerStore(folder / ".grader") as store:
        kept = {(answer.position, answer.attempt) for answer in store.answers(quiz)}
        reviews = store.reviews()
        states = store.states()
        whole = store._one("PRAGMA integrity_check")
    assert whole is not None and whole[0] == "ok"
    assert kept >= set(acknowledged["answer"]) and len(kept) <= len(acknowledged["answer"]) + 1
    assert len(reviews) in (len(acknowledged["card"]), len(acknowledged["card"]) + 1)
    assert set(states) == {review.card for review in reviews}
    assert 0 < len(acknowledged["answer"]) < 140, "it was killed in the middle"
    with Server(folder) as again:
        assert f"Question {len(kept) + 1}" in again.get(f"/quiz/{quiz}").text


def hidden_seen(server: Server, front: str) -> str:
    """What the back's form says of how often the card was reviewed."""
    card, since = hidden(front, "card"), hidden(front, "since").replace("+", "%2B")
    return hidden(server.get(f"/cards/back?since={since}&card={card}").text, "seen")


def quietly(work: Callable[[], None]) -> None:
    """Until the server is gone."""
    try:
        work()
    except (OSError, http.client.HTTPException):
        return


def test_wrong_and_right_answers_of_both_sides_add_up(desk: Server) -> None:
    """A misconception that showed in the page is open everywhere, and its statement is in the list of the page."""
    for question in BANK.questions.values():
        quiz = int(desk.post(f"/quiz/about/{question.id}").headers["location"].rpartition("/")[2])
        with desk.store() as store:
            now = Course(BANK, store, store.quiz(quiz)).current()  # type: ignore[arg-type]
        assert now is not None
        pairs = [(name, value) for name, values in wrong_fields(now.drawn).items() for value in values]
        desk.post(f"/quiz/{quiz}/answer", [("position", "0"), ("attempt", "1"), ("confidence", "3"), *pairs])
        with desk.store() as store:
            tags = [tag.partition("/")[0] for answer in store.answers(quiz) for tag in answer.misconceptions]
        if tags:
            break
    page = html.unescape(desk.get("/misconceptions").text)

    assert load_level().misconceptions[tags[0]].statement.partition("`")[0] in page
    assert "0 of 2 so far" in page and "</span> open" in page
    assert tags[0] in desk.cli("progress", "--json").stdout
