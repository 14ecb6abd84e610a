"""A call that did not come back: which line it was in, and how often that line runs in a second.

The counting is a second run of the same call, in a plain process of the learner's own like `grader case --run`: their code on their
machine, ended after a few seconds. A class run never does this.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

from grader.content.models import Exercise
from grader.learner.folder import LearnerFolder
from grader.results import Evidence, Outcome, Verdict

WAIT_S = 4.0  # a start of Python with numpy, and the second of counting
LONGEST_LINE = 50


def with_count(folder: LearnerFolder, exercise: Exercise, outcome: Outcome, source: bytes) -> Outcome:
    """The outcome, with a sentence about the line that its first failing check was stuck in; unchanged when there is none to tell."""
    failing = next((check for check in outcome.result.checks if check.verdict is not Verdict.PASSED), None)
    if failing is None or failing.verdict is not Verdict.TIMED_OUT:
        return outcome
    evidence = outcome.evidence.by_check.get(failing.name)
    if evidence is None or not evidence.lines or evidence.where:
        return outcome
    line = evidence.lines[-1]
    times = _times(folder, exercise, evidence).get(line)
    told = replace(evidence, where=_sentence(line, _text(source, line), times))
    by_check = {**outcome.evidence.by_check, failing.name: told}
    return replace(outcome, evidence=replace(outcome.evidence, by_check=by_check))


def _sentence(line: int, text: str, times: int | None) -> str:
    was = f"line {line} was running: {text}" if text else f"line {line} was running"
    if times is None:
        return was
    return f"{was} ({in_words(times)} in one second)"


def in_words(times: int) -> str:
    """`once`, `212 times`, `41 thousand times`, `1.3 million times`."""
    if times == 1:
        return "once"
    if times < 1_000:
        return f"{times} times"
    return f"{times // 1_000} thousand times" if times < 1_000_000 else f"{times / 1_000_000:.1f} million times"


def _text(source: bytes, line: int) -> str:
    lines = source.decode("utf-8", errors="replace").splitlines()
    text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 2] + " …"


def _times(folder: LearnerFolder, exercise: Exercise, evidence: Evidence) -> dict[int, int]:
    """How often each line ran in one second; {} when the call came back, or nothing could be counted."""
    if not evidence.snippet:
        return {}
    root = folder.root
    program = f"import sys\n\nsys.path.insert(0, {str(root)!r})\n{evidence.snippet}"
    command = [sys.executable, "-P", "-B", "-m", "grader.learner.counting", os.path.join(root, exercise.folder, exercise.filename)]
    try:
        done = subprocess.run(command, input=program, capture_output=True, text=True, timeout=WAIT_S, cwd=root, check=False)
        return {int(line): int(times) for line, times in json.loads(done.stdout or "{}").items()}
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return {}
