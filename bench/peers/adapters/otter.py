"""otter-grader without a container: `otter run -a autograder.zip attention.py` once for each submission."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.peers.environments import program_of
from bench.peers.running import SUBMISSION_S, Graded, run, text_of
from bench.peers.work import CHECKS, FUNCTIONS, INPUTS


class Grader:
    """One test file for each function, its cases hidden; the marks from results.json."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        otter = program_of("otter", "otter")
        tests = work / "tests"
        tests.mkdir()
        for function in FUNCTIONS:
            (tests / f"{function}.py").write_text(self._test_file(function), encoding="utf-8")
        (work / "otter_config.json").write_text("{}", encoding="utf-8")
        options = ["-t", "tests", "-o", "autograder.zip", "-c", "otter_config.json", "--no-requirements", "--no-environment"]
        made = run([otter, "generate", *options], 120, work, work / "generate.txt")
        if made.code != 0:
            raise RuntimeError(made.output[-2000:])
        graded = {}
        for submission in submissions:
            place = work / submission.name
            shutil.copytree(submission, place / "submitted")
            command = [otter, "run", "-a", work / "autograder.zip", "-o", place, "--no-logo", place / "submitted" / "attention.py"]
            ended = run(command, SUBMISSION_S, place, work / f"{submission.name}.txt")
            results = text_of(place / "results.json")
            graded[submission.name] = Graded(marks(results), ended.wall_s, ended.is_killed, ended.output + results)
        return graded

    def _test_file(self, function: str) -> str:
        source = f"from otter.test_files import test_case\nimport types\n\nOK_FORMAT = False\nname = {function!r}\npoints = None\n{INPUTS}"
        for check in CHECKS:
            if check.function == function:
                source += f"\n\n@test_case(points=1, hidden=True)\ndef test_{check.name}(env):\n    F = types.SimpleNamespace(**env)\n"
                source += f"{check.indented(4)}\n"
        return source


def marks(results: str) -> float | None:
    """The sum of the points of all tests; None when there is no result."""
    try:
        return float(sum(test.get("score") or 0 for test in json.loads(results)["tests"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
