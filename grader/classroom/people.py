"""The class list as a store keeps it, so that exports need no file beside it."""

from __future__ import annotations

import json
from dataclasses import asdict

from grader.classroom.roster import Person, Roster
from grader.documents import canonical
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
