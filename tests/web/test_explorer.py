"""The attention explorer in a real browser, and what is said of it without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.web.page import explorer_page
from tests.web.explorer import Explorer
from tests.web.probes import PROBES

browser_only = pytest.mark.browser


@browser_only
@pytest.mark.parametrize("name", PROBES)
def test_explorer(explorer: Explorer, green: set[str], name: str) -> None:
    PROBES[name](explorer)
    explorer.assert_quiet()
    green.add(name)


def test_the_page_is_one_small_file_that_names_no_other() -> None:
    page = explorer_page()

    assert len(page.encode()) < 100_000
    assert "http:" not in page.replace("http://www.w3.org/2000/svg", "") and "https:" not in page
    assert "unsafe" not in page and "innerHTML" not in page


@browser_only
@pytest.mark.parametrize("width", [320, 390, 768, 2560])
@pytest.mark.parametrize("link", ["", "s=heads", "s=cross&d=512&x=0"])
def test_it_fits_every_screen(browser: object, page_file: Path, width: int, link: str) -> None:
    with Explorer(browser, page_file, width=width) as page:
        page.open(link)
        page.page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
        page.page.select_option("#challenge", "4")

        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        assert (
            page.page.evaluate("Math.min(...[...document.querySelectorAll('.hit')].map((each) => each.getBoundingClientRect().width))")
            >= 44
        )


@browser_only
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("link", ["", "s=causal&r=1", "s=cross"])
def test_no_word_lies_under_the_output(browser: object, page_file: Path, width: int, link: str) -> None:
    with Explorer(browser, page_file, width=width) as page:
        page.open(link)
        covered = page.page.evaluate("""() => {
            const out = document.querySelector('.output').getBoundingClientRect();
            const words = [...document.querySelectorAll('.handle.v .word')].filter((each) => {
                const box = each.getBoundingClientRect();
                return box.left < out.right - 2 && box.right > out.left + 2 && box.top < out.bottom - 5 && box.bottom > out.top + 5;
            });
            return words.map((each) => each.textContent);
        }""")
        assert covered == []


@browser_only
@pytest.mark.parametrize(
    ("how", "links"),
    [
        ({}, ("", "s=causal&r=1&x=0&d=256", "s=heads", "s=cross&r=1")),
        ({"color_scheme": "dark"}, ("s=causal&r=1&x=0&d=256", "s=heads")),
        ({"width": 320}, ("s=heads",)),
        ({"forced_colors": "active"}, ("s=causal&r=1",)),
    ],
    ids=str,
)
def test_axe_finds_no_violation(browser: object, page_file: Path, how: dict[str, object], links: tuple[str, ...]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with Explorer(browser, page_file, bypass_csp=True, **how) as page:
        for link in links:
            page.open(link)
            page.page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
            page.page.select_option("#challenge", "4")
            page.page.locator("input[name=prediction]").first.check()
            page.page.locator("#reveal").click()
            found = axe.run(page.page).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], link


@browser_only
def test_print_shows_numbers_and_no_buttons(explorer: Explorer) -> None:
    explorer.page.emulate_media(media="print")

    assert not explorer.page.locator("#undo").is_visible()
    assert all(explorer.page.locator(part).first.is_visible() for part in (".arrow.q", ".iso", ".hull", ".handle"))
    assert explorer.page.locator("#strip").is_visible() and explorer.page.locator("#matrix").is_visible()


@browser_only
def test_without_scripts_the_page_says_so(browser: object, page_file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]  # playwright's own type, where it is installed
    page = context.new_page()
    page.goto(page_file.as_uri())
    text = page.inner_text("main")
    context.close()

    assert "needs scripts" in text
