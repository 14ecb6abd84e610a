"""The study desk in Chromium, on the real server and store: exercises are checked as they are saved, and learner text stays text."""

from __future__ import annotations

import re
import shutil
import socket
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from grader.content.load import load_level
from grader.learner.folder import LearnerFolder
from grader.learner.history import Kind
from grader.quiz.bank import load_bank
from grader.web.app import make_app
from grader.web.live import Live
from grader.web.site import Site
from grader.web.views.exercises import BEAT_S
from tests.web.desk import Server, Tab

pytestmark = pytest.mark.browser

HALVED = """from o3_weights.softmax_by_hand import softmax

def attend_one(query, keys, values):
    scores = [sum(q * k for q, k in zip(query, key)) / 2 for key in keys]  # right for four numbers, not for two
    weights = softmax(scores)
    return scores, weights, [sum(w * v[c] for w, v in zip(weights, values)) for c in range(len(values[0]))]
"""
RAISES = r"""def attend_one(query, keys, values):
    print("<script>document.title = 'printed'</script>")
    raise ValueError("<img src=x onerror='document.title = 1'> \x1b[31m \u202e")
"""


def until(holds: Callable[[], bool], within_s: float = 60.0, every_s: float = 0.05) -> None:
    """Wait for something that another process does."""
    deadline = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(every_s)


def test_saving_a_file_brings_its_outcome_into_the_page(browser: object, desk: Server) -> None:
    file = desk.folder / "o3_weights" / "one_query.py"
    with Tab(browser, desk) as tab:
        tab.open("/exercises/one-query")
        assert tab.page.inner_text("#result").endswith("Not checked yet.")
        file.write_text(HALVED)
        tab.page.wait_for_selector("#result .checks .sign.zero", timeout=90_000)
        told = tab.page.inner_text("#result")
        tab.page.locator("#live", has_text="checks passed").wait_for(state="attached")
        tab.page.reload()

        assert tab.page.inner_text("#result") == told, "a plain reload shows the same"
        assert tab.page.title() == "One query, any number of keys – study desk"
        tab.assert_quiet()


def test_what_was_unfolded_stays_so_and_keeps_the_focus_when_the_next_outcome_comes(browser: object, desk: Server) -> None:
    file = desk.folder / "o3_weights" / "softmax_rows.py"
    wrong = "import numpy as np\n\ndef softmax_np(x, axis=-1):\n    return np.exp(x) * {}\n"
    file.write_text(wrong.format(1))
    desk.check("softmax-rows")
    with Tab(browser, desk) as tab:
        tab.open("/exercises/softmax-rows")
        tab.page.locator("#result summary").nth(1).press("Enter")
        version = tab.page.get_attribute("#result", "data-version")
        file.write_text(wrong.format(2))
        tab.page.locator(f"#result:not([data-version='{version}']):has-text('not yet')").wait_for(timeout=60_000)
        until(lambda: "Checking" not in tab.page.inner_text("#result"))

        assert tab.page.locator("#result details").nth(1).get_attribute("open") is not None
        assert tab.page.evaluate("[...document.querySelectorAll('#result summary')].indexOf(document.activeElement)") == 1
        tab.assert_quiet()


def test_without_scripts_a_button_checks_and_a_hint_is_noted_before_it_shows(browser: object, desk: Server) -> None:
    (desk.folder / "o3_weights" / "one_query.py").write_text(HALVED)
    with Tab(browser, desk, java_script_enabled=False) as tab:
        tab.open("/exercises/one-query")
        tab.page.click("text=Check now")
        assert tab.page.url.endswith("/exercises/one-query#result")
        assert tab.page.locator("#result .sign.zero").count() > 0
        tab.page.click("text=Show a hint")
        hint = tab.page.inner_text("#hints + ol li")
        tab.page.click("text=Open this case in the explorer")
        assert "needs scripts" in tab.page.inner_text("main")
        tab.assert_quiet()

    with desk.store() as store:
        checked, hinted = store.events(Kind.CHECK, Kind.HINT)
    level = load_level()
    told = level.misconceptions.get(str(hinted.data["misconception"]))
    assert (checked.kind, hinted.kind) == ("check", "hint")
    assert hint == (told.nudge if told else level.exercise("one-query").hints[0]).replace("`", "")


def test_the_explorer_opens_on_exactly_the_failing_case(browser: object, desk: Server) -> None:
    (desk.folder / "o3_weights" / "one_query.py").write_text(HALVED)
    desk.check("one-query")
    with Tab(browser, desk) as tab:
        tab.open("/exercises/one-query")
        tab.page.click("text=Open this case in the explorer")
        tab.page.wait_for_selector("body.ready")

        assert tab.page.inner_text("#case-note").startswith("Failing case of one-query: ")
        (island,) = re.findall(r'id="case">(.*?)</script>', desk.cli("explore", "--case", "one-query", "-o", "-").stdout)
        assert tab.page.text_content("#case") == island
        tab.assert_quiet()


