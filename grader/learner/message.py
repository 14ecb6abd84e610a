"""What a learner reads after a check: the first failing check with its smallest example, then stop talking.

Five parts in order: the call, what was expected, what came back (where first, how far off), the likely cause, the next step. At most
25 lines; the width is the caller's. Learner text is escaped here. Pure: outcome in, lines out.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence

from grader.content.models import Exercise, MisconceptionEntry
from grader.errors import nearest
from grader.learner.heat import heat_lines
from grader.records import dataclass
from grader.results import Category, CheckResult, Evidence, ExerciseResult, Outcome, Verdict

MOST_LINES = 25
LABEL = 10  # columns of "expected  "
UNREADABLE = frozenset({"SyntaxError", "IndentationError", "TabError"})  # no call was reached


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the message: a verdict's sign (or none) and text."""

    text: str
    sign: Verdict | None = None


def message(
    exercise: Exercise,
    outcome: Outcome,
    misconceptions: Mapping[str, MisconceptionEntry],
    *,
    file: str,
    width: int,
    source: bytes = b"",
    has_case: bool = True,
    ours: Sequence[str] = (),
) -> list[Line]:
    """The whole message about one exercise. `source`: the learner's file, to show lines of; `has_case`: a failing call that can be
    written down is kept as a program; `ours`: the exercises that the file builds on, where our solutions stood in for their own."""
    result = outcome.result
    lines = _headline(exercise, outcome, width)
    if result.verdict is Verdict.PASSED:
        return lines
    failing = next((check for check in result.checks if check.verdict is not Verdict.PASSED), None)
    if failing is None or result.verdict is Verdict.TODO or has_no_file(result):
        return [*lines, *_unwritten(exercise, outcome, file, width)]
    lines += [Line(""), *_signed(failing.sentence or failing.name, failing.verdict, width)]
    evidence = outcome.evidence.by_check.get(failing.name, Evidence())
    picture = _picture(evidence, width)
    steps = _next_lines(exercise, evidence, file, width, has_case=has_case)
    rest = _cause_lines(outcome, misconceptions, width) + steps
    closing = [Line(text) for text in textwrap.wrap(_others(result.checks, failing), width)]
    if ours:
        note = f"It builds on our {_listed(ours)}; --own takes yours."
        closing += [Line(text) for text in textwrap.wrap(note, width, break_on_hyphens=False)]
    room = MOST_LINES - len(lines) - 1 - len(closing) - len(rest)
    body = _body(failing, evidence, file, source, width, room)
    for shown in (picture, picture[:-1]):  # what the shades mean goes first
        if len(body) + len(shown) <= room:
            body += shown
            break
    return [*lines, *body, *rest, Line(""), *closing]


def has_no_file(result: ExerciseResult) -> bool:
    """Whether there is no file at all; one without its function is missing, too."""
    return result.verdict is Verdict.MISSING and not result.source_sha256


def _body(check: CheckResult, evidence: Evidence, file: str, source: bytes, width: int, room: int) -> list[Line]:
    """Place, call, expected, got: each cut shorter until all of them fit, so that none is missing."""
    place = _labelled("file", _place(evidence, file), width) if evidence.lines else []
    if evidence.lines and not evidence.exception_text.endswith(NOT_UTF8) and (code := _line_of(source, evidence.lines[-1])):
        place += _labelled("line", code, width, most=1)
    renamed = _renamed(check, evidence, source)
    for most in (4, 3, 2, 1):
        body = place + _evidence_lines(check, evidence, width, most) + (_labelled("", renamed, width) if renamed else [])
        if len(body) <= room:
            return body
    return body[: max(0, room)]


def _line_of(source: bytes, number: int) -> str:
    lines = source.decode("utf-8", errors="replace").splitlines()
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


PLAIN = re.compile(r"[ -~\n\t]*")
NO_FUNCTION = "there is no function "
NOT_UTF8 = " is not UTF-8: save it as UTF-8"


def _renamed(check: CheckResult, evidence: Evidence, source: bytes) -> str:
    """What a missing function may be called instead: what the file does define under a name like it."""
    if check.category != Category.MISSING.value or not evidence.exception_text.startswith(NO_FUNCTION):
        return ""
    near = nearest(
        evidence.exception_text.removeprefix(NO_FUNCTION), re.findall(r"^(?:async )?def (\w+)", source.decode("utf-8", "replace"), re.M)
    )
    return f"The file has `{near}`: did you rename it?" if near else ""


