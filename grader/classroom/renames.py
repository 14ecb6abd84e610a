"""Files of other names that an instructor accepts (`--accept-renames`): each is taken for the one exercise it can mean, or for none.

A file is meant for an exercise when its name is nearly that of the exercise's file, or when it defines every function of the exercise and
of no other. Text is looked at; nothing is run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from grader.classroom.names import FileNames, base_of
from grader.classroom.notebooks import Wanted
from grader.classroom.opened import Candidate

DEFINES = re.compile(rb"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
MAX_SHOWN = 3


def accepted(strangers: Sequence[Candidate], names: FileNames, has: Collection[str]) -> tuple[list[Candidate], list[str]]:
    """The files that are taken, each with its exercise, and what to say of the rest. `has`: exercises with a file of their own."""
    meant: dict[str, list[Candidate]] = {}
    for each in strangers:
        slug = _meant(each, names, has)
        if slug:
            meant.setdefault(slug, []).append(replace(each, slug=slug))
    taken, said = [], []
    for slug, found in sorted(meant.items()):
        if len({each.content for each in found}) == 1:
            taken.append(found[0])
        else:
            paths = ", ".join(each.path for each in found[:MAX_SHOWN]) + (", …" if len(found) > MAX_SHOWN else "")
            said.append(f"{slug} could be any of {paths}. None of them was taken.")
    return taken, said


def _meant(stranger: Candidate, names: FileNames, has: Collection[str]) -> str:
    """The one exercise without a file that this one can be meant to be, or ""."""
    if stranger.content is None:
        return ""
    near = names.near(base_of(stranger.path))
    by_name = names.meaning(near) if near else None
    if by_name is not None:
        return by_name.slug if by_name.slug not in has else ""
    found = [each.slug for each in defining(stranger.content, names.exercises)]
    return found[0] if len(found) == 1 and found[0] not in has else ""


def looks_like_another(slug: str, content: bytes, exercises: Sequence[Wanted]) -> str:
    """The exercise that a file handed in for `slug` is by its functions, when it has none of its own; "" when nothing speaks for that."""
    own = next((set(each.functions) for each in exercises if each.slug == slug), set())
    if not own or own & _defined(content):
        return ""
    found = [each.slug for each in defining(content, exercises)]
    return found[0] if len(found) == 1 else ""


def defining(content: bytes, exercises: Iterable[Wanted]) -> list[Wanted]:
    """The exercises of which a file defines every function."""
    defined = _defined(content)
    return [each for each in exercises if each.functions and set(each.functions) <= defined]


def _defined(content: bytes) -> set[str]:
    return {name.decode("utf-8", "replace") for name in DEFINES.findall(content)}
