"""The level as one JSON file in the user's cache, keyed by its sources; and the models built from that form.

The form is plain data without paths, so it serves any place the same files stand in. A cache that cannot be read or written costs
time, never correctness. Knows no YAML.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
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

FORMAT = "grader/level/2"
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
        _replace(folder / f"level-{key}.json", json.dumps({**stored, "key": key}))
        _forget_old(folder)
    except (OSError, RuntimeError):
        return


def _replace(path: Path, text: str) -> None:
    """Write a file in one step: a reader, or a second writer, meets the old one or the new one, never half of one."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix="new-", suffix=".tmp", encoding="utf-8", delete=False) as file:
        try:
            file.write(text)
            file.flush()
            os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise


def _forget_old(folder: Path) -> None:
    kept = sorted(folder.glob("level-*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[KEPT:]:
        path.unlink(missing_ok=True)


def to_level(stored: Stored, root: ContentRoot, *, drafts: bool = False) -> Level:
    """The models of a compiled form, with paths under `root`; drafts are left out unless asked for."""
    mastery = stored["mastery"]
    code = {**mastery["code"], "hint_factors": tuple(mastery["code"]["hint_factors"])}
    return Level(
        id=stored["id"],
        title=stored["title"],
        objectives=_Builder(stored["objectives"], root, drafts).objectives(),
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


class _Builder:
    """Builds the objectives and exercises of a compiled form."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], root: ContentRoot, with_drafts: bool) -> None:
        self.rows = rows
        self.root = root
        shown = [(row["folder"], entry) for row in rows for entry in row["exercises"] if _is_shown(entry, with_drafts)]
        self.by_slug: dict[str, tuple[str, Mapping[str, Any]]] = {entry["slug"]: (folder, entry) for folder, entry in shown}
        self.numbers = {slug: number for number, slug in enumerate(self.by_slug, 1)}

    def objectives(self) -> tuple[Objective, ...]:
        return tuple(
            Objective(
                id=row["id"],
                folder=row["folder"],
                title=row["title"],
                sentence=row["sentence"],
                is_badge=row["is_badge"],
                core_needed=min(row["core_needed"], self._core_shown(row)),
                exercises=tuple(self._exercise(entry, row) for entry in row["exercises"] if entry["slug"] in self.by_slug),
                drafts=tuple(entry["slug"] for entry in row["exercises"] if entry["slug"] not in self.by_slug),
                notes_path=self.root.exercises / row["folder"] / "NOTES.md",
            )
            for row in self.rows
        )

    def _core_shown(self, row: Mapping[str, Any]) -> int:
        """How many core exercises are there: drafts cannot be asked for."""
        return sum(entry["slug"] in self.by_slug and entry["role"] in (Role.CORE, Role.ANCHOR) for entry in row["exercises"])

    def _exercise(self, entry: Mapping[str, Any], objective: Mapping[str, Any]) -> Exercise:
        style = Style(entry["style"])
        first, second, third = entry["hints"]
        return Exercise(
            slug=entry["slug"],
            number=self.numbers[entry["slug"]],
            objective_id=objective["id"],
            folder=objective["folder"],
            title=entry["title"],
            points=entry["points"],
            stars=entry["stars"],
            minutes=entry["minutes"],
            style=style,
            needs=self._needs(entry),
            scoring=Scoring(entry["scoring"]),
            role=Role(entry["role"]),
            limits=entry["limits"],
            forbids=DEFAULT_FORBIDS[style] if entry["forbids"] is None else frozenset(entry["forbids"]),
            hints=(first, second, third),
            functions=tuple(entry["functions"]),
            root=self.root,
            is_draft=entry["draft"],
            all_needs=self._all_needs(entry),
        )

    def _needs(self, entry: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(slug for slug in entry["needs"] if slug in self.by_slug)

    def _all_needs(self, entry: Mapping[str, Any]) -> tuple[str, ...]:
        """The modules of everything an exercise needs, directly or not, in level order. `read_sources` refused circles."""
        found: set[str] = set()
        todo = list(self._needs(entry))
        while todo:
            needed = todo.pop()
            if needed not in found:
                found.add(needed)
                todo += self._needs(self.by_slug[needed][1])
        return tuple(f"{folder}.{slug.replace('-', '_')}" for slug, (folder, _) in self.by_slug.items() if slug in found)


def _is_shown(entry: Mapping[str, Any], with_drafts: bool) -> bool:
    return not entry.get("is_broken") and (with_drafts or not entry["draft"])


def _misconception(entry: Mapping[str, Any]) -> MisconceptionEntry:
    return MisconceptionEntry(**{**entry, "kind": MisconceptionKind(entry["kind"]), "objectives": tuple(entry["objectives"])})
