"""Every page and state of the study desk: no violation by axe, no wider than its screen, small, read without scripts, and by keyboard."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.content.load import load_level
from grader.content.tree import find_root
from grader.quiz.bank import load_bank
from grader.quiz.course import Course
from tests.web.answers import right_fields, wrong_fields
from tests.web.desk import Server, Tab

pytestmark = pytest.mark.browser

BANK = load_bank(find_root().quizzes)
MOST_BYTES = 200_000
BELIEVES = """import numpy as np


def softmax_np(x, axis=-1):
    powers = np.exp(x - x.max(axis=0, keepdims=True))
    return powers / powers.sum(axis=0, keepdims=True)
"""


def answer(server: Server, quiz: int, how: Callable[..., object], confidence: str = "3") -> str:
    """Answer the question that is asked now; where its feedback is."""
    with server.store() as store:
        asked = Course(BANK, store, store.quiz(quiz)).current()  # type: ignore[arg-type]  # the caller began it
    assert asked is not None
    pairs = [(name, value) for name, values in how(asked.drawn).items() for value in values]  # type: ignore[attr-defined]
    place = [("position", str(asked.position)), ("attempt", str(asked.attempt)), ("confidence", confidence)]
    return server.post(f"/quiz/{quiz}/answer", [*place, *pairs]).headers["location"]


def begun(server: Server, path: str, *pairs: tuple[str, str]) -> int:
    return int(server.post(path, list(pairs)).headers["location"].rpartition("/")[2])


@pytest.fixture(scope="module")
def lived_in(fresh_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, str]]]:
    """A desk with something on every page, and the address of every page and state by name."""
    folder = Path(shutil.copytree(fresh_folder, tmp_path_factory.mktemp("lived") / "me"))
    level = load_level()
    (folder / "o3_weights" / "softmax_rows.py").write_text(BELIEVES)
    (folder / "o3_weights" / "attention_matrix.py").write_text("import nothing\nraise ValueError('<b>')\n")
    first = level.exercise("same-word-same-vector")
    shutil.copy(first.solution_path, folder / first.folder / first.filename)
    with Server(folder) as server:
        for slug in ("softmax-rows", "attention-matrix", "same-word-same-vector"):
            server.check(slug)
        server.post("/exercises/softmax-rows/hint")
        kinds = {question.kind: question.id for question in BANK.questions.values()}
        pages = {f"question {kind}": f"/quiz/{begun(server, f'/quiz/about/{name}')}" for kind, name in kinds.items()}
        bug = next(question.id for question in BANK.questions.values() if question.is_bug)
        pages["question with a bug"] = f"/quiz/{begun(server, f'/quiz/about/{bug}')}"
        for kind, name in kinds.items():
            quiz = begun(server, f"/quiz/about/{name}")
            pages[f"nudge {kind}"] = answer(server, quiz, wrong_fields)
            with server.store() as store:
                is_open = Course(BANK, store, store.quiz(quiz)).current() is not None  # type: ignore[arg-type]
            if is_open:
                pages[f"reasons {kind}"] = answer(server, quiz, wrong_fields)
        right = begun(server, f"/quiz/about/{kinds['single']}")  # type: ignore[index]  # a Kind is a str
        pages["right"] = answer(server, right, right_fields)
        pages["quiz done"] = f"/quiz/{right}"
        pages["review"] = f"/quiz/{quiz}/review"
        begun(server, "/quiz/begin", ("kind", "check"), ("objective", "O3"))
        there = server.get("/cards/now").headers["location"]
        page = server.get(there).text
        card = page.partition('name="card" value="')[2].partition('"')[0]
        since = page.partition('name="since" value="')[2].partition('"')[0].replace("&#43;", "+")
        server.post("/cards/rate", [("since", since), ("card", card), ("seen", "0"), ("rating", "1")])
        front = server.get(there).text
        back = front.partition('name="card" value="')[2].partition('"')[0]
        pages |= {
            "today": "/",
            "exercises": "/exercises",
            "exercise that fails": "/exercises/softmax-rows",
            "exercise that cannot be read": "/exercises/attention-matrix",
            "exercise that passes": "/exercises/same-word-same-vector",
            "exercise not begun": "/exercises/multi-head",
            "quizzes": "/quiz",
            "cards": "/cards",
            "card": there,
            "card set aside": f"{there}&set_aside={card}",
            "back of a card": f"{there.replace('/now', '/back')}&card={back}&typed=some%20words",
            "cards done": "/cards/now?since=2000-01-01&objective=O9",
            "progress": "/progress",
            "misconceptions": "/misconceptions",
            "calendar": "/calendar",
            "no such page": "/nowhere",
            "nothing to show": "/explorer?case=softmax-rows",
        }
        yield server, pages


SOME = (
    "question single",
    "nudge single",
    "reasons hotspot",
    "exercise that fails",
    "back of a card",
    "quizzes",
    "misconceptions",
    "calendar",
)
MODES: dict[str, tuple[dict[str, object], tuple[str, ...]]] = {
    "light": ({}, ()),
    "dark": ({"color_scheme": "dark"}, SOME),
    "phone": ({"width": 320, "height": 640}, SOME),
    "forced colours": ({"forced_colors": "active"}, SOME),
}


@pytest.mark.parametrize("mode", MODES)
def test_axe_finds_no_violation_on_any_page(browser: object, lived_in: tuple[Server, dict[str, str]], mode: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    server, pages = lived_in
    found: dict[str, object] = {}
    how, names = MODES[mode]
    with Tab(browser, server, bypass_csp=True, reduced_motion="reduce", **how) as tab:
        for name in names or pages:
            tab.open(pages[name])
            tab.page.locator("details").evaluate_all("all => all.forEach((each) => each.open = true)")
            violations = axe.run(tab.page).response["violations"]
            if violations:
                found[name] = [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in violations]

    assert found == {}


SMALL_TARGETS = """() => [...document.querySelectorAll('button, a.button, nav a, select, summary, input:not([type=hidden])')]
    .map((each) => (each.closest('label') || each).getBoundingClientRect())
    .filter((box) => box.width < 24 || box.height < 24).length"""


@pytest.mark.parametrize("width", [320, 2560])
def test_no_page_is_wider_than_its_screen_and_targets_can_be_touched(
    browser: object, lived_in: tuple[Server, dict[str, str]], width: int
) -> None:
    server, pages = lived_in
    wide, small = {}, {}
    with Tab(browser, server, width=width, has_touch=True) as tab:
        for name in pages if width == 320 else SOME:
            tab.open(pages[name])
            tab.page.locator("details").evaluate_all("all => all.forEach((each) => each.open = true)")
            if (found := tab.page.evaluate("document.documentElement.scrollWidth")) > width:
                wide[name] = found
            if found := tab.page.evaluate(SMALL_TARGETS):
                small[name] = found
        tab.said = [line for line in tab.said if "404" not in line]  # of the pages that are meant to be missing
        tab.assert_quiet()

    assert (wide, small) == ({}, {})


def test_every_page_is_small(lived_in: tuple[Server, dict[str, str]]) -> None:
    """A page with all that it loads stays below 200 kB."""
    server, pages = lived_in
    loads = sum(len(server.get(f"/static/{name}").text.encode()) for name in ("desk.css", "live.js"))
    sizes = {name: loads + len(server.get(path).text.encode()) for name, path in [*pages.items(), ("explorer", "/explorer")]}

    assert loads > 10_000
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}


def test_no_page_needs_a_script_to_be_read(browser: object, lived_in: tuple[Server, dict[str, str]]) -> None:
    """Only pages of exercises have a script, and they say the same without it."""
    server, pages = lived_in
    scripted = {name for name, path in pages.items() if "<script" in server.get(path).text}
    texts: list[dict[str, str]] = []
    for scripts in (True, False):
        with Tab(browser, server, java_script_enabled=scripts) as tab:
            told = {}
            for name in sorted(scripted):
                tab.open(pages[name])
                told[name] = tab.page.inner_text("main")
            texts.append(told)

    assert scripted == {name for name in pages if name.startswith("exercise ")}
    assert texts[0] == texts[1] and all(len(text) > 100 for text in texts[0].values())


def test_the_keyboard_goes_everywhere_and_the_focus_is_seen(browser: object, lived_in: tuple[Server, dict[str, str]]) -> None:
    """On every page Tab reaches each link, button and field, and shows where it is; the first stop skips the menu."""
    server, pages = lived_in
    controls = "a[href], button, input:not([type=hidden]), select, textarea, summary"
    script = """() => { const at = document.activeElement, group = at.closest('.choice');
        const ring = (each) => each && getComputedStyle(each).outlineStyle !== 'none';
        return [[...document.querySelectorAll('*')].indexOf(at), Boolean(ring(at) || ring(group))]; }"""
    with Tab(browser, server) as tab:
        for name in (
            "today",
            "question match",
            "question single",
            "question matrix",
            "exercise that fails",
            "back of a card",
            "misconceptions",
        ):
            tab.open(pages[name])
            tab.page.evaluate("() => { document.activeElement.blur(); getSelection().removeAllRanges(); }")
            wanted = tab.page.locator(controls).count()
            radios = tab.page.evaluate("[...document.querySelectorAll('input[type=radio]')].map((each) => each.name)")
            stops = wanted - len(radios) + len(set(radios))
            seen = []
            for _ in range(stops + 3):  # where a field has the focus from the start, Tab first goes round the end of the page
                tab.page.keyboard.press("Tab")
                if tab.page.evaluate("document.activeElement !== document.body"):
                    seen.append(tab.page.evaluate(script))
            assert all(ring for _, ring in seen), name
            assert len({place for place, _ in seen}) >= stops, name


def test_in_print_menu_and_buttons_are_gone_and_the_folded_is_open(browser: object, lived_in: tuple[Server, dict[str, str]]) -> None:
    server, pages = lived_in
    with Tab(browser, server) as tab:
        tab.open(pages["exercise that fails"])
        tab.page.emulate_media(media="print")

        assert not tab.page.locator("nav.menu").is_visible() and not tab.page.locator("button").first.is_visible()
        assert tab.page.locator("pre.task").is_visible() and tab.page.locator("pre.call").last.is_visible()
