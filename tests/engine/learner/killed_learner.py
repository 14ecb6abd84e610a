"""kill -9 of a learner's process at 200 moments: `python -m tests.engine.learner.killed_learner FOLDER`. Prints how many events were kept.

The killed process writes, resets, undoes, takes hints and notes checks, and says so only when each is done; what it said has to be there.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from grader.content.load import load_level
from grader.content.models import Level
from grader.learner.backups import copies
from grader.learner.checking import Checked
from grader.learner.desk import Desk
from grader.learner.folder import LearnerFolder, start
from grader.results import CheckResult, ExerciseEvidence, ExerciseResult, Outcome, Verdict
from tests.engine.content.tiny_level import write_level

KILLS = 200
SLUG = "add-two"
LETTERS = {"reset": b"r", "undo": b"u", "hint": b"h", "check": b"c"}


def work(level: Level, folder: LearnerFolder, number: int, out: int) -> None:
    """Until killed: one letter for each thing that is done."""
    exercise = level.exercise(SLUG)
    now = datetime.now(UTC)
    check = CheckResult("check_it_adds", "It adds.", Verdict.FAILED, "wrong values", 0.0, 10.0)
    outcome = Outcome(ExerciseResult(SLUG, "A", Verdict.FAILED, (check,), max_points=10.0), ExerciseEvidence(SLUG))
    with Desk(level, folder) as desk:
        folder.file(exercise).write_text(mine(number), encoding="utf-8")
        os.write(out, b"w")
        while True:
            desk.reset(exercise, now)
            os.write(out, LETTERS["reset"])
            desk.undo(exercise, now)
            os.write(out, LETTERS["undo"])
            desk.hint(exercise, now)
            os.write(out, LETTERS["hint"])
            desk.note(Checked(exercise, outcome, mine(number).encode()), now)
            os.write(out, LETTERS["check"])


def mine(number: int) -> str:
    return f"# what the learner wrote before kill {number}\n"


def killed(level: Level, folder: LearnerFolder, number: int) -> Counter[int]:
    """One process, killed a little later than the one before; the letters it said."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(read)
            work(level, folder, number, write)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb", buffering=0) as pipe:
        said = pipe.read(1)
        time.sleep(0.0003 * number)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        said += pipe.readall()
    return Counter(said)


def main(place: Path) -> None:
    level = load_level(write_level(place / "level", {}))
    folder = start(level, place / "mine").folder
    exercise = level.exercise(SLUG)
    said: Counter[int] = Counter()
    for number in range(KILLS):
        said += killed(level, folder, number)
        with Desk(level, folder) as desk:  # opens, and nothing that was said is missing
            found = Counter(event.kind for event in desk.store.events())
        for kind, letter in LETTERS.items():
            assert found[kind] >= said[letter[0]], (number, kind, found, said)
        kept = [folder.file(exercise).read_text(), *(copy.read_text() for copy in copies(folder, exercise))]
        assert mine(number) in kept, (number, kept[:1])
    print(sum(found.values()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