def test_what_a_learner_wrote_or_printed_is_text_and_nothing_else(browser: object, desk: Server) -> None:
    file = desk.folder / "o3_weights" / "one_query.py"
    with Tab(browser, desk) as tab:
        file.write_text(RAISES)
        desk.check("one-query")
        tab.open("/exercises/one-query")
        told = tab.page.inner_text("#result")

        assert "<script>document.title = 'printed'</script>" in told and "<img src=x onerror=" in told
        assert tab.page.title() == "One query, any number of keys – study desk"
        assert tab.page.locator("main script, main img").count() == 0
        assert "\x1b" not in told and "\u202e" not in told and "\\u202e" in told
        tab.assert_quiet()


def test_a_later_check_in_the_terminal_is_what_counts(desk: Server) -> None:
    exercise = load_level().exercise("one-query")
    file = desk.folder / exercise.folder / exercise.filename
    file.write_text(HALVED)
    desk.check("one-query")
    assert "not yet" in desk.get("/exercises/one-query").text
    shutil.copy(exercise.solution_path, file)
    assert desk.cli("check", "one-query").returncode == 0
    page = desk.get("/exercises/one-query").text

    assert "passed" in page and "Checked in a terminal" in page and "What happened" not in page


def test_a_file_that_is_gone_or_too_large_is_said_so(desk: Server) -> None:
    file = desk.folder / "o3_weights" / "one_query.py"
    file.write_bytes(b"#" * (2 << 20))
    desk.check("one-query")
    assert "larger than an exercise can be" in desk.get("/exercises/one-query").text
    file.unlink()
    desk.check("one-query")

    assert "There is no file o3_weights/one_query.py" in desk.get("/exercises/one-query").text
    with desk.store() as store:
        assert store.events(Kind.CHECK) == []


def test_pages_that_follow_checks_are_few_and_closed_ones_make_room(desk: Server) -> None:
    """Each holds a thread of the server: the seventh is told to reload instead, pages are answered all along, and no thread is lost."""

    def six_follow() -> bool:
        links = [following(desk) for _ in range(6)]
        statuses = [link.recv(4096).split()[1] for link in links]
        others = (desk.get("/exercises/one-query/events").status, desk.get("/").status) if statuses == [b"200"] * 6 else ()
        for link in links:
            link.close()
        return others == (204, 200)

    assert six_follow()
    until(six_follow, every_s=4 * BEAT_S / 3)  # between two looks the server has time to notice who is gone


def following(desk: Server) -> socket.socket:
    """A page that follows checks, as a bare connection."""
    link = socket.create_connection(("127.0.0.1", desk.port), timeout=30)
    link.sendall(f"GET /exercises/one-query/events HTTP/1.1\r\nHost: {desk.host}\r\nCookie: {desk.cookie}\r\n\r\n".encode())
    return link


def test_a_damaged_store_is_one_sentence_and_what_to_do(desk: Server) -> None:
    for path in (desk.folder / ".grader").glob("state.sqlite*"):
        path.unlink()
    (desk.folder / ".grader" / "state.sqlite").write_bytes(b"no database at all" * 100)
    reply = desk.get("/")

    assert reply.status == 500
    assert "state.sqlite" in reply.text and "move it away" in reply.text and "Traceback" not in reply.text


def test_trouble_of_ours_is_said_so_without_a_traceback(desk: Server) -> None:
    def broken() -> datetime:
        raise RuntimeError("a secret of ours")

    level = load_level()
    folder = LearnerFolder(desk.folder)
    site = Site(level, folder, load_bank(level.root.quizzes), Live(level, folder, broken), broken, "form")
    reply = make_app(site).test_client().get("/")

    assert reply.status_code == 500
    assert "This is our fault: RuntimeError" in reply.text and "a secret of ours" not in reply.text


def test_ended_by_a_signal_it_says_so_and_leaves_no_link_behind(desk: Server) -> None:
    assert (desk.folder / ".grader" / "desk.html").is_file()
    desk.process.terminate()
    assert desk.process.wait(30) == 0
    assert desk.process.stdout is not None

    assert desk.process.stdout.read().endswith("Closed. Everything is saved.\n")
    assert not (desk.folder / ".grader" / "desk.html").exists()


def test_a_folder_with_markup_in_its_name_is_named_as_it_is(fresh_folder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(fresh_folder, tmp_path / "<img src=x onerror=alert(1)>"))
    with Server(folder) as server:
        page = server.get("/").text

    assert "&lt;img src=x onerror=alert(1)&gt;" in page and "<img" not in page
