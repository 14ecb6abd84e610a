"""Shell completion: names of exercises, with their titles. Loads the level, and says nothing when it cannot be loaded."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from grader.errors import GraderError


def exercise_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The exercises whose names start like this and are not on the line yet; a name may be typed with either hyphen."""
    from grader.content.load import load_level

    try:
        level = load_level()
    except GraderError:
        return []  # completion has nowhere to show an error; the command will
    given = ctx.params.get(param.name or "") or ()
    start = incomplete.replace("_", "-").lower()
    return [
        CompletionItem(exercise.slug, help=exercise.title)
        for exercise in level.exercises
        if exercise.slug.startswith(start) and exercise.slug not in given
    ]
