"""check50: `check50 --dev` once for each submission; every check depends on the one that imports the file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.peers.environments import program_of
from bench.peers.running import CHECK_S, SUBMISSION_S, Graded, run, text_of
from bench.peers.work import CHECKS, INPUTS

CONFIG = """
check50:
  checks: __init__.py
  files:
    - !exclude "*"
    - !include "attention.py"
"""


class Grader:
    """The marks from its JSON output: one for each check that passed."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        checks = work / "checks"
        checks.mkdir()
        (checks / ".cs50.yml").write_text(CONFIG, encoding="utf-8")
        (checks / "__init__.py").write_text(self._checks(), encoding="utf-8")
        graded = {}
        for submission in submissions:
            place = work / submission.name
            shutil.copytree(submission, place)
            report = work / f"{submission.name}.json"
            options = ["--dev", "--log-level", "warning", "-o", "json", "--output-file", report, checks]
            ended = run([program_of("check50", "check50"), *options], SUBMISSION_S, place, work / f"{submission.name}.txt")
            said = text_of(report)
            graded[submission.name] = Graded(passed(said), ended.wall_s, ended.is_killed, ended.output + said)
        return graded

    def _checks(self) -> str:
        source = f"import check50\nimport check50.py\n{INPUTS}\n\n@check50.check(timeout={CHECK_S})\ndef imports():\n"
        source += '    """attention.py can be imported"""\n    check50.py.import_("attention.py")\n'
        for check in CHECKS:
            source += f'\n\n@check50.check(imports, timeout={CHECK_S})\ndef {check.name}():\n    """{check.sentence}"""\n'
            source += f'    F = check50.py.import_("attention.py")\n    try:\n{check.indented(8)}\n'
            source += "    except AssertionError as error:\n        raise check50.Failure(str(error)[:500])\n"
        return source


def passed(report: str) -> float | None:
    """How many checks passed; None when there is no result."""
    try:
        found = json.loads(report)["results"]
        return float(sum(result["passed"] is True for result in found if result["name"] != "imports"))
    except (ValueError, KeyError, TypeError):
        return None
