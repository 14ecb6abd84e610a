"""The one-file lab that the sample downloads are of: its file names in place of the level's, and its history as git checkouts."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.names import FileNames

SAMPLES = Path(__file__).with_name("samples")
STARTER = "def softmax(x, axis=-1):\n    ...\n\ndef attention(q, k, v, mask=None):\n    ...\n"


@dataclass(frozen=True, slots=True)
class LabExercise:
    slug: str = "attention"
    filename: str = "attention.py"
    functions: tuple[str, ...] = ("attention", "softmax")
    stub_path: Path = SAMPLES / "there is none"


@dataclass(frozen=True, slots=True)
class Lab:
    exercises: tuple[LabExercise, ...] = (LabExercise(),)


def lab_names() -> FileNames:
    return FileNames(Lab())  # type: ignore[arg-type]  # only names are asked of it


def repository(path: Path, *commits: tuple[str, str], name: str = "attention.py") -> None:
    """A checkout with a commit of one file at each time."""
    path.mkdir(parents=True)
    who = {
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.invalid",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.invalid",
    }
    base = {"PATH": "/usr/local/bin:/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(path), **who}

    def git(*arguments: str, when: str = "") -> None:
        times = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when} if when else {}
        subprocess.run(["git", *arguments], cwd=path, check=True, stdout=subprocess.DEVNULL, env={**base, **times})

    git("init", "-q", "-b", "main")
    for when, text in commits:
        (path / name).write_text(text)
        git("add", "-A")
        git("commit", "-q", "-m", "work", when=when)
