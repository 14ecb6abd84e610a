"""class.yaml: defaults without it, and every problem at once with its place."""

from __future__ import annotations

import re
import textwrap
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.classroom.settings import ClassSettings, Feedback, load_settings
from grader.content.models import Level
from grader.errors import ContentError


def settings(folder: Path, level: Level, text: str) -> ClassSettings:
    (folder / "class.yaml").write_text(text, encoding="utf-8")
    return load_settings(folder, level)


def problems(folder: Path, level: Level, text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        settings(folder, level, text)
    return [problem.partition("class.yaml:")[2] for problem in caught.value.problems]


def test_without_a_file_every_exercise_is_assigned_for_its_own_points(tmp_path: Path, level: Level) -> None:
    found = load_settings(tmp_path, level)

    assert found.slugs == tuple(exercise.slug for exercise in level.exercises)
    assert found.feedback is Feedback.BRIEF
    assert found.points == {}


def test_a_file_of_comments_alone_is_as_none(tmp_path: Path, level: Level) -> None:
    assert settings(tmp_path, level, "# nothing yet\n") == load_settings(tmp_path.parent, level)


def test_exercises_stand_in_level_order_whatever_order_they_are_named_in(tmp_path: Path, level: Level) -> None:
    found = settings(tmp_path, level, "exercises: [softmax-rows, softmax-by-hand]\npoints: {softmax-rows: 7.5}\n")

    assert found.slugs == ("softmax-by-hand", "softmax-rows")
    assert found.points == {"softmax-rows": 7.5}


def test_a_deadline_is_kept_in_utc(tmp_path: Path, level: Level) -> None:
    found = settings(tmp_path, level, "due: 2026-10-05T23:59:00+02:00\nfeedback: full\n")

    assert found.due == datetime(2026, 10, 5, 21, 59, tzinfo=UTC)


def test_every_problem_is_named_with_its_place(tmp_path: Path, level: Level) -> None:
    text = "exercises: [sofmax-rows, softmax-rows, softmax-rows]\npoints: {softmax-rows: -1}\ndue: tomorrow\nfeedbak: full\n"

    assert problems(tmp_path, level, text) == [
        "1:13: unknown exercise `sofmax-rows`. Did you mean `softmax-rows`?",
        "1:40: `softmax-rows` is named twice",
        "2:10: `softmax-rows` must be a number from 0 to 1,000,000, found `-1`",
        "3:1: `due` must be a date and time such as 2026-10-05T23:59:00+02:00, found `tomorrow`",
        "4:1: unknown key `feedbak`. Did you mean `feedback`?",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("due: 2026-10-05T23:59:00\n", "needs its offset from UTC"),
        ("feedback: full\n", "say when that is with `due`"),
        ("exercises: []\n", "names none"),
        ("limits: {call_cpu: 3}\n", "Did you mean `call_cpu_s`?"),
        ("- softmax-rows\n", "expected a mapping"),
        ("exercises: [softmax-rows\n", "not YAML"),
        ("hostile: yes please\n", "a list of texts"),
        ("late: {take: linear}\ndue: 2026-10-05T23:59:00Z\n", "needs `per_day`"),
        ("late: {take: steps}\ndue: 2026-10-05T23:59:00Z\n", "needs `steps`"),
        ("late: {take: linear, per_day: 10}\n", "needs a deadline"),
        ("attempts: in_time\n", "`attempts` needs a deadline"),
        ("attempts: first\n", "one of latest, best, in_time"),
        ("exercise_due: {softmax-rows: 2026-10-05T23:59:00Z}\n", "needs a deadline"),
        ("exercise_due: {sofmax-rows: 2026-10-05T23:59:00Z}\ndue: 2026-10-05T23:59:00Z\n", "Did you mean `softmax-rows`?"),
        ("groups: {team-1: [s1, s2], team-2: [s2]}\n", "`s2` is in `team-1` already"),
        ("groups: {team-1: []}\n", "has no members"),
        ("release: soon\n", "must be a date and time"),
        ("due: 0001-01-01T00:00:00+14:00\n", "must be of a year from 1970 to 3000"),
        ("due: 9999-12-31T23:59:00-12:00\n", "must be of a year from 1970 to 3000"),
        ("extensions: {s1: 9999-12-31T23:59:00-12:00}\ndue: 2026-10-05T23:59:00Z\n", "must be of a year"),
        ("late: {take: all, after_hours: 1e300}\ndue: 2026-10-05T23:59:00Z\n", "a number from 0 to 87,840"),
        ("late: {take: all, after_hours: 1e999}\ndue: 2026-10-05T23:59:00Z\n", "a number from 0 to 87,840"),
        ("late: {take: linear, per_day: 1e999}\ndue: 2026-10-05T23:59:00Z\n", "a number, at least 0"),
        ("late: {take: linear, per_day: 1, grace_minutes: 1e300}\ndue: 2026-10-05T23:59:00Z\n", "a number from 0 to 5,270,400"),
        ("points: {softmax-rows: 1e999}\n", "a number from 0 to 1,000,000"),
        ("extensions: {s1: 2026-10-05T23:59:00}\ndue: 2026-10-05T23:59:00Z\n", "needs its offset from UTC"),
    ],
)
def test_one_mistake_gives_one_clear_sentence(tmp_path: Path, level: Level, text: str, said: str) -> None:
    assert any(said in problem for problem in problems(tmp_path, level, text))


def test_the_how_to_shows_every_key_and_its_example_loads(tmp_path: Path, level: Level) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "how-to" / "grade-a-class.md").read_text(encoding="utf-8")
    block = textwrap.dedent(page.split("```yaml\n")[1].split("   ```")[0])
    shown = set(re.findall(r"^(\w+):", block, re.MULTILINE))
    found = settings(tmp_path, level, block)

    assert shown == {"exercises" if field.name == "slugs" else field.name for field in fields(ClassSettings) if field.name != "zone"}
    assert found.slugs == ("softmax-rows", "attention-matrix")
