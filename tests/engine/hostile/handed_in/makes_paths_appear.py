"""Names and sources that make a grader print paths of its own: odd file names, a cookie, a line directive, a syntax error. Class B55."""

from tests.engine.hostile.handed_in.kit import FILE, RIGHT, WRONG, Place

EXPECTED = {
    "path-by-error": ("unreadable", ""),
    "path-by-cookie": ("unreadable", ""),
    "path-by-file": ("raised", ""),
    "path-by-folder": ("passed", ""),
    "path-by-trace": ("raised", ""),
}


def hand_in(place: Place) -> None:
    place.learner("path-by-error", "def softmax_np(x, axis=-1:\n    return x\n")
    place.learner("path-by-cookie", "# -*- coding: ../../../etc/passwd -*-\n" + WRONG)
    place.learner("path-by-file", "def softmax_np(x, axis=-1):\n    raise LookupError(__file__, __name__, __spec__, __builtins__)\n")
    place.learner("path-by-trace", "import numpy as np\n\n\ndef softmax_np(x, axis=-1):\n    return np.concatenate(x, axis=99)\n")
    folder = place.learner("path-by-folder") / "~" / "$HOME" / "%TEMP%"
    folder.mkdir(parents=True)
    (folder / FILE).write_text(RIGHT)
