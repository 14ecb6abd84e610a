"""What a learner reads after a check: the first failing check with its smallest example, then stop talking.

Five parts in order: the call, what was expected, what came back (where first, how far off), the likely cause, the next step. At most
25 lines; the width is the caller's. Learner text is escaped here. Pure: outcome in, lines out.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.content.models import Exercise, MisconceptionEntry
from grader.learner.heat import heat_lines
from grader.results import CheckResult, Evidence, Outcome, Verdict

MOST_LINES = 25
LABEL = 10  # columns of "expected  "
UNREADABLE = frozenset({"SyntaxError", "IndentationError", "TabError"})  # no call was reached
UNWRITTEN = frozenset({Verdict.TODO, Verdict.MISSING})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the message: a verdict's sign (or none) and text."""

    text: str
    sign: Verdict | None = None


def message(exercise: Exercise, outcome: Outcome, misconceptions: Mapping[str, MisconceptionEntry], *, file: str, width: int) -> list[Line]:
    """The whole message about one exercise."""
    result = outcome.result
    lines = _headline(exercise, outcome, width)
    if result.verdict is Verdict.PASSED:
        return lines
    failing = next((check for check in result.checks if check.verdict is not Verdict.PASSED), None)
    if failing is None or result.verdict in UNWRITTEN:
        return [*lines, *_unwritten(exercise, outcome, file, width)]
    lines += [Line(""), *_signed(failing.sentence or failing.name, failing.verdict, width)]
    evidence = outcome.evidence.by_check.get(failing.name, Evidence())
    body = _labelled("file", _place(evidence, file), width) if evidence.lines else []
    body += _evidence_lines(failing, evidence, width)
    picture = _picture(evidence, width)
    rest = _cause_lines(outcome, misconceptions, width) + _labelled("next", f"grader hint {exercise.slug}", width)
    room = MOST_LINES - len(lines) - 2
    if len(body) + len(picture) + len(rest) <= room:
        body += picture
    body += rest
    if len(body) > room:
        body = [*body[: room - 2], *body[-2:]]
    return [*lines, *body, Line(""), *(Line(text) for text in textwrap.wrap(_others(result.checks, failing), width))]


def _headline(exercise: Exercise, outcome: Outcome, width: int) -> list[Line]:
    result = outcome.result
    passed = sum(check.verdict is Verdict.PASSED for check in result.checks)
    points = f"{round(result.auto_points, 2):g} of {round(result.max_points, 2):g} points"
    words = {Verdict.TODO: "not written yet", Verdict.MISSING: "no file", Verdict.BROKEN: "could not be checked: our fault"}
    word = words.get(result.verdict, f"{passed} of {len(result.checks)} checks passed")
    if result.verdict is Verdict.PASSED:
        word = f"passed, all {passed} checks"
    return _signed(f"{exercise.slug}: {word}, {points}", result.verdict, width)


def _signed(text: str, verdict: Verdict, width: int) -> list[Line]:
    """Text behind a verdict's sign, wrapped under itself."""
    first, *rest = textwrap.wrap(text, max(20, width - 4), break_on_hyphens=False) or [""]
    return [Line(first, verdict), *(Line(f"  {part}") for part in rest)]


def _unwritten(exercise: Exercise, outcome: Outcome, file: str, width: int) -> list[Line]:
    if outcome.result.verdict is Verdict.MISSING and outcome.result.message.startswith("There is no file"):
        return [Line(""), *_labelled("missing", file, width), *_labelled("next", f"grader reset {exercise.slug}", width)]
    next_step = f"open {file}, read the task at its top, and replace the TODO"
    return [Line(""), *_labelled("next", next_step, width)]


def _place(evidence: Evidence, file: str) -> str:
    return f"{file}:{evidence.lines[-1]}"


def _evidence_lines(check: CheckResult, evidence: Evidence, width: int) -> list[Line]:
    lines: list[Line] = []
    if evidence.call and evidence.exception not in UNREADABLE:
        lines += _labelled("call", evidence.call, width, most=4)
    if evidence.expected:
        lines += _labelled("expected", evidence.expected, width, most=4)
    if evidence.got:
        lines += _labelled("got", evidence.got, width, most=4)
    elif evidence.exception:
        said = f"{evidence.exception}: {evidence.exception_text}" if evidence.exception_text else evidence.exception
        lines += _labelled("got", said, width, most=3)
    elif check.message:
        said = f"{check.message} ({evidence.exception_text})" if evidence.exception_text else check.message
        lines += _labelled("got", said, width, most=3)
    if evidence.where:
        lines += _labelled("", evidence.where, width, most=3)
    if check.message and evidence.got:
        lines += _labelled("", check.message, width, most=2)
    for name, text in [entry for entry in evidence.locals if entry[0].isidentifier()][:4]:
        lines += _labelled("", f"{name} = {text}", width, most=1)
    if evidence.printed:
        lines += _labelled("printed", evidence.printed.strip(), width, most=3)
    return lines


def _picture(evidence: Evidence, width: int) -> list[Line]:
    """Where in the matrix it goes wrong, as a picture, when there is something to see."""
    if evidence.target is None or evidence.actual is None:
        return []
    return [Line(f"{'':{LABEL + 2}}{line}") for line in heat_lines(evidence.target, evidence.actual, width - LABEL - 2)]


def _cause_lines(outcome: Outcome, misconceptions: Mapping[str, MisconceptionEntry], width: int) -> list[Line]:
    lines: list[Line] = []
    for found in outcome.result.misconceptions:
        entry = misconceptions.get(found.id.partition("/")[0])
        if entry is not None:
            lines += _labelled("likely", entry.correction, width, most=5)
    return lines


def _others(checks: Sequence[CheckResult], failing: CheckResult) -> str:
    others = [check for check in checks if check is not failing]
    passed = sum(check.verdict is Verdict.PASSED for check in others)
    not_run = sum(check.verdict is Verdict.NOT_RUN for check in others)
    parts = [f"{passed} passed", f"{len(others) - passed - not_run} not"] + ([f"{not_run} not run"] if not_run else [])
    return f"Of the other checks: {', '.join(parts)}."


def _labelled(label: str, text: str, width: int, *, most: int = 3) -> list[Line]:
    """`label     text`, wrapped under itself to at most `most` lines."""
    room = max(20, width - LABEL - 2)
    wrapped = textwrap.wrap(escaped(text), room, break_on_hyphens=False) or [""]
    if len(wrapped) > most:
        wrapped = [*wrapped[: most - 1], wrapped[most - 1][: room - 2] + " …"]
    heads = [label] + [""] * (len(wrapped) - 1)
    return [Line(f"  {head:<{LABEL}}{part}") for head, part in zip(heads, wrapped, strict=True)]


def escaped(text: str) -> str:
    """Text with control, format and bidi characters written out, so that it cannot move the cursor or lie about its order."""
    return "".join(char if _is_harmless(char) else _code(char) for char in text)


def _is_harmless(char: str) -> bool:
    return char in "\n\t" or not unicodedata.category(char).startswith(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))


def _code(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{ord(char):04x}"
