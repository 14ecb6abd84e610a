"""All questions and cards of a level, read from `quizzes/` through a compiled copy, so that a learner's command never parses YAML twice.

The compiled copy is JSON in the cache folder, named by the hash of the sources: stale ones are simply never read.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.errors import ContentError, UnknownName
from grader.quiz.card import Card, decode_card
from grader.records import dataclass

if TYPE_CHECKING:  # a drill shows cards without loading anything of questions
    from grader.quiz.model import Question

FORMAT = "grader/bank/5"
CATALOGUE = "misconceptions.yaml"
LOCK = "ids.lock"


@dataclass(frozen=True, slots=True)
class Belief:
    """A misconception or slip as quizzes need it."""

    id: str
    kind: str
    objectives: tuple[str, ...]
    statement: str
    correction: str
    note: str
    nudge: str


class Bank:
    """Questions and cards by id, in file order; each is decoded when first asked for."""

    def __init__(self, data: Mapping[str, Any], version: str) -> None:
        self._data = data
        self.version = version

    @functools.cached_property
    def questions(self) -> dict[str, Question]:
        """Every question by id."""
        from grader.quiz.decode import decode_question

        return {
            entry["id"]: decode_question(entry, part["objective"]) for part in self._data["parts"] for entry in part.get("questions") or ()
        }

    @functools.cached_property
    def cards(self) -> dict[str, Card]:
        """Every card by id."""
        same_as = self._data["same_as"]
        return {
            entry["id"]: decode_card(entry, part["objective"], same_as.get(entry["id"], ()))
            for part in self._data["parts"]
            for entry in part.get("cards") or ()
        }

    @functools.cached_property
    def beliefs(self) -> dict[str, Belief]:
        """Every misconception and slip by id."""
        return {
            entry["id"]: Belief(
                entry["id"],
                entry["kind"],
                tuple(entry.get("objectives") or ()),
                entry["statement"],
                entry["correction"],
                entry.get("note", ""),
                entry.get("nudge", ""),
            )
            for entry in self._data["misconceptions"]
        }

    def belief(self, tag: str) -> Belief | None:
        """The entry behind a tag, its variant after the slash left out."""
        return self.beliefs.get(tag.partition("/")[0])

    def plain_question(self, name: str) -> tuple[str, dict[str, Any]]:
        """A question's objective and its data as the file says it; KeyError when there is none."""
        for part in self._data["parts"]:
            for entry in part.get("questions") or ():
                if entry["id"] == name:
                    return part["objective"], entry
        raise KeyError(name)

    @property
    def objectives(self) -> tuple[str, ...]:
        """Objective ids in the order of their files."""
        return tuple(dict.fromkeys(part["objective"] for part in self._data["parts"] if part["objective"] != "KEY"))

    def question(self, name: str) -> Question:
        """The question of that id; UnknownName with the nearest otherwise."""
        if name not in self.questions:
            raise UnknownName("question", name, self.questions)
        return self.questions[name]


def quiz_files(folder: Path) -> list[Path]:
    """The files that hold questions and cards, in order of name; `g_*` comes last."""
    files = [path for path in folder.glob("*.yaml") if path.name != CATALOGUE]
    return sorted(files, key=lambda path: (path.name.startswith("g_"), path.name))


def load_bank(folder: Path, *, cache: Path | None = None) -> Bank:
    """The bank of a `quizzes/` folder; ContentError with every problem when its files cannot be read."""
    files = [*quiz_files(folder), folder / CATALOGUE, *([folder / LOCK] if (folder / LOCK).exists() else [])]
    version = _version(files)
    cached = (cache or cache_folder()) / f"bank-{version}.json"
    with contextlib.suppress(OSError, ValueError):
        return Bank(json.loads(cached.read_text("utf-8")), version)
    data = compile_bank(folder)
    _keep(cached, data)
    return Bank(data, version)


def compile_bank(folder: Path) -> dict[str, Any]:
    """The plain data of all files; only what cannot be read at all is refused here, the rest is lint's."""
    from grader.content.strict_yaml import load_strict
    from grader.quiz.faces import first_face
    from grader.quiz.ids import read_lock

    problems: list[str] = []

    def read(path: Path) -> Any:
        loaded = load_strict(path, shown=f"{folder.name}/{path.name}")
        problems.extend(map(str, loaded.problems))
        return loaded.data

    parts = [read(path) for path in quiz_files(folder)]
    catalogue = read(folder / CATALOGUE)
    if problems:
        raise ContentError(problems, hint="run `grader lint`")
    for part in parts:
        part["cards"] = [first_face(card) for card in part.get("cards") or ()]
    same_as = {name: locked.same_as for name, locked in read_lock(folder / LOCK).items() if locked.same_as}
    return {"format": FORMAT, "parts": parts, "misconceptions": catalogue["misconceptions"], "same_as": same_as}


def cache_folder() -> Path:
    """Where compiled copies are kept: $XDG_CACHE_HOME/grader, or ~/.cache/grader."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "grader"


def _version(files: Sequence[Path]) -> str:
    digest = hashlib.sha256(FORMAT.encode())
    for path in files:
        content = path.read_bytes()
        digest.update(f"\0{path.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:20]


def _keep(path: Path, data: Mapping[str, Any]) -> None:
    """Write the compiled copy whole or not at all; a cache that cannot be written is only slower."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, separators=(",", ":"))
        os.replace(name, path)


def tags_of(question: Question) -> Iterator[str]:
    """Every misconception tag a question can fire, variants included."""
    from grader.quiz.model import ChoiceKey, FreeKey, MatchKey, MatrixKey

    key = question.key
    if question.misconception:
        yield question.misconception
    if isinstance(key, ChoiceKey):
        yield from (option.misconception for option in key.options if option.misconception)
    elif isinstance(key, MatchKey):
        yield from key.wrong.values()
    elif not isinstance(key, FreeKey):
        yield from (entry.misconception for entry in key.wrong)
    if isinstance(key, MatrixKey):
        yield from (tag for tag in (key.transposed, key.column_sums) if tag)
