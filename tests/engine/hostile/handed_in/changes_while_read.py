"""A submission that is swapped after it was read: what is hashed, stored and graded is one copy. Class F125."""

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, WRONG, Place

EXPECTED = {"swapped": ("failed", "")}


def hand_in(place: Place) -> None:
    place.learner("swapped", WRONG)


def after_intake(place: Place) -> None:
    (place.work / "swapped" / FILE).write_text(RIGHT)
