"""Content files → models, with every problem of every file at once; a compiled form makes the next load fast.

The compiled form is keyed by the bytes of every file that it was made from, so a stale one is never used. Reading it needs no YAML.
"""

from __future__ import annotations

from pathlib import Path

from grader.content import compiled
from grader.content.models import Level
from grader.content.tree import ContentRoot, find_root, own_check_files
from grader.errors import UsageError, nearest


def load_level(root: ContentRoot | None = None, *, drafts: bool = False) -> Level:
    """The level at `root` (default: the content of this installation); ContentError lists everything wrong with it.

    Exercises marked `draft: true` are left out, unless an author asks for them.
    """
    where = root if root is not None else find_root()
    key = compiled.source_key(where)
    stored = compiled.read(key)
    if stored is None:
        from grader.content.source import read_sources  # YAML and syntax trees: only when a file changed

        stored = read_sources(where)
        compiled.write(key, stored)
    level = compiled.to_level(stored, where, drafts=drafts)
    if where.own_checks is not None:
        refuse_strangers(level, where.own_checks)
    return level


def refuse_strangers(level: Level, own_checks: Path) -> None:
    """UsageError when a file of an instructor's checks is nobody's: it would never run, and ours would, without a word."""
    used = {path.resolve() for exercise in level.exercises for path in (exercise.check_path, *exercise.also_check_paths)}
    drafts = {f"{slug.replace('-', '_')}.py" for objective in level.objectives for slug in objective.drafts}
    problems = []
    for path in own_check_files(own_checks):
        kind, _, filename = path.name.partition("check_")
        if path.resolve() in used or filename in drafts:
            continue
        own = next((exercise for exercise in level.exercises if exercise.filename == filename), None)
        near = nearest(filename, [exercise.filename for exercise in level.exercises])
        said = f"did you mean `{kind}check_{near}`?" if near else "no exercise has such a file"
        if own is not None:
            said = f"put it into `{own.folder}/`, or beside the folders; only one file of a name counts"
        problems.append(f"{path}: this file of checks belongs to no exercise: {said}")
    if problems:
        raise UsageError(
            "\n".join(problems), hint="each is named after an exercise's file: check_softmax_rows.py, also_check_softmax_rows.py"
        )
