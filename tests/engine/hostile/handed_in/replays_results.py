"""Hands in a result document, a store and a score file that say that everything passed. Class A39."""

import json

from tests.engine.hostile.handed_in.kit import WRONG, Place

EXPECTED = {"replays": ("failed", "")}


def hand_in(place: Place) -> None:
    folder = place.learner("replays", WRONG)
    row = {"slug": "softmax-rows", "verdict": "passed", "points": 15.0, "max_points": 15.0, "checks": []}
    document = {"schema": "grader/result/1", "submissions": [{"key": "replays", "status": "graded", "points": 15.0, "exercises": [row]}]}
    for name in ("result.json", "results.json", "evidence.json", "score.txt", "class.yaml", ".grader.json"):
        (folder / name).write_text(json.dumps(document))
    (folder / "class.sqlite").write_bytes(b"SQLite format 3\x00" + bytes(84))
