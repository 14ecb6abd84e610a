"""The pages in a real browser without scripts: nothing is blocked, nothing overflows, everything can be reached by keyboard."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.classroom.examkept import keep_exam
from grader.content.load import load_level
from grader.report.pages import write_report
from grader.results import Verdict
from grader.store.classes import ClassStore
from tests.engine.classroom.made_up import graded
from tests.engine.classroom.test_understanding import exam

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")]

P, F, R = Verdict.PASSED, Verdict.FAILED, Verdict.RAISED
PAGES = ("index.html", "learners/ben.html", "evidence/ben.html")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a small class with long names."""
    level, place = load_level(), tmp_path_factory.mktemp("report")
    marks = {
        "ada": {"softmax-by-hand": (P, ""), "softmax-rows": (P, ""), "mask-and-count": (P, "")},
        "ben": {"softmax-by-hand": (P, ""), "softmax-rows": (F, "softmax-wrong-axis"), "mask-and-count": (R, "")},
        "a-learner-with-a-key-that-goes-on-and-on-and-on-without-any-space": {},
    }
    with ClassStore(place) as store:
        keep_exam(store, exam({"ada": "11", "ben": "0-"}))
        write_report(
            place,
            store,
            graded(level, marks, is_public=True, names={"ben": "Ben " + "Longname" * 12}),
            level,
            datetime(2026, 1, 1, tzinfo=UTC),
        )
    return place


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_blocked_or_complained_about(browser: object, folder: Path, name: str) -> None:
    page = browser.new_page()  # type: ignore[attr-defined]  # playwright's own type, where it is installed
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((folder / name).as_uri())
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.close()

    assert said == []
    assert background == "rgb(247, 246, 242)", "the style sheet passed the page's own security policy"


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_is_wider_than_its_screen(browser: object, folder: Path, name: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto((folder / name).as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()

    assert wide <= width


def test_dark_mode_turns_ground_and_ink(browser: object, folder: Path) -> None:
    context = browser.new_context(color_scheme="dark")  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto((folder / "index.html").as_uri())
    colours = page.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
    context.close()

    assert colours == ["rgb(17, 21, 28)", "rgb(233, 237, 243)"]


def test_print_opens_what_is_folded(browser: object, folder: Path) -> None:
    page = browser.new_page()  # type: ignore[attr-defined]
    page.goto((folder / "learners" / "ben.html").as_uri())
    folded = page.locator("details ul.checks li").first
    before = folded.is_visible()
    page.emulate_media(media="print")
    after = folded.is_visible()
    page.close()

    assert (before, after) == (False, True)


@pytest.mark.parametrize(("width", "left_out"), [(673, "by-exercise"), (1047, "none")])  # A4 upright and across, less margins
def test_nothing_is_cut_off_on_paper(browser: object, folder: Path, width: int, left_out: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})  # type: ignore[attr-defined]
    page.emulate_media(media="print")
    page.goto((folder / "index.html").as_uri())
    found = page.evaluate("[...document.querySelectorAll('table, svg, pre')].map(each => [each.id, each.getBoundingClientRect().width])")
    page.close()

    assert [(name, wide) for name, wide in found if wide > width and name != left_out] == []


def test_the_keyboard_reaches_the_content_and_the_folded_parts(browser: object, folder: Path) -> None:
    page = browser.new_page()  # type: ignore[attr-defined]
    page.goto((folder / "learners" / "ben.html").as_uri())
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.textContent")
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "SUMMARY":
            break
    page.keyboard.press("Enter")
    opened = page.locator("details[open]").count()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    page.close()

    assert first == "Skip to the content"
    assert opened == 1
    assert outline == "solid"


def test_links_lead_from_the_class_to_a_learner_and_back(browser: object, folder: Path) -> None:
    page = browser.new_page()  # type: ignore[attr-defined]
    page.goto((folder / "index.html").as_uri())
    page.locator("table#by-objective a", has_text="Ben").click()
    there = page.url
    page.locator("a", has_text="The page to hand back").click()
    handed = page.url
    page.go_back()
    page.locator("a", has_text="Class report").click()
    home = page.url
    page.close()

    assert (there, handed, home) == tuple((folder / name).as_uri() for name in ("evidence/ben.html", "learners/ben.html", "index.html"))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(browser: object, folder: Path, name: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto((folder / name).as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = axe.run(page).response["violations"]
    context.close()

    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == []
