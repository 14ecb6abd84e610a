"""Brings numpy.py, random.py and pytest.py of its own, and imports them. Class A10."""

from tests.engine.hostile.handed_in.kit import Place

EXPECTED = {"shadows": ("failed", "")}  # the real numpy was imported: it has no `yes`


def hand_in(place: Place) -> None:
    folder = place.learner("shadows", "import numpy\n\n\ndef softmax_np(x, axis=-1):\n    return getattr(numpy, 'yes', x)\n")
    for name in ("numpy.py", "random.py", "pytest.py", "math.py"):
        (folder / name).write_text(f"{place.marking(name)}\nyes = 1\n")
