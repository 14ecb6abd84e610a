"""The level's trees agree: one name per exercise in each of them, and nothing unfinished is shown to learners."""

from __future__ import annotations

import pytest

from grader.content import load_level
from grader.content.lint import RULES, Rule, lint_level
from grader.content.lint.trees import own_files
from grader.content.models import Role

# Exercises that are planned and not written. Each is marked `draft: true` in its objective.yaml; whoever writes one takes it out of both.
NOT_WRITTEN: set[str] = set()

LEVEL = load_level()
EVERYTHING = load_level(drafts=True)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_lint_has_nothing_to_say(rule: Rule) -> None:
    assert [str(finding) for finding in lint_level(LEVEL, [rule])] == []


def test_drafts_are_exactly_those_that_are_not_written() -> None:
    drafts = {exercise.slug for exercise in EVERYTHING.exercises if exercise.is_draft}

    assert drafts == NOT_WRITTEN


def test_a_draft_that_is_complete_is_no_draft() -> None:
    complete = [
        exercise.slug
        for exercise in EVERYTHING.exercises
        if exercise.is_draft and all(path.is_file() for path in own_files(exercise).values())
    ]

    assert complete == []


def test_the_level_is_the_one_that_was_planned() -> None:
    assert len(EVERYTHING.exercises) == 43
    assert [objective.id for objective in EVERYTHING.objectives] == ["O1", "O2", "O3", "O4", "O5", "O6", "O7", "G"]
    assert [objective.id for objective in EVERYTHING.objectives if objective.is_badge] == ["G"]
    assert sum(objective.points for objective in EVERYTHING.objectives) == 785
    assert len(EVERYTHING.key_terms) == 11


def test_every_objective_starts_in_plain_python() -> None:
    for objective in LEVEL.objectives:
        first = [exercise for exercise in objective.exercises if exercise.role is Role.FOUNDATION]

        assert all(exercise.style == "plain" for exercise in first), objective.id
