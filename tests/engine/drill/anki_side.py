"""Runs in an environment of its own that holds the real `anki` library (AGPL): asks it for memory states, or imports decks into it.

Reads one JSON request on stdin, answers with one JSON document on stdout. Never imported by the program.
"""

import json
import sys
import tempfile
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest


def memory_states(histories: list) -> list:
    """For each history of [seconds, rating] the stability and difficulty that Anki's FSRS gives it."""
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(str(Path(folder) / "collection.anki2"))
        collection.set_config("fsrs", True)
        collection.set_config("rollover", 4)
        model = collection.models.by_name("Basic")
        found = []
        for number, history in enumerate(histories):
            note = collection.new_note(model)
            note["Front"], note["Back"] = f"front {number}", "back"
            collection.add_note(note, 1)
            card = note.cards()[0]
            for at, (seconds, rating) in enumerate(history):
                collection.db.execute(
                    "insert into revlog values (?, ?, -1, ?, 1, 0, 2500, 5000, ?)",
                    int(seconds * 1000) + number, card.id, rating, 0 if at == 0 else 1,
                )  # fmt: skip
            state = collection.compute_memory_state(card.id)
            found.append([state.stability, state.difficulty])
        collection.close()
        return found


def import_decks(paths: list) -> dict:
    """Imports packages one after the other, reviewing every new card once in between; tells what each import did and what is there."""
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(str(Path(folder) / "collection.anki2"))
        logs = []
        for path in paths:
            options = ImportAnkiPackageOptions(merge_notetypes=True, with_scheduling=True)
            log = collection.import_anki_package(ImportAnkiPackageRequest(package_path=path, options=options)).log
            logs.append({name: len(getattr(log, name)) for name in ("new", "updated", "duplicate", "conflicting")})
            for card_id in collection.find_cards("is:new"):
                card = collection.get_card(card_id)
                card.type, card.queue, card.ivl, card.due, card.reps = 2, 2, 7, collection.sched.today + 7, 1
                collection.update_card(card)
        notes = {}
        for note_id in collection.find_notes(""):
            note = collection.get_note(note_id)
            cards = [{"interval": card.ivl, "repetitions": card.reps, "question": card.question()} for card in note.cards()]
            notes[note.guid] = {"fields": list(note.fields), "tags": list(note.tags), "cards": cards}
        problems, is_sound = collection.fix_integrity()
        decks = [deck.name for deck in collection.decks.all_names_and_ids()]
        collection.close()
        return {"logs": logs, "notes": notes, "is_sound": is_sound, "problems": problems, "decks": decks}


if __name__ == "__main__":
    request = json.load(sys.stdin)
    answer = memory_states(request["histories"]) if "histories" in request else import_decks(request["decks"])
    json.dump(answer, sys.stdout)
