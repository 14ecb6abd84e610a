"""Learners whose keys are SQL, a shell's or a path's. Class G139."""

from tests.engine.hostile.handed_in.kit import RIGHT, Place

KEYS = ("ada'; DROP TABLE result;--", "$(touch x)`touch y`;touch z", "..%2f..%2fx", "...", "a\\..\\b", "-rf", "%00", "*", "NULL")
EXPECTED = {key: ("passed", "") for key in KEYS if not key.startswith(".")}


def hand_in(place: Place) -> None:
    for key in EXPECTED:
        place.learner(key, RIGHT)
