"""A hundred thousand tiny files would come as so many entries; a data file of a gigabyte (with a hole in it); a source of a megabyte. Class F126."""

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, Place

EXPECTED = {
    "flood-of-files": ("unreadable", "holds more than 5,000"),
    "flood-of-data": ("passed", ""),
    "flood-of-source": ("unreadable", "larger than 524,288 bytes"),
}


def hand_in(place: Place) -> None:
    folder = place.learner("flood-of-files", RIGHT)
    for number in range(5_001):
        (folder / f"{number}").touch()
    with open(place.learner("flood-of-data", RIGHT) / "weights.npy", "wb") as file:
        file.truncate(1 << 30)
    place.learner("flood-of-source", f"{RIGHT}\n# " + "x" * (1 << 20))
