"""Rules about the words that learners read: hints and notes. The catalogue and its links are looked at with the quizzes."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from grader.content.lint.findings import Found
from grader.content.lint.trees import own_files
from grader.content.models import Exercise, Level
from grader.content.strict_yaml import Position, load_strict

BLANK = "____"
UNFINISHED = "FILL IN"  # what `grader new exercise` writes where an author has to
RUN = 8  # so many tokens in a row, shared with the solution, give it away
ANCHOR = re.compile(r"\{#([a-z0-9-]+)\}")
HEADING = re.compile(r"#{1,6} (.*)")
SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}


def last_hint_has_a_blank(level: Level) -> Iterator[Found]:
    """The third hint is near-code with a blank: it leaves the learner something to write."""
    for exercise in level.exercises:
        if BLANK not in exercise.hints[2]:
            yield _at_hint(exercise, 2, f"the third hint of `{exercise.slug}` has no blank ({BLANK})")


def hints_keep_the_solution(level: Level) -> Iterator[Found]:
    """No hint shares a run of eight tokens with the solution."""
    for exercise in level.exercises:
        runs = _runs(_code_tokens(exercise.solution_path))
        for index, hint in enumerate(exercise.hints):
            shared = next((run for run in _runs(_words(hint)) if run in runs), None)
            if shared is not None:
                yield _at_hint(exercise, index, f"hint {index + 1} of `{exercise.slug}` gives away `{' '.join(shared)}`")


def _runs(tokens: list[str]) -> dict[tuple[str, ...], None]:
    return dict.fromkeys(tuple(tokens[start : start + RUN]) for start in range(len(tokens) - RUN + 1))


def _words(text: str) -> list[str]:
    """Tokens as Python would cut them, of text that need not be Python."""
    return re.findall(r"\w+(?:\.\d+)?|\*\*|//|[-+*/<>=!]=|->|[^\w\s]", text)


def _code_tokens(path: Path) -> list[str]:
    """The tokens of a solution without comments, docstrings and layout."""
    try:
        source = path.read_text(encoding="utf-8")
        found = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (FileNotFoundError, SyntaxError, tokenize.TokenError):
        return []
    texts: list[str] = []
    for token in found:
        is_docstring = token.type == tokenize.STRING and token.string.startswith(('"""', "'''"))
        if token.type not in SKIPPED and not is_docstring:
            texts += _words(token.string)
    return texts


def _at_hint(exercise: Exercise, index: int, message: str) -> Found:
    path = exercise.root.exercises / exercise.folder / "objective.yaml"
    loaded = load_strict(path)
    slugs = [entry.get("slug") for entry in loaded.data["exercises"]]
    position = loaded.positions.get(("exercises", slugs.index(exercise.slug), "hints", index), Position(1, 1))
    return Found(path, message, position.line, position.col)


def note_anchors(level: Level) -> Iterator[Found]:
    """Every heading of the notes below the title carries an anchor of its own."""
    for objective in level.objectives:
        seen: dict[str, int] = {}
        for line, heading in _headings(objective.notes_path):
            anchor = ANCHOR.search(heading)
            if anchor is None:
                yield Found(objective.notes_path, f"the heading `{heading.strip()}` has no anchor {{#...}}", line)
            elif anchor[1] in seen:
                yield Found(objective.notes_path, f"the anchor `{anchor[1]}` stands on line {seen[anchor[1]]} already", line)
            else:
                seen[anchor[1]] = line


def anchor_names(level: Level) -> frozenset[str]:
    """Every anchor of the notes, as folder#anchor."""
    return frozenset(f"{objective.folder}#{name}" for objective in level.objectives for name in _anchors(objective.notes_path))


def _anchors(notes: Path) -> dict[str, int]:
    found = ((ANCHOR.search(heading), line) for line, heading in _headings(notes))
    return {anchor[1]: line for anchor, line in found if anchor is not None}


def _headings(notes: Path) -> Iterator[tuple[int, str]]:
    """Headings below the title, outside of code blocks, with their lines."""
    is_code = False
    for number, line in enumerate(notes.read_text(encoding="utf-8").splitlines() if notes.is_file() else (), 1):
        is_code ^= line.startswith("```")
        heading = HEADING.match(line)
        if heading and not is_code and not line.startswith("# "):
            yield number, heading[1]


def filled_in(level: Level) -> Iterator[Found]:
    """No file of an exercise still says FILL IN."""
    for exercise in level.exercises:
        entry = exercise.root.exercises / exercise.folder / "objective.yaml"
        for path in (*own_files(exercise).values(), entry):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.is_file() else (), 1):
                if UNFINISHED in line and (path != entry or _entry_of(entry, number) == exercise.slug):
                    yield Found(path, f"a place of `{exercise.slug}` is not filled in", number, line.index(UNFINISHED) + 1)


def _entry_of(path: Path, line: int) -> str:
    """The slug of the exercise whose entry holds a line of objective.yaml."""
    above = path.read_text(encoding="utf-8").splitlines()[:line]
    return next((found[1] for text in reversed(above) if (found := re.match(r"  - slug: (\S+)", text))), "")
