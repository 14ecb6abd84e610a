"""Reads another learner's file from disk and runs it as its own. Class A23."""

from tests.engine.hostile.handed_in.kit import Place

EXPECTED = {"copies": ("raised", "PermissionError")}


def hand_in(place: Place) -> None:
    place.learner("copies", f"def softmax_np(x, axis=-1):\n    exec(open({str(place.neighbour)!r}).read(), globals())\n")
