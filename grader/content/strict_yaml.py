"""Strict YAML: the core types of YAML 1.2, every problem of a file at once, and where each value stands.

What other YAML readers guess at is an error here: duplicate keys, merge keys, tags, anchors, several documents, control characters, and
numbers that versions of YAML read differently. Dates, `yes`, `1_000` are plain text. Knows nothing of what the keys mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

MAX_BYTES = 4_000_000
MAX_DEPTH = 60
MAX_MESSAGE = 300

Where = tuple[str | int, ...]  # ("questions", 3, "answer"): the keys and list indices that lead to a value


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file, counted from 1."""

    line: int
    col: int


START = Position(1, 1)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong in one place of one file."""

    file: str
    position: Position
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.position.line}:{self.position.col}: {self.message}"


class Loaded(NamedTuple):
    """What a file says, where each value stands (mapping entries: their key), and what is wrong with it."""

    data: Any
    positions: Mapping[Where, Position]
    problems: tuple[Problem, ...]


def load_strict(path: Path, *, shown: str | None = None) -> Loaded:
    """Read one file; `shown` is the name that problems carry. Never raises for what the file says; OSError when it cannot be read."""
    name = shown if shown is not None else str(path)
    raw = path.read_bytes()
    if len(raw) > MAX_BYTES:
        return _refused(name, f"the file is larger than {MAX_BYTES:,} bytes")
    return parse_strict(raw, shown=name)


def parse_strict(raw: bytes, *, shown: str) -> Loaded:
    """Like `load_strict`, for bytes at hand."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return _refused(shown, "not UTF-8 text", Position(line, 1))
    control = [Problem(shown, at, f"control character U+{ord(char):04X}") for at, char in _control_characters(text)]
    if control:
        return Loaded(None, {}, tuple(control))
    return _Composer(text, shown).compose()


def _refused(shown: str, message: str, position: Position = START) -> Loaded:
    return Loaded(None, {}, (Problem(shown, position, message),))


# C0 except tab, newline and return; DEL and C1; separators that editors do not show as line ends; byte-order marks inside.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def _control_characters(text: str) -> Iterator[tuple[Position, str]]:
    if not _CONTROL.search(text):
        return
    for line_number, line in enumerate(text.split("\n"), 1):
        for match in _CONTROL.finditer(line):
            yield Position(line_number, match.start() + 1), match.group()


_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_UNCLEAR = re.compile(r"([-+]?0[0-9_]+(\.[0-9]*)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))\Z")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}


class _Unclear(Exception):
    """A plain scalar that versions of YAML read differently."""


def _plain(text: str) -> Any:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        if len(text) > 30:
            raise _Unclear
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    if _UNCLEAR.match(text):
        raise _Unclear
    return text


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Composer:
    """Builds values from parser events, noting positions and problems on the way."""

    def __init__(self, text: str, shown: str) -> None:
        self.text = text
        self.shown = shown
        self.positions: dict[Where, Position] = {}
        self.problems: list[Problem] = []

    def compose(self) -> Loaded:
        data: Any = None
        try:
            self.events = iter(yaml.parse(self.text, Loader=_LOADER))
            data = self._documents()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            at = Position(mark.line + 1, mark.column + 1) if mark else Position(1, 1)
            said = " ".join(part for part in (error.context, error.problem) if part)
            self.problems.append(Problem(self.shown, at, f"not YAML: {said}"))
        except yaml.YAMLError as error:
            self.problems.append(Problem(self.shown, Position(1, 1), f"not YAML: {error}"))
        except _TooDeep as error:
            self.problems.append(Problem(self.shown, error.position, f"nested deeper than {MAX_DEPTH} levels"))
        return Loaded(data, self.positions, tuple(sorted(set(self.problems))))

    def _documents(self) -> Any:
        data: Any = None
        count = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                count += 1
                if count == 2:
                    self._problem(event, "a second document starts here; one file holds one")
            elif isinstance(event, yaml.NodeEvent):
                value = self._node(event, (), 0)
                data = value if count == 1 else data
        return data

    def _node(self, event: Any, where: Where, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise _TooDeep(_position(event))
        self.positions.setdefault(where, _position(event))
        if isinstance(event, yaml.AliasEvent):
            self._problem(event, f"alias `*{event.anchor}`: write the value out")
            return None
        if event.anchor is not None:
            self._problem(event, f"anchor `&{event.anchor}`: write the value out where it is used")
        if event.tag is not None:
            self._problem(event, f"tag `{event.tag}`: values carry no tags here")
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(where, depth)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(where, depth)
        return self._scalar(event)

    def _scalar(self, event: Any) -> Any:
        if event.style not in (None, ""):  # the C parser says "" for plain
            return event.value
        try:
            return _plain(event.value)
        except _Unclear:
            self._problem(
                event,
                f"`{event.value}` means different things to different readers: quote it, or write a plain decimal number",
            )
            return event.value

    def _sequence(self, where: Where, depth: int) -> list[Any]:
        items: list[Any] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self._node(event, (*where, len(items)), depth + 1))
        return items

    def _mapping(self, where: Where, depth: int) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event, entries, where, depth)
            inside: Where = (*where, key)
            self.positions.setdefault(inside, _position(event))
            value = self._node(next(self.events), inside, depth + 1)
            entries.setdefault(key, value)
        return entries

    def _key(self, event: Any, entries: Mapping[str, Any], where: Where, depth: int) -> str:
        """The text of a key; a key that is not text is a problem, and is replaced by one that no reader asks for."""
        if not isinstance(event, yaml.ScalarEvent):
            self._problem(event, "a key must be text")
            self._node(event, (*where, "?"), depth + 1)
            return "?"
        key = self._node(event, (*where, "?"), depth + 1)
        self.positions.pop((*where, "?"), None)
        if event.style in (None, "") and event.value == "<<":
            self._problem(event, "merge key `<<`: write the entries out")
        elif not isinstance(key, str):
            self._problem(event, f"the key `{event.value}` is not text: quote it")
        elif key in entries:
            first = self.positions[(*where, key)].line
            self._problem(event, f"duplicate key `{key}` (first on line {first})")
        return str(event.value)

    def _problem(self, event: Any, message: str) -> None:
        self.problems.append(Problem(self.shown, _position(event), _printable(message)))


def _printable(message: str) -> str:
    """The message, cut, with escapes for what would steer a terminal: it may quote a key, which says `"\\e[2J"` in plain letters."""
    text = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in message[:MAX_MESSAGE])
    return text if len(message) <= MAX_MESSAGE else f"{text} …"


class _TooDeep(Exception):
    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position


def _position(event: Any) -> Position:
    return Position(event.start_mark.line + 1, event.start_mark.column + 1)
