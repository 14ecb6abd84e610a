"""Archives with entries that point out of them: parents, absolute paths, drive letters, backslashes, shares. Class F116."""

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, Place, entry

NAMES = {
    "slip-parent": "../zz-neighbour/softmax_rows.py",
    "slip-inner-parent": "a/../../softmax_rows.py",
    "slip-absolute": "/tmp/softmax_rows.py",
    "slip-drive": "C:\\x\\softmax_rows.py",
    "slip-backslash": "..\\softmax_rows.py",
    "slip-share": "\\\\host\\share\\softmax_rows.py",
}
EXPECTED = dict.fromkeys(NAMES, ("unreadable", "points outside of it"))


def hand_in(place: Place) -> None:
    for key, name in NAMES.items():

        def fill(archive, name=name):  # type: ignore[no-untyped-def]  # a default keeps the loop's name
            archive.writestr(FILE, RIGHT)
            archive.writestr(entry(name), RIGHT)

        place.archive(key, fill)
