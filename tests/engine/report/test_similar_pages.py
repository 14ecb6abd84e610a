"""Similar programs as pages: side by side, with how usual that is in class and in honest work, and without a word of blame."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.honest import honest_ways
from grader.classroom.similarity import Similar, Works, similar
from grader.content.load import load_level
from grader.content.models import Level
from grader.report.pages import write_similar
from grader.report.side_by_side import side_by_side
from grader.results import Verdict
from tests.engine.classroom.made_up import graded
from tests.engine.classroom.test_similarity import STUB, edited, honest
from tests.engine.report.test_pages import EVIL, Outline

SLUG = "softmax-rows"
BLAME = ("cheat", "plagiar", "suspect", "guilty", "copied from each other", "offen", "dishonest")


@pytest.fixture(scope="module")
def level() -> Level:
    return load_level()


@pytest.fixture(scope="module")
def works(level: Level) -> Works:
    sources = {f"s{number:02}": {SLUG: honest(number).encode()} for number in range(30)}
    sources["copy"] = {SLUG: edited(honest(3)).encode()}
    return Works(sources, {SLUG: STUB}, {SLUG: (honest(9).encode(),)}, {SLUG: honest_ways(level.exercise(SLUG))})


@pytest.fixture(scope="module")
def found(works: Works) -> Similar:
    return similar(works, 3)


@pytest.fixture
def pages(tmp_path: Path, level: Level, works: Works, found: Similar) -> dict[str, str]:
    """Every page by its path."""
    write_similar(tmp_path, _class(level, works), level, works, found)
    return {path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in sorted(tmp_path.rglob("*.html"))}


def _class(level: Level, works: Works) -> object:
    return graded(level, {key: {SLUG: (Verdict.PASSED, "")} for key in works.sources}, names={"copy": EVIL})


def test_honest_work_is_measured_by_the_same_measure(level: Level, found: Similar) -> None:
    ways = honest_ways(level.exercise(SLUG))

    assert [each.slug for each in found.honest] == [SLUG]
    assert found.honest[0].pairs == sum(len(group) * (len(group) - 1) // 2 for group in ways) > 0
    assert 0 <= found.honest[0].median <= found.honest[0].high <= 1
    assert sum(found.histogram) == found.compared == 31 * 30 // 2


def test_every_exercise_with_alternatives_has_honest_ways_to_compare(level: Level) -> None:
    with_alternatives = [exercise for exercise in level.exercises if exercise.alt_path.is_file()]

    assert [each.slug for each in with_alternatives if not any(len(group) > 1 for group in honest_ways(each))] == []


def test_the_list_says_how_usual_it_is_and_blames_nobody(pages: dict[str, str], found: Similar) -> None:
    page = pages["similar.html"]

    assert "Similar is not copied." in page
    assert f"Half of all pairs are below {found.median:.2f}" in page
    assert "Our own ways to write one exercise" in page
    assert f"{found.pairs[0].similarity:.2f}" in page and "0.22 %" in page
    for path, text in pages.items():
        assert not [word for word in BLAME if word in text.lower()], path
        assert "decides nothing about anyone" in text


def test_a_pair_stands_side_by_side_and_what_learners_wrote_is_no_markup(pages: dict[str, str]) -> None:
    page = pages["similar/pair-001.html"]
    outline = Outline(page)

    assert set(pages) == {"similar.html", *(f"similar/pair-{number:03}.html" for number in (1, 2, 3))}
    assert "unused = 17" in page and "# my own work" in page
    assert (outline.faults, outline.open) == ([], [])
    for text in pages.values():
        assert "<script" not in text and "\u202e" not in text and "\x1b" not in text
    assert "&lt;script&gt;" in page
    assert 'href="../evidence/s03.html#softmax-rows"' in page


def test_fewer_pairs_leave_no_old_page_and_equal_classes_give_equal_bytes(
    tmp_path: Path, level: Level, works: Works, found: Similar, pages: dict[str, str]
) -> None:
    write_similar(tmp_path, _class(level, works), level, works, replace(found, pairs=found.pairs[:1]))
    fewer = sorted(path.name for path in (tmp_path / "similar").iterdir())
    write_similar(tmp_path, _class(level, works), level, works, found)

    assert fewer == ["pair-001.html"]
    assert {path: (tmp_path / path).read_text("utf-8") for path in pages} == pages


def test_lines_are_told_apart_by_what_they_say_and_the_stub_says_nothing() -> None:
    stub = b"import numpy as np\n\ndef f(x):\n    raise NotImplementedError\n"
    one = b"import numpy as np\n\ndef f(x):\n    total = 0\n    for item in x:\n        total += 2 * item\n    return total  # done\n"
    two = b"import numpy as np\n\ndef f(x):\n    s = 17\n    for item in x:\n        s += 'two' * item\n    print(s)\n    return s\n"
    rows = [(line.sign, line.left.strip(), line.right.strip()) for line in side_by_side(one, two, stub)]

    assert rows == [
        ("·", "import numpy as np", "import numpy as np"),
        ("·", "", ""),
        ("·", "def f(x):", "def f(x):"),
        ("≈", "total = 0", "s = 17"),
        ("=", "for item in x:", "for item in x:"),
        ("~", "total += 2 * item", "s += 'two' * item"),
        ("~", "", "print(s)"),
        ("≈", "return total  # done", "return s"),
    ]


@pytest.mark.parametrize("one", [b"", b"\x00\xff\n", b"'unclosed\n\"\n", b"x" * 10_000])
def test_any_bytes_can_be_laid_side_by_side(one: bytes) -> None:
    assert "y = 1" in [line.right for line in side_by_side(one, b"y = 1\n")]


@pytest.mark.browser
@pytest.mark.parametrize("name", ["similar.html", "similar/pair-001.html"])
@pytest.mark.parametrize("how", [{}, {"color_scheme": "dark"}, {"viewport": {"width": 360, "height": 800}}], ids=str)
def test_a_browser_finds_nothing_to_mend(browser: object, tmp_path: Path, pages: dict[str, str], name: str, how: dict[str, object]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = browser.new_context(bypass_csp=True, **how)  # type: ignore[attr-defined]  # playwright's own type, where it is installed
    page = context.new_page()
    page.goto((tmp_path / name).as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    wide = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    found = axe.run(page).response["violations"]
    context.close()

    assert wide
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == []
