"""The class list as a store keeps it, so that exports need no file beside it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

from grader.classroom.assemble import GradedClass
from grader.classroom.roster import Person, Roster, reconcile
from grader.documents import canonical
from grader.errors import UnknownName
from grader.store.classes import ClassStore

KEPT = "people"


def keep_people(store: ClassStore, roster: Roster | None) -> None:
    """Keep the class list; without one, the list kept before stays."""
    if roster is not None:
        store.keep(KEPT, canonical([asdict(person) for person in roster.people]))


def people_of(store: ClassStore) -> Roster:
    """The class list that was kept last; an empty one when there never was any."""
    text = store.kept(KEPT)
    rows = [] if text is None else json.loads(text)
    return Roster(tuple(Person(**{**row, "others": tuple(row["others"])}) for row in rows))


def in_section(graded: GradedClass, roster: Roster, section: str) -> GradedClass:
    """The class with the learners of one section alone; a group belongs where any member does. UnknownName when there is none."""
    sections = sorted({person.section for person in roster.people if person.section})
    if section not in sections:
        raise UnknownName("section", section, sections, hint="sections are those of the class list: grader grade --roster")
    people = reconcile([who for each in graded.submissions for who in (each.key, *each.members)], roster).people
    kept = [
        each for each in graded.submissions if any(people[who].section == section for who in (each.key, *each.members) if who in people)
    ]
    return replace(graded, submissions=tuple(kept))
