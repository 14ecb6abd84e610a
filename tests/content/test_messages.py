"""What a learner reads for every known wrong way of every exercise: compared whole, and free of anything that is ours alone."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.checks.variants import wrong_variants
from grader.content.load import load_level
from grader.learner.message import MOST_LINES
from tests.conftest import GOLDEN, Golden
from tests.content.telling import WIDTH

pytestmark = [pytest.mark.isolation, pytest.mark.slow]

EXERCISES = {exercise.slug: exercise for exercise in load_level().exercises}
OURS = re.compile(r"(^|[\s(])/[a-z]+/|site-packages|grader/checks|tests/checks|Traceback|check_\w+\.py|\x1b")
GROWN = re.compile(r"( = (?:list|dict) of) \d+")
UNSEEDED = re.compile(rb"default_rng\(\)|np\.random\.rand")  # such a variant gives other numbers each time: nothing to keep
ANY_LINE = 20  # characters: shorter lines of a check may stand in a message by chance
PROCESSES = 2


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """The messages of every exercise that is asked for, variant by variant, from two grading processes side by side."""
    params = [getattr(item, "callspec").params for item in request.session.items if item.path == request.path and hasattr(item, "callspec")]  # noqa: B009  # only parametrized items have one
    slugs = sorted({param["slug"] for param in params}, key=lambda slug: -EXERCISES[slug].wrong_path.stat().st_size)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    parts = [part for number in range(PROCESSES) if (part := slugs[number::PROCESSES])]
    kept = [tmp_path_factory.mktemp("told") / "lines.json" for _ in parts]  # pipes would fill up: one is read at a time
    with contextlib.ExitStack() as stack:
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.content.telling", *part],
                stdout=stack.enter_context(path.open("w", encoding="utf-8")),
                env=environment,
            )
            for part, path in zip(parts, kept, strict=True)
        ]
        assert [process.wait() for process in running] == [0] * len(parts)
    said = [path.read_text(encoding="utf-8") for path in kept]
    return {told["slug"]: told["texts"] for out in said for told in map(json.loads, out.splitlines())}


def grouped(texts: dict[str, str]) -> str:
    """Each text once, under the names of all variants that get it."""
    names: dict[str, list[str]] = {}
    for name, text in texts.items():
        names.setdefault(text, []).append(name)
    return "\n\n".join(f"## {', '.join(group)}\n{text}" for text, group in names.items()) + "\n"


def settled(text: str) -> str:
    """How far a program had come when memory ran out is as the machine has it: it is not kept."""
    return GROWN.sub(r"\1 as far as it came", text) if "MemoryError" in text else text


@pytest.mark.parametrize("slug", EXERCISES)
def test_every_wrong_variant_is_told_as_it_should_be(slug: str, told: dict[str, dict[str, str]], golden: Golden) -> None:
    exercise = EXERCISES[slug]
    texts = told[slug]
    check_source = set(exercise.check_path.read_text(encoding="utf-8").splitlines())
    for name, text in texts.items():
        lines = text.splitlines()
        assert len(lines) <= MOST_LINES, name
        assert max(map(len, lines)) <= WIDTH, name
        assert not OURS.search(text), (name, OURS.search(text))
        assert "next" in text, name
        assert not check_source.intersection(line.strip() for line in lines if len(line.strip()) > ANY_LINE), name
    variants = wrong_variants(exercise.wrong_path, exercise.solution_path)
    assert list(texts) == [variant.name for variant in variants]
    unseeded = {variant.name for variant in variants if UNSEEDED.search(variant.source)}
    golden(f"messages/{slug}.txt", grouped({name: settled(text) for name, text in texts.items() if name not in unseeded}))


def test_the_golden_messages_are_those_of_the_level() -> None:
    assert {path.stem for path in Path(GOLDEN / "messages").glob("*.txt")} == set(EXERCISES)
