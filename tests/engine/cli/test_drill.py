"""`grader drill` as a learner meets it: reveal, rate, undo, cram, forecast, settings; without a terminal and in ASCII."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.store.learner import LearnerStore
from tests.conftest import Opened
from tests.engine.cli.test_quiz import ROOT, folder, grader
from tests.engine.running import least_cpu_s

__all__ = ["folder"]


def reviews(folder: Path) -> list[tuple[str, int, bool]]:
    with LearnerStore(folder / ".grader") as store:
        return [(review.card, review.rating, review.is_cram) for review in store.reviews()]


def test_a_card_is_shown_revealed_and_rated(folder: Path) -> None:
    done = grader(folder, "drill", "-o", "O3", typed="\n3\nq\n")

    assert done.returncode == 0, done.stderr
    assert "Card 1 of" in done.stdout
    assert "1 again (1 min)   2 hard (6 min)   3 good (10 min)   4 easy" in done.stdout
    assert "1 answered, 1 recalled" in done.stdout
    assert [rating for _, rating, _ in reviews(folder)] == [3]


def test_typing_the_answer_suggests_the_rating(folder: Path) -> None:
    card = json.loads(grader(folder, "drill", "--json", "-t", "attention weights").stdout)["data"]["due"][0]["card"]
    assert card.startswith(("o3", "key"))

    done = grader(folder, "drill", "-t", "query", typed="no idea\n\nq\n")

    assert "Compare with what you typed." in done.stdout
    assert [rating for _, rating, _ in reviews(folder)] == [1]


def test_undo_takes_back_and_asks_again(folder: Path) -> None:
    done = grader(folder, "drill", "-o", "O3", typed="\n3\nu\n\n4\nq\n")

    assert "Taken back:" in done.stdout
    assert [rating for _, rating, _ in reviews(folder)] == [4]


def test_end_of_input_keeps_what_was_rated(folder: Path) -> None:
    assert grader(folder, "drill", typed="\n3\n\n").returncode == 0
    assert len(reviews(folder)) == 1


def test_cram_asks_everything_and_moves_no_due_date(folder: Path, opened: Opened) -> None:
    grader(folder, "drill", "-t", "head", typed="\n4\nq\n")
    before = opened(folder / ".grader").states()

    done = grader(folder, "drill", "-t", "head", "--cram", typed="\n1\n" * 20)

    assert "no due date moves" in done.stdout
    assert opened(folder / ".grader").states() == before
    assert sum(is_cram for _, _, is_cram in reviews(folder)) >= 3


def test_nothing_due_says_what_comes_next(folder: Path) -> None:
    grader(folder, "drill", "--new", "0")

    done = grader(folder, "drill")

    assert done.returncode == 5
    assert "No card is due." in done.stderr
    assert "--cram" in done.stderr


def test_settings_are_kept_and_the_forecast_shows_what_they_cost(folder: Path) -> None:
    assert "retention 0.85" in grader(folder, "drill", "--retention", "0.85", "--new", "5").stdout

    shown = grader(folder, "drill", "--forecast")
    data = json.loads(grader(folder, "drill", "--forecast", "--json").stdout)["data"]

    assert "<- yours" in shown.stdout
    assert data["retention"] == 0.85
    assert list(data["minutes_a_day"]) == ["0.80", "0.85", "0.90", "0.95"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("drill", "-o", "O99"), "Unknown objective"),
        (("drill", "-t", "querry"), "Did you mean `query`"),
        (("drill", "--goal", "soon"), "is not a date"),
        (("drill", "--goal", "2001-01-01"), "not in the future"),
        (("drill", "--retention", "1.5"), "0.7"),
    ],
)
def test_wrong_usage_is_a_sentence(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    done = grader(folder, *arguments)

    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_ascii_terminal_at_60_columns_gets_ascii(folder: Path) -> None:
    done = grader(folder, "drill", "-o", "O4", typed="\n3\n\n3\n\n3\nq\n", columns=60, PYTHONIOENCODING="ascii", NO_COLOR="1")

    assert done.returncode == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if len(line) > 60] == []
    assert "\x1b" not in done.stdout


HEAVY = ("fsrs", "yaml", "pydantic", "numpy", "jinja2", "genanki", "grader.quiz.model", "grader.quiz.marking", "grader.mathtext")
FIRST_CARD = """
import sys
from grader.cli import main
main(["drill"])
print("LOADED", *sorted(set(sys.modules) & set({heavy!r})))
"""


def test_the_first_card_is_on_the_screen_before_anything_heavy_is_loaded(folder: Path) -> None:
    grader(folder, "drill", typed="")  # the compiled bank is made once

    done = subprocess.run(
        [sys.executable, "-c", FIRST_CARD.format(heavy=HEAVY)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )

    assert "Card 1 of" in done.stdout
    assert done.stdout.splitlines()[-1] == "LOADED"


def test_the_first_card_costs_less_than_150_ms_of_cpu_over_bare_python(folder: Path) -> None:
    grader(folder, "drill", "-o", "O1", typed="\n3\nq\n")

    assert least_cpu_s(folder, "-m", "grader", "drill") - least_cpu_s(folder, "-c", "pass") < 0.15
