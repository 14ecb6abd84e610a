"""What a learner reads for every known wrong way of every exercise: compared whole, and free of anything that is ours alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grader.checks.pool import Job, Pool
from grader.checks.variants import wrong_variants
from grader.cli import render
from grader.content.load import load_level
from grader.content.models import Exercise
from grader.learner.message import MOST_LINES, message
from grader.results import Outcome
from tests.conftest import GOLDEN, Golden

pytestmark = [pytest.mark.isolation, pytest.mark.slow]

WIDTH = 100
SECRET = bytes.fromhex("c0ffee" * 10 + "cafe")  # every input is drawn from it, so every message is the same each time
LEVEL = load_level()
EXERCISES = {exercise.slug: exercise for exercise in LEVEL.exercises}
OURS = re.compile(r"(^|[\s(])/[a-z]+/|site-packages|grader/checks|tests/checks|Traceback|check_\w+\.py|\x1b")
UNSEEDED = re.compile(rb"default_rng\(\)|np\.random\.rand")  # such a variant gives other numbers each time: nothing to keep
ANY_LINE = 20  # characters: shorter lines of a check may stand in a message by chance


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(LEVEL, list(EXERCISES), secret=SECRET, slots=2, canaries=False) as pool:
        yield pool


def told(exercise: Exercise, outcome: Outcome) -> str:
    """The message as a pipe gets it."""
    lines = message(exercise, outcome, LEVEL.misconceptions, file=f"{exercise.folder}/{exercise.filename}", width=WIDTH)
    return "\n".join(f"{render.mark(line.sign)} {line.text}" if line.sign else line.text for line in lines)


def grouped(texts: dict[str, str]) -> str:
    """Each text once, under the names of all variants that get it."""
    names: dict[str, list[str]] = {}
    for name, text in texts.items():
        names.setdefault(text, []).append(name)
    return "\n\n".join(f"## {', '.join(group)}\n{text}" for text, group in names.items()) + "\n"


@pytest.mark.parametrize("slug", EXERCISES)
def test_every_wrong_variant_is_told_as_it_should_be(slug: str, pool: Pool, golden: Golden) -> None:
    exercise = EXERCISES[slug]
    variants = wrong_variants(exercise.wrong_path, exercise.solution_path)
    jobs = [Job(variant.name, slug, variant.source, task={"shrink": True}) for variant in variants]
    outcomes = {job.key: outcome for job, outcome in pool.run(jobs)}
    texts = {job.key: click.unstyle(told(exercise, outcomes[job.key])) for job in jobs}

    check_source = set(exercise.check_path.read_text(encoding="utf-8").splitlines())
    for name, text in texts.items():
        lines = text.splitlines()
        assert len(lines) <= MOST_LINES, name
        assert max(map(len, lines)) <= WIDTH, name
        assert not OURS.search(text), (name, OURS.search(text))
        assert "next" in text, name
        assert not check_source.intersection(line.strip() for line in lines if len(line.strip()) > ANY_LINE), name
    unseeded = {variant.name for variant in variants if UNSEEDED.search(variant.source)}
    golden(f"messages/{slug}.txt", grouped({name: text for name, text in texts.items() if name not in unseeded}))


def test_the_golden_messages_are_those_of_the_level() -> None:
    assert {path.stem for path in Path(GOLDEN / "messages").glob("*.txt")} == set(EXERCISES)
