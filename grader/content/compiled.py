"""The level as one JSON file in the user's cache, keyed by its sources; and the models built from that form.

The form is plain data without paths, so it serves any place the same files stand in. A cache that cannot be read or written costs
time, never correctness. Knows no YAML.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grader import __version__
from grader.content.models import (
    DEFAULT_FORBIDS,
    CardRule,
    CodeRule,
    Exercise,
    KeyTerm,
    Level,
    Mastery,
    MisconceptionEntry,
    MisconceptionKind,
    MisconceptionRule,
    Objective,
    QuizRule,
    Role,
    Scoring,
    Style,
)
from grader.content.tree import ContentRoot

FORMAT = "grader/level/1"
KEPT = 8  # compiled levels kept in the cache; the oldest go first

Stored = Mapping[str, Any]  # the compiled form, as `source.read_sources` makes it


def source_files(root: ContentRoot) -> list[Path]:
    """The files a level is made from: what `read_sources` reads, no more and no less."""
    stubs = list(root.exercises.glob("*/*.py"))
    yaml_files = [
        root.exercises / "level.yaml",
        *root.exercises.glob("*/objective.yaml"),
        root.quizzes / "misconceptions.yaml",
    ]
    return sorted(path for path in {*stubs, *yaml_files} if path.is_file())


def source_key(root: ContentRoot) -> str:
    """A hash over the names and bytes of every source file, this program's version and the format."""
    digest = hashlib.sha256(f"{FORMAT} {__version__}".encode())
    for path in source_files(root):
        raw = path.read_bytes()
        digest.update(f"\n{path.parent.name}/{path.name} {len(raw)}\n".encode())
        digest.update(raw)
    return digest.hexdigest()


def cache_dir() -> Path:
    """Where compiled levels are kept for this user."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "attention-grader"


def read(key: str) -> Stored | None:
    """The compiled form under a key, or None when there is none that can be read."""
    try:
        stored = json.loads((cache_dir() / f"level-{key}.json").read_bytes())
    except (OSError, ValueError, RuntimeError):  # RuntimeError: this user has no home folder
        return None
    return stored if isinstance(stored, dict) and stored.get("format") == FORMAT and stored.get("key") == key else None


def write(key: str, stored: Stored) -> None:
    """Keep a compiled form; where the cache cannot be written the next load is slower, nothing else."""
    try:
        folder = cache_dir()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, prefix="new-", suffix=".tmp", encoding="utf-8", delete=False) as file:
            json.dump({**stored, "key": key}, file)
        os.replace(file.name, folder / f"level-{key}.json")
        _forget_old(folder)
    except (OSError, RuntimeError):
        return


def _forget_old(folder: Path) -> None:
    kept = sorted(folder.glob("level-*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[KEPT:]:
        path.unlink(missing_ok=True)


def to_level(stored: Stored, root: ContentRoot) -> Level:
    """The models of a compiled form, with paths under `root`."""
    mastery = stored["mastery"]
    code = {**mastery["code"], "hint_factors": tuple(mastery["code"]["hint_factors"])}
    return Level(
        id=stored["id"],
        title=stored["title"],
        objectives=_objectives(stored["objectives"], root),
        key_terms=tuple(KeyTerm(**term) for term in stored["key_terms"]),
        mastery=Mastery(
            code=CodeRule(**code),
            quiz=QuizRule(**mastery["quiz"]),
            cards=CardRule(**mastery["cards"]),
            misconceptions=MisconceptionRule(**mastery["misconceptions"]),
        ),
        misconceptions={entry["id"]: _misconception(entry) for entry in stored["misconceptions"]},
        root=root,
    )


def _objectives(rows: Iterable[Mapping[str, Any]], root: ContentRoot) -> tuple[Objective, ...]:
    rows = list(rows)
    by_slug = {entry["slug"]: (row["folder"], entry) for row in rows for entry in row["exercises"]}
    numbers = {slug: number for number, slug in enumerate(by_slug, 1)}
    return tuple(
        Objective(
            id=row["id"],
            folder=row["folder"],
            title=row["title"],
            sentence=row["sentence"],
            is_badge=row["is_badge"],
            core_needed=row["core_needed"],
            exercises=tuple(
                _exercise(entry, row, numbers[entry["slug"]], _all_needs(entry["slug"], by_slug), root) for entry in row["exercises"]
            ),
            notes_path=root.exercises / row["folder"] / "NOTES.md",
        )
        for row in rows
    )


def _exercise(
    entry: Mapping[str, Any], objective: Mapping[str, Any], number: int, all_needs: tuple[str, ...], root: ContentRoot
) -> Exercise:
    style = Style(entry["style"])
    first, second, third = entry["hints"]
    return Exercise(
        slug=entry["slug"],
        number=number,
        objective_id=objective["id"],
        folder=objective["folder"],
        title=entry["title"],
        points=entry["points"],
        stars=entry["stars"],
        minutes=entry["minutes"],
        style=style,
        needs=tuple(entry["needs"]),
        scoring=Scoring(entry["scoring"]),
        role=Role(entry["role"]),
        limits=entry["limits"],
        forbids=DEFAULT_FORBIDS[style] if entry["forbids"] is None else frozenset(entry["forbids"]),
        hints=(first, second, third),
        functions=tuple(entry["functions"]),
        root=root,
        all_needs=all_needs,
    )


def _all_needs(slug: str, by_slug: Mapping[str, tuple[str, Mapping[str, Any]]]) -> tuple[str, ...]:
    """The modules of everything an exercise needs, directly or not, in level order. `read_sources` refused cycles."""
    found: set[str] = set()
    todo = list(by_slug[slug][1]["needs"])
    while todo:
        needed = todo.pop()
        if needed not in found:
            found.add(needed)
            todo += by_slug[needed][1]["needs"]
    return tuple(f"{by_slug[other][0]}.{other.replace('-', '_')}" for other in by_slug if other in found)


def _misconception(entry: Mapping[str, Any]) -> MisconceptionEntry:
    return MisconceptionEntry(**{**entry, "kind": MisconceptionKind(entry["kind"]), "objectives": tuple(entry["objectives"])})
