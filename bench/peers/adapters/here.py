"""This program: `grader grade` on the whole class with one grading process, store, documents and pages included."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.peers.running import SUBMISSION_S, Graded, run, text_of
from bench.peers.work import LEVEL

CHECKOUT = Path(__file__).resolve().parents[3]
SECRET = bytes([7]) * 32  # with one draw for each check, another one might let a mistake pass by luck
# The command line grades the level it is installed with; here another one is put in its place, and nothing else is changed.
COMMAND = f"""
import sys
from pathlib import Path
from grader.classroom import service
from grader.content.tree import ContentRoot
service.find_root = lambda: ContentRoot.of_wheel(Path({str(LEVEL)!r}))
from grader.cli import program
program()
"""


class Grader:
    """The marks from result.json; what a learner may be shown is the page that is handed back."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        limit_s = SUBMISSION_S * len(submissions) + 60
        (work / "secret").write_bytes(SECRET)
        options = ["-o", work / "graded", "-j", "1", "--secret-file", work / "secret"]
        command = [sys.executable, "-c", COMMAND, "grade", submissions[0].parent, *options]
        ended = run(command, limit_s, work, work / "grade.txt", {"PYTHONPATH": str(CHECKOUT)})
        try:
            found = {each["key"]: each for each in json.loads(text_of(work / "graded" / "result.json"))["submissions"]}
        except ValueError:
            found = {}
        pages = work / "graded" / "learners"
        wall_s = ended.wall_s / len(submissions)
        return {
            each.name: Graded(
                found[each.name]["points"] if each.name in found else None,
                wall_s,
                ended.is_killed,
                text_of(pages / f"{each.name}.html"),
                text_of(work / "graded" / "evidence.json") if each is submissions[0] else "",
            )
            for each in submissions
        }