def _next_lines(exercise: Exercise, evidence: Evidence, file: str, width: int, *, has_case: bool) -> list[Line]:
    """What to do now: mend what Python cannot read, or a hint; and where the failing call is kept as a program, that program."""
    if evidence.exception in UNREADABLE and evidence.exception_text.endswith(NOT_UTF8):
        return _labelled("next", f"save {file} as UTF-8 in your editor: Python cannot read it, so nothing was checked", width)
    if evidence.exception in UNREADABLE and not evidence.lines:
        return _labelled("next", f"mend {file}: Python cannot read it, so nothing was checked", width)
    if evidence.exception in UNREADABLE:
        return _labelled("next", f"mend that line: Python cannot read {file}, so nothing was checked", width)
    lines = _labelled("next", f"grader hint {exercise.slug}", width)
    if has_case and evidence.snippet and evidence.exception not in UNREADABLE:
        lines += _labelled("or", f"grader case {exercise.slug} --run", width)
    return lines


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _headline(exercise: Exercise, outcome: Outcome, width: int) -> list[Line]:
    result = outcome.result
    passed = sum(check.verdict is Verdict.PASSED for check in result.checks)
    points = f"{round(result.auto_points, 2):g} of {round(result.max_points, 2):g} points"
    absent = "no file" if has_no_file(result) else "its function is missing"
    words = {Verdict.TODO: "not written yet", Verdict.MISSING: absent, Verdict.BROKEN: "could not be checked: our fault"}
    word = words.get(result.verdict, f"{passed} of {len(result.checks)} checks passed")
    if result.verdict is Verdict.PASSED:
        word = f"passed, all {passed} checks"
    return _signed(f"{exercise.slug}: {word}, {points}", result.verdict, width)


def _signed(text: str, verdict: Verdict, width: int) -> list[Line]:
    """Text behind a verdict's sign, wrapped under itself."""
    first, *rest = textwrap.wrap(text, max(20, width - 4), break_on_hyphens=False) or [""]
    return [Line(first, verdict), *(Line(f"  {part}") for part in rest)]


def _unwritten(exercise: Exercise, outcome: Outcome, file: str, width: int) -> list[Line]:
    if has_no_file(outcome.result):
        return [Line(""), *_labelled("missing", file, width), *_labelled("next", f"grader reset {exercise.slug}", width)]
    next_step = f"open {file}, read the task at its top, and replace the TODO"
    return [Line(""), *_labelled("next", next_step, width)]


def _place(evidence: Evidence, file: str) -> str:
    return f"{file}:{evidence.lines[-1]}"


def _evidence_lines(check: CheckResult, evidence: Evidence, width: int, most: int) -> list[Line]:
    """What was called and what came of it, no part with more than `most` lines."""
    lines: list[Line] = []
    if evidence.call and evidence.exception not in UNREADABLE:
        lines += _labelled("call", evidence.call, width, most=most)
    if evidence.expected:
        lines += _labelled("expected", evidence.expected, width, most=most)
    if evidence.got:
        lines += _labelled("got", evidence.got, width, most=most)
    elif evidence.exception:
        said = f"{evidence.exception}: {evidence.exception_text}" if evidence.exception_text else evidence.exception
        lines += _labelled("got", said, width, most=min(most, 3))
    elif check.message:
        said = f"{check.message} ({evidence.exception_text})" if evidence.exception_text else check.message
        lines += _labelled("got", said, width, most=min(most, 3))
    if evidence.where:
        lines += _labelled("", evidence.where, width, most=min(most, 3))
    if evidence.got == "None" and not evidence.where:
        lines += _labelled("", "a function that ends without `return` gives None", width, most=min(most, 2))
    if check.message and evidence.got:
        lines += _labelled("", check.message, width, most=min(most, 2))
    for name, text in [entry for entry in evidence.locals if entry[0].isidentifier()][:most]:
        lines += _labelled("", f"{name} = {text}", width, most=1)
    if evidence.printed:
        lines += _labelled("printed", evidence.printed.strip(), width, most=min(most, 3))
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
    worthless = next((f" {check.message}" for check in others if check.verdict is Verdict.PASSED and check.message), "")
    return f"Of the other checks: {', '.join(parts)}.{worthless}"


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
    if PLAIN.fullmatch(text):  # most of it: a call's arguments may be long
        return text
    return "".join(char if _is_harmless(char) else _code(char) for char in text)


def _is_harmless(char: str) -> bool:
    return char in "\n\t" or not unicodedata.category(char).startswith(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))


def _code(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{ord(char):04x}"
