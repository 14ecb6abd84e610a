"""The learner's own report: one page that works offline, the same bytes for the same progress, and two sheets of paper."""

from __future__ import annotations

import itertools
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.content.load import load_level
from grader.learner.checking import Checked
from grader.learner.desk import Desk
from grader.learner.folder import start
from grader.learner.progress import progress
from grader.report.progress_page import write_progress_page
from grader.results import CheckResult, ExerciseEvidence, ExerciseResult, Misconception, Outcome, Verdict

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MOST_BYTES = 300_000
MONDAY = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a learner who passed every third exercise, failed every other third with a misconception, and took hints."""
    level, place = load_level(), tmp_path_factory.mktemp("progress")
    tags = list(level.misconceptions)
    with Desk(level, start(level, place / "mine").folder) as desk:
        for exercise in level.exercises:
            verdict = (Verdict.PASSED, Verdict.FAILED, Verdict.TODO)[exercise.number % 3]
            found = (Misconception(tags[exercise.number], "", ""),) if verdict is Verdict.FAILED else ()
            check = CheckResult("check_one", "It holds.", verdict, points=1.0, max_points=1.0)
            result = ExerciseResult(exercise.slug, exercise.objective_id, verdict, (check,), found, 1.0, 1.0)
            desk.note(Checked(exercise, Outcome(result, ExerciseEvidence(exercise.slug))), MONDAY)
            if verdict is Verdict.FAILED:
                desk.hint(exercise, MONDAY)
        seen = progress(desk, MONDAY.date())
        for name in ("one.html", "two.html"):
            write_progress_page(place / name, level, seen)
    return place / "one.html"


def test_the_same_progress_gives_the_same_bytes(page: Path) -> None:
    assert page.read_bytes() == page.with_name("two.html").read_bytes()
    assert len(page.read_bytes()) < MOST_BYTES


def test_it_needs_nothing_from_elsewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    assert re.findall(r"""(?:src|href)=["']?(?!#|data:)[^"'>\s]+|url\((?!#|["']?data:)|<script|@import""", text) == []


def test_every_objective_and_exercise_is_on_it_and_headings_go_down_step_by_step(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    level = load_level()
    steps = [int(number) for number in re.findall(r"<h([1-6])", text)]

    assert all(exercise.slug in text for exercise in level.exercises)
    assert steps[0] == 1
    assert steps.count(1) == 1
    assert all(below <= above + 1 for above, below in itertools.pairwise(steps))


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_it_prints_on_two_pages_and_fits_a_phone(page: Path, browser: object) -> None:
    shown = browser.new_page(viewport={"width": 320, "height": 640})  # type: ignore[attr-defined]  # playwright's own type
    shown.goto(page.as_uri())
    is_too_wide = shown.evaluate("document.documentElement.scrollWidth > innerWidth")
    paper = shown.pdf(format="A4")
    shown.close()

    assert not is_too_wide
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2
