"""Build hook: ships the content trees inside the wheel, as grader/_content.

An editable install gets nothing extra: there the trees are found beside the package. Knows nothing of what the files say.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TREES = {
    "exercises": "grader/_content/exercises",
    "solutions": "grader/_content/solutions",
    "quizzes": "grader/_content/quizzes",
    "tests/checks": "grader/_content/checks",
}
SUFFIXES = {".py", ".md", ".yaml", ".svg", ".lock", ".json"}


class ContentHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own config type is no concern of ours
    """Adds every content file to the wheel under its place in grader/_content."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for source, target in TREES.items():
            for path in content_files(Path(self.root) / source):
                inside = path.relative_to(Path(self.root) / source).as_posix()
                build_data["force_include"][str(path)] = f"{target}/{inside}"


def content_files(tree: Path) -> list[Path]:
    """The files of one tree that ship, sorted; caches and editor leftovers stay behind."""
    return sorted(
        path
        for path in tree.rglob("*")
        if path.is_file() and path.suffix in SUFFIXES and "__pycache__" not in path.parts and not path.name.startswith(".")
    )
