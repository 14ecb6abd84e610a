"""Flashcards as an Anki package whose notes keep their identity: a reworded card keeps a learner's history, a changed answer arrives.

The GUID of a note is made from the id of its card, and its time of change comes from the lock of ids, because Anki takes an edit only when
that time differs. The same cards give the same bytes. Needs the `export` extra (genanki).
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.errors import UsageError
from grader.mathtext import to_html
from grader.quiz.card import Card
from grader.quiz.ids import Locked

if TYPE_CHECKING:
    from types import ModuleType

COURSE = "grader/attention"
ZIP_DATE = (1980, 1, 1, 0, 0, 0)
FIELDS = ("Front", "Back", "Why", "Id")
_FRONT = '<div class="front">{{Front}}</div>'
_BACK = '{{FrontSide}}<hr id="answer"><div class="back">{{Back}}</div>{{#Why}}<div class="why">{{Why}}</div>{{/Why}}'
_CSS = ".card { font: 20px/1.5 sans-serif; text-align: left; max-width: 40em; margin: 1em auto; } .why { color: #555; font-size: 80%; }"
_EPOCH = 1_577_836_800  # 2020-01-01: for a card that is not locked yet


def write_anki(path: Path, cards: Iterable[Card], titles: Mapping[str, str], lock: Mapping[str, Locked], *, course: str = COURSE) -> int:
    """Write a package with one deck for each objective; gives how many notes it holds."""
    genanki = _genanki()
    decks: dict[str, Any] = {}
    count = 0
    changed = _EPOCH
    for card in cards:
        if card.objective not in decks:
            name = f"Attention::{card.objective} {titles.get(card.objective, '')}".strip()
            decks[card.objective] = genanki.Deck(_number(f"{course}/deck/{card.objective}"), name)
        stamp = _changed(card.id, lock)
        changed = max(changed, stamp)
        decks[card.objective].add_note(_note(genanki, card, course, stamp))
        count += 1
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "deck.apkg"
        genanki.Package(list(decks.values())).write_to_file(str(raw), timestamp=float(changed))
        _write_fixed(raw, path)
    return count


def _genanki() -> ModuleType:
    try:
        import genanki
    except ImportError as error:
        raise UsageError("Anki packages need genanki, which is not installed.", hint="pip install 'attention-grader[export]'") from error
    return genanki  # type: ignore[no-any-return]  # genanki has no types


def _number(name: str) -> int:
    """An id for a model or deck that never changes: 31 bits, as Anki wants them."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % 2**31 or 1


def _changed(name: str, lock: Mapping[str, Locked]) -> int:
    locked = lock.get(name)
    return _EPOCH if locked is None else int(datetime.fromisoformat(locked.changed).timestamp())


def _note(genanki: ModuleType, card: Card, course: str, stamp: int) -> Any:
    class Note(genanki.Note):  # type: ignore[name-defined,misc]  # genanki has no types
        """A note that is stored with its own time of change, not that of the package."""

        def write_to_db(self, cursor: sqlite3.Cursor, timestamp: float, *others: Any) -> None:
            super().write_to_db(cursor, float(stamp), *others)

    model = genanki.Model(
        _number(f"{course}/model/1"),
        "Attention card",
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "Card", "qfmt": _FRONT, "afmt": _BACK}],
        css=_CSS,
    )
    tags = [f"obj::{card.objective}", f"set::{card.set}", *(f"term::{term}" for term in card.terms)]
    fields = [field(card.front), field(card.back), field(card.why), card.id]
    return Note(model=model, fields=fields, guid=genanki.guid_for(course, card.id), tags=tags)


def field(text: str) -> str:
    """A text as Anki's HTML: escaped, and with nothing that Anki reads as a template."""
    return re.sub(r"([{}])(?=\1)", r"\1 ", to_html(text))


def _write_fixed(raw: Path, path: Path) -> None:
    """The package with fixed dates inside, whole or not at all."""
    beside = path.with_name(path.name + ".tmp")
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as target:
        for name in sorted(source.namelist()):
            target.writestr(zipfile.ZipInfo(name, ZIP_DATE), source.read(name), zipfile.ZIP_DEFLATED)
    os.replace(beside, path)
