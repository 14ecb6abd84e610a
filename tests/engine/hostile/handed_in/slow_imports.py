"""Work at import in every file, so that each exercise would wait for it again. Class C75."""

from tests.engine.hostile.handed_in.kit import Place

EXPECTED = {"slow-imports": ("timed_out", "")}


def hand_in(place: Place) -> None:
    for name in ("softmax_rows.py", "softmax_by_hand.py", "one_query.py"):
        place.learner("slow-imports", "while True:\n    pass\n", name)
