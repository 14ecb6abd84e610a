"""Names, keys and messages that a spreadsheet would compute. Class G137."""

import csv
import io

from tests.engine.hostile.handed_in.kit import Place

STARTS = {"=cmd|' C'!A0": "=", "+1+1": "+", "-2+3": "-", "@SUM(A1)": "@"}
EXPECTED = dict.fromkeys(STARTS, ("raised", ""))
NAMES = {key: f"{start}HYPERLINK(1)" for key, start in STARTS.items()}


def hand_in(place: Place) -> None:
    for key, start in STARTS.items():
        place.learner(key, f"def softmax_np(x, axis=-1):\n    raise ValueError({start!r} + 'cmd')\n")


def look(texts: dict[str, str]) -> None:
    tables = {name: text for name, text in texts.items() if name.endswith(".csv")}
    assert tables
    for name, text in tables.items():
        for row in csv.reader(io.StringIO(text)):
            for cell in row:
                assert not cell.startswith(("=", "+", "@", "\t", "\r")), (name, cell)
                assert not cell.startswith("-") or cell[1:].replace(".", "").isdigit(), (name, cell)
