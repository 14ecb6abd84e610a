"""One name twice in an archive, and what tools leave: __MACOSX, .DS_Store, .git, a whole venv. Class F124."""

import warnings
import zipfile

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, WRONG, Place

EXPECTED = {"archive-twin": ("unreadable", "2 times"), "tool-folders": ("passed", ""), "tool-archive": ("passed", "")}
TOOLS = ("__MACOSX/._x", ".DS_Store", ".git/x", "venv/lib/x", ".venv/x", "node_modules/x", "__pycache__/x")


def hand_in(place: Place) -> None:
    def twins(archive: zipfile.ZipFile) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # zipfile warns of just that
            for text in (RIGHT, WRONG):
                archive.writestr(FILE, text)

    def tools(archive: zipfile.ZipFile) -> None:
        archive.writestr(FILE, RIGHT)
        for name in TOOLS:
            archive.writestr(f"{name.rpartition('/')[0] or '.hidden'}/{FILE}", WRONG)

    place.archive("archive-twin", twins)
    place.archive("tool-archive", tools)
    place.learner("tool-folders", RIGHT)
    for name in TOOLS[2:]:
        folder = place.work / "tool-folders" / name
        folder.mkdir(parents=True)
        (folder / FILE).write_text(WRONG)
