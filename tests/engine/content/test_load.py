"""Content files to models: all problems at once, and a compiled form that is never stale."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.content import load_level
from grader.content.models import Role, Scoring, Style
from grader.errors import ContentError, UnknownName, UsageError
from tests.engine.content.tiny_level import FIRST, LEVEL, MISCONCEPTIONS, SECOND, WriteLevel


def problems(tiny: WriteLevel, changes: dict[str, str | None]) -> list[str]:
    with pytest.raises(ContentError) as caught:
        load_level(tiny(changes))
    return list(caught.value.problems)


def test_a_level_loads_with_types_numbers_and_paths(tiny: WriteLevel) -> None:
    level = load_level(tiny())
    rows = level.exercise("add-rows")

    assert [exercise.slug for exercise in level.exercises] == ["add-two", "add-rows", "add-all"]
    assert (rows.number, rows.style, rows.role, rows.limits) == (2, Style.NUMPY, Role.ANCHOR, {"call_cpu_s": 4.0})
    assert rows.stub_path.is_file()
    assert rows.check_path.is_file()
    assert rows.functions == ("add_rows",)
    assert level.exercise("add-all").scoring is Scoring.ALL_OR_NOTHING
    assert level.exercise("add-all").all_needs == ("a_first.add_two", "a_first.add_rows")
    assert "numpy" in level.exercise("add-two").forbids
    assert "numpy" not in rows.forbids
    assert level.misconception("sum-is-product/twice").correction == "A sum adds."


@pytest.mark.parametrize("name", ["add-rows", "add_rows", "add_rows.py", "a_first/add_rows.py", "/home/pat/a_first/add_rows.py",
                                  "a_first.add_rows", "2", " add-rows ", "a_first\\add_rows.py"])  # fmt: skip
def test_a_name_a_number_or_a_path_all_mean_the_exercise(tiny: WriteLevel, name: str) -> None:
    assert load_level(tiny()).exercise(name).slug == "add-rows"


def test_an_unknown_exercise_suggests_the_nearest_name(tiny: WriteLevel) -> None:
    with pytest.raises(UnknownName, match=r"Unknown exercise `ad-rows`. Did you mean `add-rows`\?"):
        load_level(tiny()).exercise("ad-rows")


def test_every_problem_of_every_file_is_told_at_once(tiny: WriteLevel) -> None:
    found = problems(
        tiny,
        {
            "exercises/level.yaml": LEVEL.replace("title: A tiny level", "titel: A tiny level"),
            "exercises/a_first/objective.yaml": FIRST.replace("points: 10", "points: ten").replace("role: anchor", "role: ankor"),
            "exercises/b_second/objective.yaml": SECOND.replace("needs: [add-rows]", "needs: [ad-rows]"),
            "quizzes/misconceptions.yaml": MISCONCEPTIONS.replace("objectives: [A]", "objectives: [C]"),
        },
    )

    assert found == [
        "exercises/a_first/objective.yaml:7:5: `points` must be a whole number from 1 to 1000, found `ten`",
        "exercises/a_first/objective.yaml:20:5: `role` must be one of foundation, core, anchor, stretch, found `ankor`",
        "exercises/b_second/objective.yaml:11:13: unknown exercise `ad-rows`. Did you mean `add-rows`?",
        "exercises/level.yaml:1:1: missing key `title` (text)",
        "exercises/level.yaml:2:1: unknown key `titel`. Did you mean `title`?",
        "quizzes/misconceptions.yaml:4:18: unknown objective `C`. Known: A, B.",
    ]


def test_a_missing_file_is_one_problem_and_hides_no_other(tiny: WriteLevel) -> None:
    found = problems(tiny, {"exercises/b_second/objective.yaml": None, "exercises/a_first/objective.yaml": FIRST + "extra: 1\n"})

    assert found == [
        "exercises/a_first/objective.yaml:23:1: unknown key `extra`. Known: id, title, sentence, is_badge, exercises, core_needed.",
        "exercises/b_second/objective.yaml:1:1: no such file",
    ]


def test_exercises_that_need_each_other_are_named_in_order(tiny: WriteLevel) -> None:
    circle = FIRST.replace("    role: foundation", "    needs: [add-all]\n    role: foundation")

    assert problems(tiny, {"exercises/a_first/objective.yaml": circle}) == [
        "exercises/b_second/objective.yaml:11:13: exercises need each other in a circle: add-all → add-rows → add-two → add-all"
    ]


def test_two_exercises_of_one_name_are_a_problem(tiny: WriteLevel) -> None:
    twice = SECOND.replace("slug: add-all", "slug: add-two")

    assert problems(tiny, {"exercises/b_second/objective.yaml": twice, "exercises/b_second/add_all.py": None}) == [
        "exercises/b_second/objective.yaml:5:5: `add-two` is already the name of an exercise in exercises/a_first/objective.yaml"
    ]


def test_a_stub_that_nothing_lists_is_a_problem(tiny: WriteLevel) -> None:
    assert problems(tiny, {"exercises/a_first/add_three.py": '"""Three."""\n'}) == [
        "exercises/a_first/add_three.py:1:1: not listed in a_first/objective.yaml"
    ]


def test_a_stub_that_is_no_python_is_a_problem_on_its_line(tiny: WriteLevel) -> None:
    found = problems(tiny, {"exercises/a_first/add_two.py": '"""x."""\ndef f(:\n'})

    assert found == ["exercises/a_first/add_two.py:2:7: the stub is not valid Python: invalid syntax"]


def test_drafts_are_hidden_and_said_to_be_drafts(tiny: WriteLevel) -> None:
    root = tiny({"exercises/a_first/objective.yaml": FIRST.replace("    style: numpy", "    draft: true\n    style: numpy")})

    assert [exercise.slug for exercise in load_level(root).exercises] == ["add-two", "add-all"]
    assert [exercise.slug for exercise in load_level(root, drafts=True).exercises] == ["add-two", "add-rows", "add-all"]
    assert load_level(root).exercise("add-all").all_needs == ()
    with pytest.raises(UsageError, match="The exercise `add-rows` is a draft"):
        load_level(root).exercise("add-rows")


def test_given_functions_of_a_stub_are_not_the_learners(tiny: WriteLevel) -> None:
    given = (
        '"""x."""\n\n\ndef given(x):\n    """Given."""\n    return x\n\n\ndef add_two(a, b):\n'
        '    """Sum."""\n    # TODO: x\n    raise NotImplementedError\n'
    )

    assert load_level(tiny({"exercises/a_first/add_two.py": given})).exercise("add-two").functions == ("add_two",)


def test_a_changed_file_is_seen_at_the_next_load(tiny: WriteLevel) -> None:
    root = tiny()
    assert load_level(root).exercise("add-two").points == 10

    (root.exercises / "a_first" / "objective.yaml").write_text(FIRST.replace("points: 10", "points: 11"))
    assert load_level(root).exercise("add-two").points == 11


def test_a_damaged_cache_is_rebuilt(tiny: WriteLevel, own_cache: Path) -> None:
    root = tiny()
    before = load_level(root)
    (stored,) = (own_cache / "attention-grader").glob("level-*.json")
    stored.write_text('{"format": ')

    assert load_level(root) == before
    assert json.loads(stored.read_text())["id"] == "tiny"


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(tiny: WriteLevel, own_cache: Path) -> None:
    own_cache.write_text("a file stands where the folder should be")

    assert load_level(tiny()).title == "A tiny level"


def test_a_second_load_needs_no_yaml(own_cache: Path) -> None:
    code = (
        "import sys; from grader.content import load_level; load_level(); print(*sorted({'yaml', 'pydantic', 'numpy'} & set(sys.modules)))"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(own_cache)}
    said = [subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True) for _ in range(2)]

    assert [run.stdout.split() for run in said] == [["yaml"], []]


def test_the_limits_that_files_may_set_are_those_of_a_child() -> None:
    from dataclasses import fields

    from grader.checks.limits import Limits
    from grader.content.source import LIMIT_NAMES

    assert sorted(LIMIT_NAMES) == sorted(field.name for field in fields(Limits))


def test_only_the_newest_compiled_levels_are_kept(tiny: WriteLevel, own_cache: Path) -> None:
    for points in range(1, 13):
        load_level(tiny({"exercises/a_first/objective.yaml": FIRST.replace("points: 10", f"points: {points}")}))

    assert len(list((own_cache / "attention-grader").iterdir())) == 8


@pytest.mark.parametrize("name", ["²", "٣", "1" * 5_000, "0", "-1"])
def test_what_is_no_number_of_an_exercise_is_an_unknown_name(name: str) -> None:
    with pytest.raises(UnknownName):
        load_level().exercise(name)
