"""Notebooks: right work with magics and a shell line, one that is no JSON, huge outputs, cells in the wrong order, one endless nest. Class F114."""

import json

from tests.engine.hostile.handed_in.kit import RIGHT, Place

EXPECTED = {
    "notebook-magics": ("passed", ""),
    "notebook-outputs": ("passed", ""),
    "notebook-no-json": ("unreadable", "is not JSON"),
    "notebook-nested": ("unreadable", "is not JSON"),
    "notebook-too-large": ("unreadable", "larger than"),
    "notebook-without-cells": ("unreadable", "has no cells"),
}


def notebook(*sources: str, outputs: str = "") -> str:
    cells = [
        {"cell_type": "code", "source": source, "metadata": {}, "outputs": [{"text": outputs}] if outputs else []} for source in sources
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})


def hand_in(place: Place) -> None:
    shell = f"!touch {place.marks / 'shell'}\n%run {place.marks / 'magic'}\n%%bash\ntouch {place.marks / 'bash'}"
    place.learner("notebook-magics", notebook(shell, f"%matplotlib inline\n{RIGHT}", "raise SystemExit"), "lab.ipynb")
    place.learner("notebook-outputs", notebook(RIGHT, outputs="x" * 4_000_000), "lab.ipynb")
    place.learner("notebook-no-json", "{'cells': []}", "lab.ipynb")
    place.learner("notebook-nested", '{"cells":' + "[" * 200_000, "lab.ipynb")
    place.learner("notebook-too-large", b" " * (33 << 20), "lab.ipynb")
    place.learner("notebook-without-cells", '{"nbformat": 4, "cells": {"a": 1}}', "lab.ipynb")
