"""One learner as a folder and as an archive, and two whose names differ by how a letter is composed. Class E105."""

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, WRONG, Place

EXPECTED = {"twice": ("unreadable", "two submissions"), "caf\u00e9": ("unreadable", "two submissions")}


def hand_in(place: Place) -> None:
    place.learner("twice", WRONG)
    place.archive("twice", lambda archive: archive.writestr(FILE, RIGHT))
    place.learner("caf\u00e9", WRONG)
    place.learner("cafe\u0301", RIGHT)
