"""What opening a submission gives, whatever it came in: candidate exercise files read once into memory, warnings, or one problem."""

from __future__ import annotations

from grader.records import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file whose name is an exercise's. `content` is None when it cannot be taken, and `problem` says why."""

    path: str  # inside the submission, storable, with forward slashes
    content: bytes | None
    problem: str = ""
    slug: str = ""  # the exercise, where the name does not say
    is_from_notebook: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A submission's candidates by path. With `problem`, nothing in it can be graded. `others`: files of other names, but for notebooks."""

    candidates: tuple[Candidate, ...] = ()
    others: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    problem: str = ""
    notebooks: tuple[Candidate, ...] = ()  # whole .ipynb files, not looked into yet
    strangers: tuple[Candidate, ...] = ()  # the Python files among the `others`, read
