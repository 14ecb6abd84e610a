"""Names that are one on other systems: case, normal forms, reserved ones, trailing dots, streams. Class F121."""

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, WRONG, Place

EXPECTED = {
    "collide-by-case": ("unreadable", "different files could be meant"),
    "collide-in-archive": ("unreadable", "different files could be meant"),
    "collide-reserved": ("passed", ""),
    "con": ("passed", ""),
    "collide-same": ("passed", "each time the same file"),
    "ends-in-dots...": ("passed", ""),
    "Collide-Key": ("passed", ""),
    "collide-key": ("failed", ""),
}


def hand_in(place: Place) -> None:
    place.learner("collide-by-case", RIGHT, "Softmax_Rows.py")
    place.learner("collide-by-case", WRONG, "SOFTMAX_ROWS.py")
    place.archive(
        "collide-in-archive",
        lambda archive: [archive.writestr(f"{name}/SOFTMAX_rows.py", text) for name, text in (("a", RIGHT), ("b", WRONG))] and None,
    )
    place.learner("collide-same", RIGHT)
    place.learner("collide-same", RIGHT, "softmax-rows.py")
    for key in ("collide-reserved", "con", "ends-in-dots..."):
        place.learner(key, RIGHT)
    for name in ("aux.py", "nul", "com1.txt", "softmax_rows.py:stream", "softmax_rows.py."):
        place.learner("collide-reserved", WRONG, name)
    place.learner("Collide-Key", RIGHT)
    place.learner("collide-key", WRONG)
