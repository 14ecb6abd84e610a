"""Where the content trees are: in a checkout or an editable install beside the package, in a wheel inside it.

Knows the folders, not what the files say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from grader.errors import ContentError, UsageError
from grader.records import dataclass

PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class ContentRoot:
    """The four trees of a level, and the instructor's own checks where `--checks DIR` gave some."""

    exercises: Path
    solutions: Path
    quizzes: Path
    checks: Path
    own_checks: Path | None = None

    @classmethod
    def of_checkout(cls, folder: Path) -> ContentRoot:
        """The trees of a checkout, or of a made-up level laid out like one."""
        return cls(folder / "exercises", folder / "solutions", folder / "quizzes", folder / "tests" / "checks")

    @classmethod
    def of_wheel(cls, folder: Path) -> ContentRoot:
        """The trees as the build hook lays them inside the package."""
        return cls(folder / "exercises", folder / "solutions", folder / "quizzes", folder / "checks")

    def with_checks(self, folder: Path) -> ContentRoot:
        """The same trees with an instructor's folder of checks; UsageError when there is none in it."""
        if not folder.is_dir():
            raise UsageError(f"No folder of checks at `{folder}`.", hint="--checks names a folder that holds check_*.py files")
        if not any(True for _ in own_check_files(folder)):
            raise UsageError(
                f"No checks in `{folder}`.",
                hint="name a file check_softmax_rows.py to replace our checks of softmax-rows, also_check_softmax_rows.py to add some",
            )
        return replace(self, own_checks=folder.resolve())

    def replaced(self, folder: str, filename: str) -> Path | None:
        """The instructor's file of this name, in the objective's folder or loose, or None."""
        if self.own_checks is None:
            return None
        candidates = (self.own_checks / folder / filename, self.own_checks / filename)
        return next((path for path in candidates if path.is_file()), None)

    def shown(self, path: Path) -> str:
        """A path as people say it: from the folder that holds the trees."""
        for base in (self.exercises.parent, self.checks.parent.parent):
            if path.is_relative_to(base):
                return path.relative_to(base).as_posix()
        return str(path)


def find_root() -> ContentRoot:
    """The content of this installation; ContentError when the installation has lost it."""
    inside = PACKAGE / "_content"
    if (inside / "exercises" / "level.yaml").is_file():
        return ContentRoot.of_wheel(inside)
    beside = ContentRoot.of_checkout(PACKAGE.parent)
    if (beside.exercises / "level.yaml").is_file():
        return beside
    raise ContentError([f"No exercises/level.yaml beside or inside `{PACKAGE}`."], hint="install the package again")


def own_check_files(folder: Path) -> Iterator[Path]:
    """An instructor's check files: loose in the folder or one level down."""
    for pattern in ("check_*.py", "also_check_*.py"):
        yield from sorted(folder.glob(pattern))
        yield from sorted(folder.glob(f"*/{pattern}"))


def helper_files(root: ContentRoot, folder: str) -> tuple[Path, ...]:
    """The shared helpers that checks of an objective may import: Python files that are no exercise's own."""
    own = ("check_", "wrong_", "alt_", "also_check_")
    trees = [root.checks, root.checks / folder]
    if root.own_checks is not None:
        trees += [root.own_checks, root.own_checks / folder]
    found = [path for tree in trees for path in sorted(tree.glob("*.py")) if not path.name.startswith(own)]
    return tuple(dict.fromkeys(found))
