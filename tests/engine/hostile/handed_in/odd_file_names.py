"""The right file under other names: other case, a copy's number, hyphens, nested; two different candidates; a lookalike. Class F115."""

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, WRONG, Place

EXPECTED = {
    "named-in-capitals": ("passed", "was taken for"),
    "named-as-a-copy": ("passed", "was taken for"),
    "named-with-hyphens": ("passed", "was taken for"),
    "named-deep-inside": ("passed", ""),
    "named-twice": ("unreadable", "2 different files could be meant"),
    "named-nearly": ("no_work", "Is it meant to be softmax_rows.py?"),
}


def hand_in(place: Place) -> None:
    place.learner("named-in-capitals", RIGHT, "SOFTMAX_ROWS.PY")
    place.learner("named-as-a-copy", RIGHT, "softmax_rows (1).py")
    place.learner("named-with-hyphens", RIGHT, "Softmax-Rows.py")
    inside = place.learner("named-deep-inside") / "hw" / "week 3" / "final"
    inside.mkdir(parents=True)
    (inside / FILE).write_text(RIGHT)
    place.learner("named-twice", RIGHT, "softmax_rows (1).py")
    place.learner("named-twice", WRONG, "softmax_rows (2).py")
    place.learner("named-nearly", RIGHT, "softmax_row.py")
