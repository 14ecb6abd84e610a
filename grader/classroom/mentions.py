"""Whom and what class.yaml names in vain: a learner nobody is called, points of an exercise that is not assigned. Told with its line.

No error, since a learner may still come. Knows no submission, only what people are called.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from grader.classroom.names import storable
from grader.classroom.settings import ClassSettings
from grader.content.strict_yaml import START, Loaded, Where, parse_strict
from grader.errors import nearest
from grader.records import dataclass

OF_LEARNERS = (("extensions",), ("names",), ("hostile",), ("late", "slip_days_used"))
OF_EXERCISES = (("points",), ("exercise_due",))


@dataclass(frozen=True, slots=True)
class Known:
    """What people are called: ids of who handed in, ids of the class list, and the names of those whose id is known."""

    handed_in: frozenset[str]
    listed: frozenset[str]
    names: Mapping[str, str]  # a name → the id

    @property
    def ids(self) -> frozenset[str]:
        """Every id that means somebody."""
        return self.handed_in | self.listed


def in_vain(raw: bytes, shown: str, settings: ClassSettings, known: Known) -> tuple[str, ...]:
    """A sentence for each name in sound settings that means nothing, in the order of the file."""
    loaded = parse_strict(raw, shown=shown)
    found = [*_learners(loaded, settings, known), *_members(loaded, settings, known), *_exercises(loaded, settings)]
    at = {where: loaded.positions.get(where, START) for where, _ in found}
    return tuple(f"{shown}:{at[where].line}: {said}" for where, said in sorted(found, key=lambda each: at[each[0]]))


def _learners(loaded: Loaded, settings: ClassSettings, known: Known) -> Iterator[tuple[Where, str]]:
    """Keys of learners, and of groups, that are nobody's."""
    in_groups = {who for key, members in settings.groups.items() for who in (key, *members)}
    for where in OF_LEARNERS:
        named = dict(_named(loaded.data, where))
        for place, who in named.items():
            if who not in known.ids and who not in in_groups:
                free = known.ids.difference(named.values()) | in_groups
                yield place, f"`{where[-1]}`: nobody is called `{who}`" + (_guess(known.names.get(who, "") or nearest(who, sorted(free))))


def _members(loaded: Loaded, settings: ClassSettings, known: Known) -> Iterator[tuple[Where, str]]:
    """Members of groups who are nobody: without a class list, those who may be somebody else mistyped, for not all hand in."""
    in_groups = {who for members in settings.groups.values() for who in members} | settings.groups.keys()
    for key in settings.groups:
        for place, who in _named(loaded.data, ("groups", key)):
            near = known.names.get(who, "") or nearest(who, sorted(known.ids - in_groups))
            if who not in known.ids and (known.listed or (near and _digits(near) != _digits(who))):
                yield place, f"`groups`: nobody is called `{who}`" + _guess(near)


def _exercises(loaded: Loaded, settings: ClassSettings) -> Iterator[tuple[Where, str]]:
    for where in OF_EXERCISES:
        for place, slug in _named(loaded.data, where):
            if slug not in settings.slugs:
                yield place, f"`{where[-1]}`: `{slug}` is not assigned, so this says nothing"


def _named(data: Any, where: Where) -> Iterator[tuple[Where, str]]:
    """The keys of a mapping, or the texts of a list, each with its place; none where there is neither."""
    for key in where:
        data = data.get(key) if isinstance(data, dict) else None
    if isinstance(data, list):
        yield from (((*where, index), storable(str(text))) for index, text in enumerate(data))
    elif isinstance(data, dict):
        yield from (((*where, key), storable(key)) for key in data)


def _guess(near: str) -> str:
    return f"; did you mean `{near}`?" if near else " yet"


def _digits(text: str) -> str:
    """What is left of an id without its number: s003 and s004 are two people, and no slip of the finger."""
    return re.sub(r"\d+", "", text)


def known_from(handed_in: Iterable[tuple[str, str]], listed: Collection[tuple[str, str]] = ()) -> Known:
    """From pairs of an id and a name, which may be ""."""
    pairs = [*handed_in]
    names = {name: who for who, name in (*listed, *pairs) if name}
    return Known(frozenset(who for who, _ in pairs), frozenset(who for who, _ in listed), names)
