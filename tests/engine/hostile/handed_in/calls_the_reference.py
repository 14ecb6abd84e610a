"""Imports the reference solution, the checks and the grader, and a package that is not taught. Class A22."""

from tests.engine.hostile.handed_in.kit import Place

LINES = {
    "imports-solution": "from solutions.o3_weights.softmax_rows import softmax_np",
    "imports-itself": "from grader.checks.api import cases as softmax_np",
    "imports-scipy": "from scipy.special import softmax as softmax_np",
}
EXPECTED = dict.fromkeys(LINES, ("not_allowed", ""))


def hand_in(place: Place) -> None:
    for key, line in LINES.items():
        place.learner(key, f"{line}\n")
