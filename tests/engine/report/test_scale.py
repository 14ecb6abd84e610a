"""A class of five thousand: a first page that a browser opens at once, everyone still to be found, without a script."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.classroom.assemble import GradedClass
from grader.content.load import load_level
from grader.content.models import Level
from grader.report.pages import render_class_pages, render_index, write_report
from grader.store.classes import ClassStore
from tests.engine.classroom import made_up
from tests.engine.report.large_class import P, large_class
from tests.engine.report.test_pages import Outline

LEARNERS = 5_000
MOST_BYTES, MOST_NODES = 3_000_000, 10_000


@pytest.fixture(scope="module")
def level() -> Level:
    return load_level()


@pytest.fixture(scope="module")
def large(level: Level) -> GradedClass:
    with pytest.MonkeyPatch.context() as patch:
        return large_class(level, LEARNERS, patch)


@pytest.fixture(scope="module")
def index(large: GradedClass, level: Level) -> str:
    return render_index(large, level)


@pytest.fixture(scope="module")
def pages(large: GradedClass, level: Level) -> dict[str, str]:
    return dict(render_class_pages(large, level))


def test_the_first_page_of_five_thousand_is_small_in_bytes_and_in_nodes(index: str) -> None:
    outline = Outline(index)

    assert len(index.encode()) <= MOST_BYTES
    assert len(outline.tags) <= MOST_NODES
    assert (outline.faults, outline.open) == ([], [])
    assert "5,000 submissions" in index and "43 exercises" in index


def test_no_other_page_is_larger(pages: dict[str, str]) -> None:
    for path, text in pages.items():
        assert len(text.encode()) <= MOST_BYTES, path
        assert "<script" not in text and " onclick" not in text, path
        assert len(re.findall(r"<[a-z]", text)) <= MOST_NODES, path


def test_everyone_can_be_found_by_name_and_leads_to_a_page_of_their_own(index: str, pages: dict[str, str], large: GradedClass) -> None:
    linked = re.findall(r'href="(class/learners-\d+\.html)"', index)
    found = [
        key
        for path in linked
        for key in re.findall(r'<a href="\.\./evidence/(s\d+)\.html">', pages[path][: pages[path].index("<h2>Exercises")])
    ]
    names = [name for path in linked for name in re.findall(r'\.html">(Learner Example \d+)</a></th>', pages[path])]

    assert sorted(found) == [each.key for each in large.learners]
    assert len(set(names)) == LEARNERS
    assert [path for path in pages if "learners-" in path] == linked
    first = re.findall(r"<h1>(.*?) to", "".join(pages[path] for path in linked))
    assert first == sorted(first)


@pytest.mark.parametrize("name", ["look", "faults", "by-hand"])
def test_a_long_list_begins_on_the_first_page_and_goes_on_whole_elsewhere(name: str, index: str, pages: dict[str, str]) -> None:
    section = index[index.index(f'id="{name}"') :]
    whole = "".join(text for path, text in pages.items() if path.startswith(f"class/{name}-"))
    count = len(re.findall(r'<li class="card">', whole))

    assert f'<a href="class/{name}-001.html">All {count:,} of them</a>' in section
    assert count > 500
    assert set(re.findall(rf'href="({name}-\d+\.html)"', whole)) == {path.removeprefix("class/") for path in pages if f"/{name}-" in path}


def test_equal_large_classes_give_equal_bytes(level: Level) -> None:
    with pytest.MonkeyPatch.context() as patch:
        one, two = (large_class(level, 300, patch) for _ in range(2))
    pages = [(render_index(each, level), dict(render_class_pages(each, level))) for each in (one, two)]

    assert len(pages[0][1]) > 3
    assert pages[0] == pages[1]


def test_a_class_that_fits_has_no_pages_beside_the_first_and_old_ones_are_removed(tmp_path: Path, level: Level) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    with pytest.MonkeyPatch.context() as patch, ClassStore(tmp_path) as store:
        write_report(tmp_path, store, large_class(level, 120, patch), level, now)
        several = sorted(path.name for path in (tmp_path / "class").iterdir())
        (tmp_path / "class" / "notes.txt").write_text("mine")
        own = [len(list((tmp_path / kind).glob("*.html"))) for kind in ("learners", "evidence")]
        write_report(tmp_path, store, made_up.graded(level, {"ada": {"softmax-rows": (P, "")}}), level, now)

    assert several[:2] == ["by-hand-001.html", "learners-001.html"]
    assert own == [120, 120]
    assert [path.name for path in (tmp_path / "class").iterdir()] == ["notes.txt"]
    assert 'id="by-objective"' in (tmp_path / "index.html").read_text("utf-8")


@pytest.mark.browser
def test_a_browser_without_scripts_opens_it_from_a_file_and_finds_the_last_learner(
    browser: object, tmp_path: Path, index: str, pages: dict[str, str]
) -> None:
    for name in ("class", "evidence"):
        (tmp_path / name).mkdir()
    (tmp_path / "evidence" / "s00999.html").write_text("<!doctype html><title>Evidence</title>", encoding="utf-8")
    (tmp_path / "index.html").write_text(index, encoding="utf-8")
    for path, text in pages.items():
        (tmp_path / path).write_text(text, encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]  # playwright's own type, where it is installed
    page = context.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    nodes = page.locator("*").count()
    page.locator("ol.pages a").last.click()
    heading = page.locator("h1").inner_text()
    page.locator("#by-objective tbody tr").last.locator("a").click()
    there = page.url
    context.close()

    assert nodes <= MOST_NODES
    assert heading.endswith("Learner Example 999")
    assert there == (tmp_path / "evidence" / "s00999.html").as_uri()


@pytest.mark.browser
@pytest.mark.parametrize("name", ["learners-001.html", "look-001.html"])
def test_axe_finds_no_violation_on_the_pages_of_a_large_class(browser: object, tmp_path: Path, level: Level, name: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with pytest.MonkeyPatch.context() as patch:
        pages = dict(render_class_pages(large_class(level, 100, patch), level))
    (tmp_path / name).write_text(pages[f"class/{name}"], encoding="utf-8")
    context = browser.new_context(bypass_csp=True)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto((tmp_path / name).as_uri())
    found = axe.run(page).response["violations"]
    context.close()

    assert [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found] == []
